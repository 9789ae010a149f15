import Bus
import Connectivity
import Scratch
import Testing

/// The connection itself, with a real dbus-daemon as its peer.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a bus; run make integration"), .serialized, .timeLimit(.minutes(1)))
struct BusTests {
    private let server: PrivateBus

    init() throws {
        server = try PrivateBus()
    }

    private static func call(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: method, arguments: arguments)
    }

    @Test func callReturnsAnswerOrError() async throws {
        let bus = try await Bus.open(at: server.address)
        let names = try await bus.call(Self.call("ListNames"))
        guard case .array(let list) = names.first else {
            Issue.record("\(names)")
            return
        }
        #expect(list.contains(.string("org.freedesktop.DBus")))
        let interfaces = try await bus.get(
            "Interfaces", of: "/org/freedesktop/DBus", "org.freedesktop.DBus", at: "org.freedesktop.DBus")
        guard case .array(let others) = interfaces else {
            Issue.record("\(interfaces)")
            return
        }
        #expect(others.contains(.string("org.freedesktop.DBus.Monitoring")))

        await #expect {
            try await bus.call(Self.call("GetNameOwner", [.string("org.example.Missing")]))
        } throws: {
            ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.NameHasNoOwner"
        }
        await #expect(throws: BusError(message: "Invalid argument")) {
            try await bus.call(Self.call("not a method"))
        }
        await bus.close()
    }

    @Test func signalsEndWithTheConnection() async throws {
        let bus = try await Bus.open(at: server.address)
        let signals = try await bus.signals([.owner(of: "org.example.Test")])
        _ = try await bus.call(Self.call("RequestName", [.string("org.example.Test"), .uint32(0)]))
        _ = try await bus.call(Self.call("ReleaseName", [.string("org.example.Test")]))
        var iterator = signals.makeAsyncIterator()
        #expect(await iterator.next()?.arguments.dropFirst().first == .string(""))
        #expect(await iterator.next()?.arguments.last == .string(""))
        server.end()
        #expect(await iterator.next() == nil)
        await #expect(throws: BusError.disconnected) { try await bus.call(Self.call("ListNames")) }
    }

    /// 100,000 signals that are not received wait in bounded memory, and the newest of them arrive, with the change of the owner.
    @Test func floodOfSignalsIsBounded() async throws {
        let (sender, receiver) = (try await Bus.open(at: server.address), try await Bus.open(at: server.address))
        let service = "org.example.Flood"
        let signals = try await receiver.signals([
            .owner(of: service),
            BusMatch(sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", name: "NameOwnerChanged"),
        ])
        _ = try await sender.call(Self.call("RequestName", [.string(service), .uint32(0)]))
        for number in 0..<1000 {
            let name = "org.example.Other\(number)"
            _ = try await sender.call(Self.call("RequestName", [.string(name), .uint32(0)]))
            _ = try await sender.call(Self.call("ReleaseName", [.string(name)]))
        }
        // The receiver has processed all of them when this returns.
        _ = try await receiver.call(Self.call("ListNames"))
        await receiver.close()
        var received: [BusSignal] = []
        for await signal in signals { received.append(signal) }
        #expect((1...64).contains(received.count), "\(received.count)")
        #expect(received.contains { $0.arguments.first == .string("org.example.Other999") })
        await sender.close()
    }

    /// logind is followed again after a restart of the bus.
    @Test func sleepIsFollowedAgainAfterTheBusRestarts() async throws {
        let clock = ManualClock()
        let (reports, report) = AsyncStream.makeStream(of: Bool.self)
        var iterator = reports.makeAsyncIterator()
        try await withThrowingTaskGroup { group in
            try await startLogind()
            group.addTask { [address = server.address] in
                await SleepSignals(address: address, clock: clock).follow { report.yield($0) }
            }
            try await announcingSleep { #expect(await iterator.next() == true) }
            server.end()
            // The resume may have been missed.
            while await iterator.next() == true {}
            try server.begin()
            try await startLogind()
            for await deadline in clock.sleeps where deadline.offset == .seconds(1) { break }
            clock.advance(by: .seconds(1))
            try await announcingSleep { #expect(await iterator.next() == true) }
            group.cancelAll()
        }
    }

    private func startLogind() async throws {
        try await server.start(
            "/usr/bin/python3", ["-m", "dbusmock", "--template", PrivateBus.script("Network/logind.py")],
            owning: "org.freedesktop.login1")
    }

    /// logind announces sleep again and again, since the test does not know when the subscription is complete.
    private func announcingSleep(_ body: () async -> Void) async throws {
        let bus = try await Bus.open(at: server.address)
        await withTaskGroup { group in
            group.addTask {
                let call = BusCall(
                    service: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                    interface: "org.freedesktop.DBus.Mock", method: "Sleep", arguments: [.bool(true)])
                while !Task.isCancelled { _ = try? await bus.call(call) }
            }
            await body()
            group.cancelAll()
        }
        await bus.close()
    }

    @Test func cancelledCallReturns() async throws {
        _ = try await GeoClueMock(on: server, #"{"silent": true}"#)
        let bus = try await Bus.open(at: server.address)
        let call = BusCall(
            service: GeoClueMock.service, path: "/org/freedesktop/GeoClue2/Manager",
            interface: "org.freedesktop.GeoClue2.Manager", method: "GetClient")
        await withTaskGroup { group in
            group.addTask {
                await #expect(throws: BusError.disconnected) { try await bus.call(call) }
            }
            _ = try? await bus.call(Self.call("ListNames"))
            group.cancelAll()
        }
        // The connection continues to work.
        _ = try await bus.call(Self.call("ListNames"))
        await bus.close()
        await #expect(throws: BusError.disconnected) { try await bus.signals([.owner(of: "org.example.Test")]) }
    }
}
