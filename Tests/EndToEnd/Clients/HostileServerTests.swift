import Foundation
import Glibc
import Testing

/// Another program at the socket: weatherctl still times out, and protects the terminal.
@Suite(.ownThread, .timeLimit(.minutes(2)))
struct HostileServerTests {
    private func withServer(
        _ reply: String, isEndless: Bool = false, _ body: (Home) throws -> Void
    ) throws {
        let home = try Home(provider: nil)
        let server = try HostileServer(home.socketPath, reply: reply, isEndless: isEndless)
        defer { server.stop() }
        try body(home)
    }

    /// It ends before it exhausts memory: the limit here is far below what an earlier version used.
    @Test(
        .unsanitized("its shadow memory exceeds that limit"),
        arguments: ["current", "short", "places", "map", "doctor", "--complete bash current --place ''"],
        ["OK 1\nx\n", "OK 100000\n", "x", "ERR no-data x\n"])
    func endlessReplyIsRejected(command: String, reply: String) throws {
        try withServer(reply, isEndless: true) { home in
            let words = command.hasPrefix("-") ? command : "--timeout 0.5 \(command)"
            let result = try Finished.running(
                "/bin/sh", ["-c", "ulimit -v 1000000; exec weatherctl \(words)"], environment: home.environment)
            #expect([0, 1, 69, 75].contains(result.status), "\(result.status) \(result.errors)")
        }
    }

    @Test func controlCharactersDoNotReachTerminal() throws {
        try withServer("OK 1\n\u{1B}[2J\u{1B}[31mx\u{1B}[0m\u{9B}m\u{7}\n") { home in
            let result = try home.weatherctl("current")
            #expect(result.output == "\u{FFFD}[2J\u{1B}[31mx\u{1B}[0m\u{FFFD}m\u{FFFD}\n")
            #expect(try home.weatherctl("short").output == result.output)
        }
        try withServer("ERR busy \u{1B}]0;x\u{7}\r\n") { home in
            let result = try home.weatherctl("current")
            #expect(result.status == 1)
            #expect(result.errors == "weatherctl: \u{FFFD}]0;x\u{FFFD}\u{FFFD}\n")
        }
    }
}

/// Sends one reply to each client, once or endlessly.
final class HostileServer {
    private let listener: Descriptor

    init(_ path: String, reply: String, isEndless: Bool) throws {
        listener = try Descriptor.unixSocket(SOCK_STREAM)
        try listener.address(path, "bind", bind)
        guard listen(listener.number, 16) == 0 else { throw Failure("listen") }
        let bytes = Array(String(repeating: reply, count: isEndless ? 65_536 / reply.utf8.count : 1).utf8)
        Thread { [number = listener.number] in
            while true {
                let client = accept(number, nil, nil)
                guard client >= 0 else { return }
                repeat {} while send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 && isEndless
                // Until the client has read it.
                var rest = [UInt8](repeating: 0, count: 1024)
                while recv(client, &rest, rest.count, 0) > 0 {}
                close(client)
            }
        }.start()
    }

    func stop() {
        shutdown(listener.number, Int32(SHUT_RDWR))
    }
}
