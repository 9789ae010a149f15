import Foundation
import Scratch
import SystemBus
import Testing
import Weather

@testable import Refreshing

/// The connection, the battery and the session, as mocks of their services report them on a real bus.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a bus; run make integration"), .serialized, .timeLimit(.minutes(5)))
struct DeviceServicesTests {
    private static let user: UInt32 = 1000
    private let bus: PrivateBus
    private let clock = ManualClock()
    private let states: AsyncStream<DeviceState>
    private let state: AsyncStream<DeviceState>.Continuation

    init() throws {
        bus = try PrivateBus()
        (states, state) = AsyncStream.makeStream()
    }

    /// The reported states, in order.
    private struct States {
        var iterator: AsyncStream<DeviceState>.Iterator
        var latest: DeviceState?

        @discardableResult
        mutating func next() async -> DeviceState? {
            latest = await iterator.next()
            return latest
        }

        /// Returns when the latest state is as expected.
        mutating func awaiting(_ isExpected: (DeviceState) -> Bool) async throws {
            while latest.map({ !isExpected($0) }) ?? true {
                guard await next() != nil else { throw UnmetExpectation("no state as expected") }
            }
        }
    }

    /// - Parameter isMetered: what NetworkManager reports at first; false if it is missing.
    private func running(isMetered: Bool = false, _ body: (inout States) async throws -> Void) async throws {
        let services = DeviceServices(address: bus.address, user: Self.user, clock: clock) { AsyncStream { _ in } }
        try await withThrowingTaskGroup { group in
            group.addTask { [state] in await services.follow { state.yield($0) } }
            var states = States(iterator: self.states.makeAsyncIterator())
            try await states.awaiting { $0.isMetered == isMetered }
            #expect(services.hasBus)
            try await body(&states)
            group.cancelAll()
        }
    }

    @Test func meteredConnectionIsFollowed() async throws {
        let mock = PropertyMock(.networkManager, on: bus)
        let process = try await mock.start(.uint32(1))
        try await running(isMetered: true) { states in
            for (value, isMetered) in [(4, false), (3, true), (2, false), (1, true), (0, false), (1, true)] {
                try await mock.set(.uint32(UInt32(value)))
                try await states.awaiting { $0.isMetered == isMetered }
            }
            PrivateBus.end(process)
            try await states.awaiting { $0.isMetered == false }
            try await mock.start(.uint32(3))
            try await states.awaiting { $0.isMetered == true }
        }
    }

    /// Both names of the service, each alone.
    @Test(arguments: [PropertyMock.Service.powerProfiles, .formerPowerProfiles])
    func powerSaverIsFollowed(service: PropertyMock.Service) async throws {
        let mock = PropertyMock(service, on: bus)
        try await running { states in
            let process = try await mock.start(.string("balanced"))
            try await mock.set(.string("power-saver"))
            try await states.awaiting { $0.savesPower }
            try await mock.set(.string("performance"))
            try await states.awaiting { !$0.savesPower }
            try await mock.set(.string("power-saver"))
            try await states.awaiting { $0.savesPower }
            PrivateBus.end(process)
            try await states.awaiting { !$0.savesPower }
        }
    }

    @Test func lowBatteryIsFollowed() async throws {
        let mock = PropertyMock(.upower, on: bus)
        try await running { states in
            try await mock.start(.uint32(1))
            for (value, isLow) in [(3, true), (2, false), (5, true), (1, false), (4, true)] {
                try await mock.set(.uint32(UInt32(value)))
                try await states.awaiting { $0.isBatteryLow == isLow }
            }
        }
    }

    @Test func sessionsAreFollowed() async throws {
        let logind = try await LogindMock.start(on: bus)
        try await running { states in
            try await logind.add("3", user: Self.user, type: "wayland")
            try await states.awaiting { $0.sessions.count == 1 }
            try await logind.set("3", ["LockedHint": .bool(true)])
            try await states.awaiting { $0.isLocked }
            try await logind.set("3", ["LockedHint": .bool(false), "IdleHint": .bool(true)])
            try await states.awaiting { !$0.isLocked && $0.isIdle }
            // Another user's session, the user manager's, and the user's own over SSH.
            try await logind.add("c4", user: 1001, type: "wayland")
            try await logind.add("5", user: Self.user, type: "unspecified", class: "manager")
            try await logind.add("6", user: Self.user, type: "tty")
            try await states.awaiting { $0.sessions.count == 2 && !$0.isIdle }
            try await logind.remove("6")
            try await states.awaiting { $0.sessions.count == 1 && $0.isIdle }
            try await logind.set("3", ["State": .string("closing")])
            try await states.awaiting { $0.sessions.isEmpty }
            try await logind.add("7", user: Self.user, type: "x11")
            try await logind.set("7", ["LockedHint": .bool(true)])
            try await states.awaiting { $0.isLocked }
            logind.end()
            try await states.awaiting { $0.sessions.isEmpty }
        }
    }

