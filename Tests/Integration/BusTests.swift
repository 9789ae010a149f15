import Bus
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
