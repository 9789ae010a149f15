import Foundation
import SystemBus
import Testing

/// Signals that another program sends to a connection in the name of a service, with a real dbus-daemon.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a bus; run make integration"), .serialized, .timeLimit(.minutes(5)))
struct ForgedSignalTests {
    private static let logind = "org.freedesktop.login1"
    private static let receiver = "org.example.Receiver"

    private static func call(_ method: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: method, arguments: arguments)
    }

    /// Every user may send to every connection: a forged PrepareForSleep would stop all requests.
    @Test func forgedSignalsAreNotReceived() async throws {
        let server = try PrivateBus()
        let logind = try await server.start(
            "/usr/bin/python3", ["-m", "dbusmock", "--template", PrivateBus.script("Network/logind.py")],
            owning: Self.logind)
        let bus = try await Bus.open(at: server.address)
        _ = try await bus.call(Self.call("RequestName", [.string(Self.receiver), .uint32(0)]))
        let signals = try await bus.signals([
            .owner(of: Self.logind),
            BusMatch(
                sender: Self.logind, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
                name: "PrepareForSleep"),
        ])
        let forgeries = [
            ["/org/freedesktop/login1", "org.freedesktop.login1.Manager.PrepareForSleep", "boolean:true"],
            [
                "/org/freedesktop/DBus", "org.freedesktop.DBus.NameOwnerChanged", "string:" + Self.logind,
                "string::1.0", "string:",
            ],
        ]
        for forgery in forgeries {
            let program = try server.start(
                "/usr/bin/dbus-send",
                ["--bus=" + server.address, "--type=signal", "--dest=" + Self.receiver] + forgery)
            program.waitUntilExit()
            #expect(program.terminationStatus == 0)
        }
        // The receiver has processed them when this returns.
        _ = try await bus.call(Self.call("ListNames"))
        _ = try await bus.call(
            BusCall(
                service: Self.logind, path: "/org/freedesktop/login1", interface: "org.freedesktop.DBus.Mock",
                method: "Sleep", arguments: [.bool(false)]))
        PrivateBus.end(logind)
        var iterator = signals.makeAsyncIterator()
        let first = await iterator.next()
        #expect(first?.name == "PrepareForSleep" && first?.arguments == [.bool(false)])
        let second = await iterator.next()
        #expect(second?.name == "NameOwnerChanged" && second?.arguments.last == .string(""))
        await bus.close()
        #expect(await iterator.next() == nil)
    }
}