    /// Every user may send to every connection: a forged signal would make weatherd fetch less, or more.
    @Test func forgedSignalsAreIgnored() async throws {
        let mock = PropertyMock(.networkManager, on: bus)
        let logind = try await LogindMock.start(on: bus)
        try await logind.add("3", user: Self.user, type: "wayland")
        try await mock.start(.uint32(2))
        try await running { states in
            try await states.awaiting { $0.sessions.count == 1 }
            let other = try await Bus.open(at: bus.address)
            let call = BusCall(
                service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "ListNames")
            guard case .array(let names)? = try await other.call(call).first else { throw UnmetExpectation("no names") }
            let forgeries = [
                (
                    "/org/freedesktop/NetworkManager",
                    ["'org.freedesktop.NetworkManager'", "{'Metered': <uint32 1>}", "@as []"]
                ),
                (LogindMock.path("3"), ["'org.freedesktop.login1.Session'", "{'LockedHint': <true>}", "@as []"]),
            ]
            for name in names.compactMap(\.text) where name.hasPrefix(":") {
                for (path, arguments) in forgeries {
                    let program = try bus.start(
                        "/usr/bin/gdbus",
                        ["emit", "--address", bus.address, "--dest", name, "--object-path", path]
                            + ["--signal", "org.freedesktop.DBus.Properties.PropertiesChanged"] + arguments)
                    program.waitUntilExit()
                    #expect(program.terminationStatus == 0)
                }
            }
            await other.close()
            try await logind.set("3", ["IdleHint": .bool(true)])
            // The first state after the forgeries, which have been received before.
            let state = await states.next()
            #expect(state?.isMetered == false && state?.isLocked == false && state?.isIdle == true)
        }
    }

    /// A service that the bus could start stays as it is.
    @Test func nothingIsStarted() async throws {
        bus.end()
        let started = bus.directory.file("started")
        for service in PropertyMock.Service.allCases.map(\.name) + [LogindMock.service] {
            try bus.directory.write(
                "[D-BUS Service]\nName=\(service)\nExec=/usr/bin/touch \(started)\n", to: "services/\(service).service")
        }
        try bus.begin()
        let activatable = BusCall(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "ListActivatableNames")
        let other = try await Bus.open(at: bus.address)
        guard case .array(let names)? = try await other.call(activatable).first else {
            throw UnmetExpectation("no names")
        }
        #expect(names.contains(.string("org.freedesktop.UPower")))
        try await running { states in
            let logind = try await LogindMock.start(on: bus)
            try await logind.add("3", user: Self.user, type: "wayland")
            try await states.awaiting { $0.sessions.count == 1 }
        }
        #expect(!FileManager.default.fileExists(atPath: started))
        await other.close()
    }

    /// A bus that ends takes all reasons with it, and the next one brings them back.
    @Test func restartOfTheBusIsFollowed() async throws {
        let mock = PropertyMock(.networkManager, on: bus)
        try await mock.start(.uint32(1))
        try await running(isMetered: true) { states in
            bus.end()
            try await states.awaiting { $0.isMetered == false }
            try bus.begin()
            try await mock.start(.uint32(1))
            for await deadline in clock.sleeps where deadline.offset == .seconds(1) { break }
            clock.advance(by: .seconds(1))
            try await states.awaiting { $0.isMetered == true }
        }
    }

    /// A service that is on the bus but does not reply counts as missing, so that what it would tell is known after all.
    @Test func hangingServiceIsNoReason() async throws {
        let process = try await PropertyMock(.networkManager, on: bus).start(.uint32(1))
        kill(process.processIdentifier, SIGSTOP)
        let services = DeviceServices(address: bus.address, user: Self.user, clock: clock) { AsyncStream { _ in } }
        try await withThrowingTaskGroup { [clock] group in
            group.addTask { [state] in await services.follow { state.yield($0) } }
            group.addTask {
                for await _ in clock.sleeps where services.hasBus { clock.advance(by: .seconds(10)) }
            }
            var states = States(iterator: self.states.makeAsyncIterator())
            try await states.awaiting { $0.isMetered == false }
            #expect(services.hasBus)
            group.cancelAll()
        }
    }

