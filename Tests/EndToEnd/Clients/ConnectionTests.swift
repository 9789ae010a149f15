import ClientProtocol
import Glibc
import LoopbackHTTP
import Testing

/// Many clients, and clients with unusual behaviour.
@Suite(.ownThread, .timeLimit(.minutes(1)))
struct ConnectionTests {
    private static let limit = 4096

    @Test(.enabled(if: Descriptor.allows(limit + 1024), "the hard limit of open files is below 5,120; see ulimit -Hn"))
    func connectionsBeyondTheLimitAreRejected() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let clients = try (0..<Self.limit).map { _ in try home.client() }
        #expect(try clients.last?.ask("version").code == nil)
        for _ in 0..<10 {
            let client = try home.client()
            #expect(try client.reply() == .error(.busy, "too many clients (4096); try again later"))
            #expect(try client.replyOrEnd() == nil)
        }
        let refused = try home.weatherctl("short")
        #expect(refused.status == 1)
        #expect(refused.errors == "weatherctl: too many clients (4096); try again later\n")
        for client in clients { #expect(try client.ask("version").code == nil) }
        #expect(try daemon.stop() == 0)
    }

    @Test func repliesContinueAfterEndOfRequests() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let client = try home.client()
        try client.send("version\nset-units imperial\nstatus\n")
        client.endRequests()
        #expect(try client.reply().code == nil)
        #expect(try client.reply().code == nil)
        #expect(try client.reply().lines.last?.hasPrefix("version: ") == true)
        #expect(try client.replyOrEnd() == nil)
        #expect(try daemon.stop() == 0)
    }

    /// As `printf 'version\n' | nc -U -N` does.
    @Test func closesAfterTheLastReply() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let client = try home.client()
        client.endRequests()
        #expect(try client.replyOrEnd() == nil)
        #expect(try daemon.stop() == 0)
    }

    @Test func tenThousandInOneWrite() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let client = try home.client()
        let other = try home.client()
        // The error message identifies the request.
        var requests = Array((0..<10_000).map { "request-\($0)\n" }.joined().utf8)[...]
        try client.sendWhatFits(of: &requests)
        // The client does not read yet. The daemon stops at its buffer limit, and serves the others.
        #expect(try other.ask("version").code == nil)
        for index in 0..<10_000 {
            guard case .error(.unknownCommand, let message) = try client.reply() else {
                Issue.record("reply \(index) differs")
                return
            }
            try client.sendWhatFits(of: &requests)
            #expect(message.hasPrefix("unknown command \"request-\(index)\";"))
        }
        #expect(try client.ask("version").code == nil)
        #expect(try daemon.stop() == 0)
    }

    @Test func byteByByte() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let client = try home.client()
        for byte in "version\n".utf8 { try client.send([byte]) }
        #expect(try client.reply().code == nil)
        // With a CRLF line end.
        #expect(try client.ask("version\r").code == nil)
        #expect(try daemon.stop() == 0)
    }
}
