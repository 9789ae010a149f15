import Foundation
import Refreshing
import Scratch
import SystemBus
import Testing

/// The connection itself, with a real dbus-daemon as its peer.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a bus; run make integration"), .serialized, .timeLimit(.minutes(5)))
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

    /// The resident memory of this process, MiB.
    private static func residentMemory() throws -> Double {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return Double(try #require(Int(fields[1])) * Int(getpagesize())) / 1_048_576
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
        let before = try Self.residentMemory()
        for number in 0..<50_000 {
            let name = "org.example.Other\(number)"
            try await sender.post(Self.call("RequestName", [.string(name), .uint32(0)]))
            try await sender.post(Self.call("ReleaseName", [.string(name)]))
            // The bus ends a connection that has too many messages on the way.
            if number % 100 == 99 { _ = try await sender.call(Self.call("GetId")) }
        }
        // The receiver has processed all of them when this returns.
        _ = try await receiver.call(Self.call("ListNames"))
        let growth = try Self.residentMemory() - before
        print("memory for 100,000 signals that wait: \(growth.formatted(.number.precision(.fractionLength(1)))) MiB")
        #expect(growth < 16)
        await receiver.close()
        var received: [BusSignal] = []
        for await signal in signals { received.append(signal) }
        #expect((1...64).contains(received.count), "\(received.count)")
        #expect(received.contains { $0.arguments.first == .string("org.example.Other49999") })
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
                await SleepSignals(address: address, clock: clock) { AsyncStream { _ in } }.follow { report.yield($0) }
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

    /// A daemon that was started before the bus sets no timer, and tries the bus when it is awake anyway.
    @Test func busThatStartsLaterIsFollowed() async throws {
        server.end()
        let clock = ManualClock()
        let (reports, report) = AsyncStream.makeStream(of: Bool.self)
        let (occasions, occasion) = AsyncStream.makeStream(of: Void.self)
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let signals = SleepSignals(address: server.address, clock: clock) {
            wait.yield()
            return occasions
        }
        try await withThrowingTaskGroup { group in
            group.addTask { await signals.follow { report.yield($0) } }
            var waiting = waits.makeAsyncIterator()
            for _ in 0..<3 {
                await waiting.next()
                #expect(!signals.isFollowed && clock.sleepers == 0)
                occasion.yield()
            }
            await waiting.next()
            try server.begin()
            try await startLogind()
            occasion.yield()
            var iterator = reports.makeAsyncIterator()
            try await announcingSleep { #expect(await iterator.next() == true) }
            #expect(signals.isFollowed)
            server.end()
            for await deadline in clock.sleeps where deadline.offset == .seconds(1) { break }
            #expect(!signals.isFollowed)
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