    @Test func missingBusIsNoReason() async throws {
        bus.end()
        let services = DeviceServices(address: bus.address, user: Self.user, clock: clock) { AsyncStream { _ in } }
        await withThrowingTaskGroup { group in
            group.addTask { [state] in await services.follow { state.yield($0) } }
            var iterator = states.makeAsyncIterator()
            let first = await iterator.next()
            #expect(first?.isMetered == false && first?.sessions.isEmpty == true)
            #expect(!services.hasBus && clock.sleepers == 0)
            group.cancelAll()
        }
    }
}

/// A service of python3-dbusmock with one property, which the test sets.
struct PropertyMock {
    enum Service: CaseIterable {
        case networkManager, powerProfiles, formerPowerProfiles, upower

        var name: String {
            switch self {
            case .networkManager: "org.freedesktop.NetworkManager"
            case .powerProfiles: "org.freedesktop.UPower.PowerProfiles"
            case .formerPowerProfiles: "net.hadess.PowerProfiles"
            case .upower: "org.freedesktop.UPower"
            }
        }

        fileprivate var object: (path: String, interface: String, property: String) {
            switch self {
            case .networkManager: ("/org/freedesktop/NetworkManager", name, "Metered")
            case .powerProfiles: ("/org/freedesktop/UPower/PowerProfiles", name, "ActiveProfile")
            case .formerPowerProfiles: ("/net/hadess/PowerProfiles", name, "ActiveProfile")
            case .upower:
                ("/org/freedesktop/UPower/devices/DisplayDevice", "org.freedesktop.UPower.Device", "WarningLevel")
            }
        }
    }

    private let service: Service
    private let server: PrivateBus

    init(_ service: Service, on server: PrivateBus) {
        (self.service, self.server) = (service, server)
    }

    /// Starts the service with a value. A client that found no property yet receives it by signal.
    @discardableResult
    func start(_ value: BusValue) async throws -> Process {
        let object = service.object
        let process = try await server.start(
            "/usr/bin/python3", ["-m", "dbusmock", "--system", service.name, object.path, object.interface],
            owning: service.name)
        try await call("AddProperty", [.string(object.interface), .string(object.property), .variant(value)])
        try await set(value)
        return process
    }

    func set(_ value: BusValue) async throws {
        let object = service.object
        try await call("UpdateProperties", [.string(object.interface), .options([object.property: value])])
    }

    private func call(_ method: String, _ arguments: [BusValue]) async throws {
        let bus = try await Bus.open(at: server.address)
        _ = try await bus.call(
            BusCall(
                service: service.name, path: service.object.path, interface: "org.freedesktop.DBus.Mock",
                method: method, arguments: arguments))
        await bus.close()
    }
}

/// The logind of python3-dbusmock, see Network/logind.py.
struct LogindMock {
    static let service = "org.freedesktop.login1"
    private static let manager = "/org/freedesktop/login1"
    private let server: PrivateBus
    private let process: Process

    static func start(on server: PrivateBus) async throws -> LogindMock {
        let process = try await server.start(
            "/usr/bin/python3", ["-m", "dbusmock", "--template", PrivateBus.script("Network/logind.py")],
            owning: service)
        return LogindMock(server: server, process: process)
    }

    func end() { PrivateBus.end(process) }

    /// The path of a session, in which systemd escapes a leading digit.
    static func path(_ session: String) -> String {
        let first = session.utf8.first ?? 0
        let start = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) ? "_3" : ""
        return "\(manager)/session/\(start)\(session)"
    }

    func add(_ session: String, user: UInt32, type: String, class name: String = "user") async throws {
        try await call(
            "AddSession", at: Self.manager,
            [.string(session), .objectPath(Self.path(session)), .uint32(user), .string(type), .string(name)])
    }

    func remove(_ session: String) async throws {
        try await call(
            "RemoveSession", at: Self.manager, [.string(session), .objectPath(Self.path(session))])
    }

    func set(_ session: String, _ properties: [String: BusValue]) async throws {
        try await call(
            "UpdateProperties", at: Self.path(session),
            [.string("org.freedesktop.login1.Session"), .options(properties)])
    }

    private func call(_ method: String, at path: String, _ arguments: [BusValue]) async throws {
        let bus = try await Bus.open(at: server.address)
        _ = try await bus.call(
            BusCall(
                service: Self.service, path: path, interface: "org.freedesktop.DBus.Mock", method: method,
                arguments: arguments))
        await bus.close()
    }
}
