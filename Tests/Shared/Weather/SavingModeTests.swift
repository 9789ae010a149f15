import Scratch
import Testing
import Weather

/// When weatherd does less, and what.
struct SavingModeTests {
    private static let screen = LoginSession(isGraphical: true)
    private static let lockedScreen = LoginSession(isGraphical: true, isLocked: true)
    private static let idleScreen = LoginSession(isGraphical: true, isIdle: true)
    /// logind's hints of a text session are those of its terminal.
    private static let console = LoginSession(isGraphical: false, isLocked: true, isIdle: true)

    private static func device(_ sessions: LoginSession...) -> DeviceState {
        var device = DeviceState()
        device.sessions = sessions
        return device
    }

    private static func devices(_ sessions: [[LoginSession]]) -> [DeviceState] {
        var devices: [DeviceState] = []
        for isMetered in [nil, false, true] {
            for (savesPower, isBatteryLow) in [(false, false), (true, false), (false, true), (true, true)] {
                for sessions in sessions {
                    var device = DeviceState()
                    (device.isMetered, device.savesPower, device.isBatteryLow) = (isMetered, savesPower, isBatteryLow)
                    device.sessions = sessions
                    devices.append(device)
                }
            }
        }
        return devices
    }

    private static var settings: [SavingSettings] {
        SavingSettings.Metered.allCases.flatMap { metered in
            [(true, true), (true, false), (false, true), (false, false)].map { battery, locked in
                var settings = SavingSettings()
                (settings.metered, settings.savesOnBattery, settings.savesWhenLocked) = (metered, battery, locked)
                return settings
            }
        }
    }

    /// Each reason needs its own report and setting, and no other.
    @Test func allCombinations() {
        var count = 0
        for device in Self.devices([[], [Self.screen], [Self.lockedScreen], [Self.idleScreen]]) {
            for settings in Self.settings {
                for isUsed in [false, true] {
                    let mode = SavingMode(device, isUsed: isUsed, settings)
                    var expected: Set<SavingMode.Reason> = []
                    // With "off", nothing may be fetched before the connection is known.
                    let isMetered = device.isMetered == true || device.isMetered == nil && settings.metered == .off
                    if isMetered, settings.metered != .normal { expected.insert(.metered) }
                    if settings.savesOnBattery {
                        if device.savesPower { expected.insert(.batterySaver) }
                        if device.isBatteryLow { expected.insert(.lowBattery) }
                    }
                    if settings.savesWhenLocked {
                        if device.sessions == [Self.lockedScreen] { expected.insert(.locked) }
                        if device.sessions == [Self.idleScreen], !isUsed { expected.insert(.idle) }
                    }
                    #expect(Set(mode.reasons) == expected && mode.reasons.count == expected.count)
                    #expect(mode.isOnRequest == (isMetered && settings.metered == .off))
                    #expect(mode.leavesOutExtras == expected.contains(.metered))
                    let usual = [600, 900, 7200].map { Duration.seconds($0) }
                    let hourly = [3240, 3240, 7200].map { Duration.seconds($0) }
                    #expect(usual.map(mode.interval) == (expected.isEmpty ? usual : hourly))
                    count += 1
                }
            }
        }
        #expect(count == 3 * 4 * 4 * 12 * 2)
        #expect(SavingMode(DeviceState(), isUsed: false) == .none)
    }

    /// A hint is a reason to do less, never a proof of presence, and the user of a text session may look at a bar.
    @Test func userIsAwayOnlyIfAllSessionsSaySo() {
        func reasons(_ sessions: LoginSession..., isUsed: Bool = false) -> [SavingMode.Reason] {
            var device = DeviceState()
            device.sessions = sessions
            return SavingMode(device, isUsed: isUsed).reasons
        }
        #expect(reasons() == [], "no logind")
        #expect(reasons(Self.console) == [] && reasons(Self.console, Self.console) == [])
        #expect(reasons(Self.lockedScreen, Self.console) == [], "over SSH, with a locked screen at home")
        #expect(reasons(Self.lockedScreen, Self.screen) == [])
        #expect(reasons(Self.lockedScreen, Self.lockedScreen) == [.locked])
        #expect(reasons(Self.lockedScreen, Self.idleScreen) == [.idle])
        // A bar also watches on a locked screen; without the hint, it stands for the user.
        #expect(reasons(Self.lockedScreen, isUsed: true) == [.locked])
        #expect(reasons(Self.idleScreen, isUsed: true) == [])
        #expect(reasons(LoginSession(isGraphical: true, isLocked: true, isIdle: true)) == [.locked])
        // A status line in tmux or mosh, whose SSH session has ended.
        let left = LoginSession(isGraphical: false, isLeft: true)
        #expect(reasons(Self.lockedScreen, left, isUsed: true) == [] && reasons(Self.lockedScreen, left) == [.locked])
        #expect(reasons(Self.idleScreen, left, isUsed: true) == [] && reasons(Self.idleScreen, left) == [.idle])
        #expect(reasons(left) == [])
    }

    @Test func useByClientsLasts() {
        func at(_ seconds: Int) -> ManualClock.Instant { ManualClock.Instant(offset: .seconds(seconds)) }
        var presence = ClientPresence<ManualClock.Instant>()
        #expect(!presence.isPresent(at: at(0)) && presence.end == nil)
        presence.lastRequest = at(100)
        #expect(presence.isPresent(at: at(399)) && !presence.isPresent(at: at(400)))
        #expect(presence.end == at(400))
        presence.watchers = 1
        #expect(presence.isPresent(at: at(90_000)) && presence.end == nil)
    }
}
