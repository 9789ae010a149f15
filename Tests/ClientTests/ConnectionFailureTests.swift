import Testing

@testable import Client

@Suite("Why there is no talking to the daemon")
struct ConnectionFailureTests {
    @Test("No daemon: where, and how to start it")
    func noDaemon() {
        #expect(
            ConnectionFailure.noDaemon(path: "/run/user/1000/weatherd.sock").sentence
                == "no weatherd at /run/user/1000/weatherd.sock; start it with: systemctl --user start weatherd, and see what is wrong with: weatherctl doctor"
        )
    }

    @Test(
        "Too late: after how many seconds",
        arguments: [
            (2_000, "2 s"), (250, "0.25 s"), (45_000, "45 s"), (1_005, "1.005 s"), (500, "0.5 s"), (1, "0.001 s"),
        ])
    func timedOut(milliseconds: Int, seconds: String) {
        #expect(ConnectionFailure.timedOut(milliseconds: milliseconds).sentence.contains("within \(seconds);"))
    }

    @Test("A path that fits into no address is refused before a socket is made")
    func pathTooLong() {
        let path = "/" + String(repeating: "x", count: 107)
        #expect(throws: ConnectionFailure.pathTooLong(path: path)) { try Connection(to: path) }
    }

    @Test("Nobody listens where nothing is")
    func absent() {
        #expect(throws: ConnectionFailure.noDaemon(path: "/nonexistent.sock")) {
            try Connection(to: "/nonexistent.sock")
        }
        let failure = ConnectionFailure.noDirectory(path: "/nonexistent/weatherd.sock")
        #expect(throws: failure) { try Connection(to: "/nonexistent/weatherd.sock") }
        #expect(
            failure.sentence.hasPrefix("there is no directory /nonexistent for weatherd's socket; set XDG_RUNTIME_DIR"))
    }
}
