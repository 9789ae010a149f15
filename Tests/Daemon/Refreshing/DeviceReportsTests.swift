import SystemBus
import Testing
import Weather

@testable import Refreshing

/// What the services' values mean.
struct DeviceReportsTests {
    private func state(_ change: (inout DeviceReports) -> Void) -> DeviceState {
        var reports = DeviceReports()
        change(&reports)
        return reports.state
    }

    @Test(arguments: [(0, false), (1, true), (2, false), (3, true), (4, false), (99, false)] as [(UInt32, Bool)])
    func metered(value: UInt32, isMetered: Bool) {
        #expect(state { $0.metered = .some(value) }.isMetered == isMetered)
    }

    @Test func unknownIsNoReason() {
        #expect(DeviceReports().state == DeviceState())
        #expect(DeviceReports().state.isMetered == nil, "not asked yet")
        #expect(DeviceReports().withoutNetworkService.state.isMetered == false)
    }

    /// The service has two names, and old releases only the second.
    @Test func powerSaver() {
        #expect(state { $0.profile = "power-saver" }.savesPower)
        #expect(state { $0.formerProfile = "power-saver" }.savesPower)
        #expect(!state { ($0.profile, $0.formerProfile) = ("balanced", "power-saver") }.savesPower)
        #expect(!state { ($0.profile, $0.formerProfile) = ("performance", nil) }.savesPower)
    }

    @Test(arguments: [(0, false), (1, false), (2, false), (3, true), (4, true), (5, true)] as [(UInt32, Bool)])
    func warningLevel(value: UInt32, isLow: Bool) {
        #expect(state { $0.warningLevel = value }.isBatteryLow == isLow)
    }

    /// Values of other types are ignored, as from a service of another release.
    @Test func valuesAreSet() {
        var reports = DeviceReports()
        let values: [BusValue] = [.uint32(1), .string("power-saver"), .string("power-saver"), .uint32(4)]
        for (property, value) in zip(DeviceReports.properties, values) { property.set(&reports, value) }
        #expect(reports.state.isMetered == true && reports.state.savesPower && reports.state.isBatteryLow)
        for property in DeviceReports.properties { property.set(&reports, .bool(true)) }
        #expect(reports.state == DeviceReports().withoutNetworkService.state)
        for property in DeviceReports.properties { property.set(&reports, nil) }
        #expect(reports.state == DeviceReports().withoutNetworkService.state)
    }

    private static let wayland: [String: BusValue] = [
        "Class": .string("user"), "Type": .string("wayland"), "State": .string("active"), "LockedHint": .bool(true),
        "IdleHint": .bool(false),
    ]

    @Test func sessions() throws {
        #expect(LoginSession(Self.wayland) == LoginSession(isGraphical: true, isLocked: true))
        func session(_ changes: [String: BusValue?]) -> LoginSession? {
            var properties = Self.wayland
            for (name, value) in changes { properties[name] = value }
            return LoginSession(properties)
        }
        #expect(session(["LockedHint": .bool(false), "IdleHint": .bool(true)])?.isIdle == true)
        #expect(session(["LockedHint": nil])?.isLocked == false)
        for type in ["tty", "unspecified", "web"] { #expect(session(["Type": .string(type)])?.isGraphical == false) }
        #expect(session(["Type": nil])?.isGraphical == false)
        for type in ["x11", "mir"] { #expect(session(["Type": .string(type)])?.isGraphical == true) }
        for name in ["manager", "background", "greeter", "lock-screen", "none"] {
            #expect(session(["Class": .string(name)]) == nil, "\(name)")
        }
        #expect(session(["Class": .string("user-light")]) != nil)
        #expect(session(["State": .string("closing")]) == nil)
        let left = session(["State": .string("closing"), "Type": .string("tty")])
        #expect(left == LoginSession(isGraphical: false, isLeft: true), "over SSH, with tmux running on")
        #expect(LoginSession([:]) == nil)
    }
}
