import Synchronization
import SystemBus
public import Weather

/// Follows what NetworkManager, power-profiles-daemon, UPower and logind report on the system bus. Properties are read once,
/// and nothing is started, polled or changed.
public final class DeviceServices<C: Clock>: Sendable where C.Duration == Duration {
    private let reconnection: BusReconnection<C>
    private let clock: C
    private let user: UInt32
    private let hasFoundBus = Mutex(false)

    /// - Parameters:
    ///   - address: the address of the bus; nil for the system bus.
    ///   - user: the id of the user whose sessions count.
    ///   - occasions: yields when the daemon is awake anyway.
    public init(
        address: String? = nil, user: UInt32, clock: C, occasions: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        reconnection = BusReconnection(address: address, clock: clock, occasions: occasions)
        (self.user, self.clock) = (user, clock)
    }

    /// Whether there is a system bus at present.
    public var hasBus: Bool { hasFoundBus.withLock { $0 } }

    /// Returns when the task is cancelled. If the bus is missing or restarts, following begins once it is available; until
    /// then, nothing is known.
    public func follow(_ report: @escaping @Sendable (DeviceState) -> Void) async {
        await reconnection.run { bus in
            let reader = bus.map { BusReader(bus: $0, clock: clock) }
            guard let reader, await Self.responds(reader) else {
                report(DeviceReports().withoutNetworkService.state)
                return false
            }
            hasFoundBus.withLock { $0 = true }
            await follow(on: reader, report)
            hasFoundBus.withLock { $0 = false }
            report(DeviceReports().withoutNetworkService.state)
            return true
        }
    }

    private static func responds(_ bus: BusReader<C>) async -> Bool {
        let call = BusCall(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "GetId")
        return await bus.call(call) != nil
    }

    /// Returns when the connection has ended.
    private func follow(on bus: BusReader<C>, _ report: @escaping @Sendable (DeviceState) -> Void) async {
        let reports = Mutex(DeviceReports())
        let update: @Sendable ((inout DeviceReports) -> Void) -> Void = { change in
            // Reported under the lock, so that the last report is the latest state.
            reports.withLock {
                let former = $0.state
                change(&$0)
                if $0.state != former { report($0.state) }
            }
        }
        await withDiscardingTaskGroup { [user] group in
            for (watch, set) in DeviceReports.properties {
                group.addTask { await watch.follow(on: bus) { value in update { set(&$0, value) } } }
            }
            group.addTask {
                await SessionWatch(user: user).follow(on: bus) { sessions in update { $0.sessions = sessions } }
            }
        }
    }
}

/// What each service has reported. Pure.
struct DeviceReports: Sendable {
    /// NetworkManager's `Metered`; a second nil when the service is missing, a first until it was asked.
    var metered: UInt32??
    /// The active power profile by the service's present name; nil when it is missing.
    var profile: String?
    /// The same by the name that it had before release 0.20.
    var formerProfile: String?
    /// UPower's `WarningLevel`; nil when the service is missing.
    var warningLevel: UInt32?
    var sessions: [LoginSession] = []

    /// NetworkManager's values for yes, and for a guess of yes.
    private static let meteredValues: Set<UInt32> = [1, 3]
    private static let saver = "power-saver"
    /// UPower's value for a low battery; 4 is critical, 5 that the machine is about to be switched off.
    private static let lowBattery: UInt32 = 3

    var state: DeviceState {
        var state = DeviceState()
        state.isMetered = metered.map { $0.map(Self.meteredValues.contains) ?? false }
        state.savesPower = (profile ?? formerProfile) == Self.saver
        state.isBatteryLow = warningLevel.map { $0 >= Self.lowBattery } ?? false
        state.sessions = sessions
        return state
    }

    /// After NetworkManager was found missing.
    var withoutNetworkService: Self {
        var reports = self
        reports.metered = .some(nil)
        return reports
    }

    typealias Property = (watch: PropertyWatch, set: @Sendable (inout Self, BusValue?) -> Void)

    /// The followed properties.
    static let properties: [Property] = [
        (
            PropertyWatch(
                service: "org.freedesktop.NetworkManager", path: "/org/freedesktop/NetworkManager",
                interface: "org.freedesktop.NetworkManager", property: "Metered"), { $0.metered = .some($1?.number) }
        ),
        (
            PropertyWatch(
                service: "org.freedesktop.UPower.PowerProfiles", path: "/org/freedesktop/UPower/PowerProfiles",
                interface: "org.freedesktop.UPower.PowerProfiles", property: "ActiveProfile"), { $0.profile = $1?.text }
        ),
        (
            PropertyWatch(
                service: "net.hadess.PowerProfiles", path: "/net/hadess/PowerProfiles",
                interface: "net.hadess.PowerProfiles", property: "ActiveProfile"), { $0.formerProfile = $1?.text }
        ),
        (
            PropertyWatch(
                service: "org.freedesktop.UPower", path: "/org/freedesktop/UPower/devices/DisplayDevice",
                interface: "org.freedesktop.UPower.Device", property: "WarningLevel"), { $0.warningLevel = $1?.number }
        ),
    ]
}

extension BusValue {
    /// An unsigned integer of 32 bits; nil for other types.
    fileprivate var number: UInt32? {
        guard case .uint32(let number) = self else { return nil }
        return number
    }
}
