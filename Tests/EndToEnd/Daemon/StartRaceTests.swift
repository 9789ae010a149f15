import ClientProtocol
import Foundation
import Glibc
import Scratch
import Testing

/// Daemons that start at the same moment, after one that was killed.
@Suite(.ownThread, .timeLimit(.minutes(5)))
struct StartRaceTests {
    private static let daemonCount = 3

    /// At one socket, with the killed daemon's leftovers.
    @Test func oneSocket() throws {
        let home = try Home(provider: nil)
        let paths = Array(repeating: home.socketPath, count: Self.daemonCount)
        for round in 0..<Torture.count(40, 500) {
            let (winner, losers) = try race(home, paths, round)
            for loser in losers {
                #expect(
                    loser.log
                        == "weatherd: weatherd is already running as process \(winner) and listens on \(home.socketPath)\n",
                    "round \(round)")
            }
            #expect(access(home.socketPath, F_OK) == 0, "round \(round)")
        }
    }

    /// At different sockets, with one directory for the settings.
    @Test func oneDirectory() throws {
        let home = try Home(provider: nil)
        let paths = (0..<Self.daemonCount).map { home.directory.file("\($0).sock") }
        let state = home.directory.file("state/weatherd")
        for round in 0..<Torture.count(40, 500) {
            let (winner, losers) = try race(home, paths, round)
            for loser in losers {
                #expect(
                    loser.log
                        == "weatherd: weatherd is already running as process \(winner) and uses the files in \(state); stop it, or set a different XDG_STATE_HOME\n",
                    "round \(round)")
                #expect(access(loser.path, F_OK) != 0, "round \(round): it removes its socket")
            }
        }
    }

    /// The daemon serves the socket on which the service manager listened first.
    @Test func inheritedSocketLocksOutASecondDaemon() throws {
        let home = try Home(provider: nil)
        let socket = try Descriptor.unixSocket(SOCK_STREAM)
        try socket.address(home.socketPath, "bind", bind)
        #expect(listen(socket.number, 8) == 0)
        let daemon = try home.launch(handed: socket)
        try daemon.manager.wait(for: "READY=1")
        let second = try home.weatherd()
        #expect(second.status == 1)
        #expect(
            second.errors
                == "weatherd: weatherd is already running as process \(daemon.process.id) and listens on \(home.socketPath)\n"
        )
        #expect(try daemon.stop() == 0)
    }

    private struct Loser {
        var path: String
        var log: String
    }

    /// Starts a daemon for each path, waits until all but one have exited, stores a setting with the winner, and kills
    /// it.
    private func race(_ home: Home, _ paths: [String], _ round: Int) throws -> (winner: pid_t, losers: [Loser]) {
        let manager = try NotifySocket(home.directory.file("notify"))
        defer { manager.close() }
        let environment = home.environment.merging(["NOTIFY_SOCKET": manager.path]) { $1 }
        var running: [(process: ChildProcess, path: String, log: String)] = []
        for (number, path) in paths.enumerated() {
            let log = "log-\(number)"
            unlink(home.directory.file(log))
            let process = try ChildProcess(
                Programs.weatherd, ["--socket", path], environment: environment, errors: home.directory.file(log))
            running.append((process, path, log))
        }
        var losers: [Loser] = []
        while running.count > 1 {
            let index = try #require(
                ChildProcess.firstToEnd(of: running.map(\.process)), "round \(round): \(running.count) run")
            let (process, path, log) = running.remove(at: index)
            #expect(try process.wait() == 1, "round \(round)")
            losers.append(Loser(path: path, log: String(decoding: try home.directory.read(log), as: UTF8.self)))
        }
        let winner = running[0]
        try manager.wait(for: "READY=1")
        #expect(manager.messages.count { $0 == "READY=1" } == 1, "round \(round)")
        let unit = ["kn", "ms"][round % 2]
        #expect(try Client(winner.path).ask("set-units wind=\(unit)").code == nil, "round \(round)")
        winner.process.signal(SIGKILL)
        _ = try winner.process.wait()
        // What the winner acknowledged is stored, whatever the losers did.
        let bytes = try #require(home.bytes(home.settingsPath))
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""wind":"\#(unit)""#), "round \(round)")
        let half = home.storedFiles.filter { !Home.wholeFiles.contains($0) && $0 != "requests.json.new" }
        #expect(half == [], "round \(round)")
        return (winner.process.id, losers)
    }
}
