import Testing

@testable import Client

@Suite("Connection failures")
struct ConnectionFailureTests {
    @Test("Without a daemon the error names the socket and how to start it")
    func noDaemon() {
        #expect(
            ConnectionFailure.noDaemon(path: "/run/user/1000/weatherd.sock").sentence
                == "no weatherd at /run/user/1000/weatherd.sock; run 'systemctl --user start weatherd', or 'weatherctl doctor' to find the cause"
        )
    }

    @Test(
        "A timeout names the number of seconds",
        arguments: [
            (2_000, "2 s"), (250, "0.25 s"), (45_000, "45 s"), (1_005, "1.005 s"), (500, "0.5 s"), (1, "0.001 s"),
        ])
    func timedOut(milliseconds: Int, seconds: String) {
        #expect(ConnectionFailure.timedOut(milliseconds: milliseconds).sentence.contains("within \(seconds);"))
    }

    @Test("An overlong path is rejected before a socket is created")
    func pathTooLong() {
        let path = "/" + String(repeating: "x", count: 107)
        #expect(throws: ConnectionFailure.pathTooLong(path: path)) { try DaemonConnection(to: path) }
    }

    @Test("A missing socket is an absent daemon")
    func absent() {
        #expect(throws: ConnectionFailure.noDaemon(path: "/nonexistent.sock")) {
            try DaemonConnection(to: "/nonexistent.sock")
        }
        let failure = ConnectionFailure.noDirectory(path: "/nonexistent/weatherd.sock")
        #expect(throws: failure) { try DaemonConnection(to: "/nonexistent/weatherd.sock") }
        #expect(
            failure.sentence.hasPrefix("no directory /nonexistent for weatherd's socket; log in again"))
    }
}
