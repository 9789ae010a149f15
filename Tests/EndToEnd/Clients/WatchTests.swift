import ClientProtocol
import Glibc
import LoopbackHTTP
import Scratch
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct WatchTests {
    private func watching(_ body: (Home, RunningDaemon, LoopbackServer) async throws -> Void) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            try await body(home, daemon, provider)
        }
    }

    private func weatherctl(_ home: Home, _ script: String) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", script], environment: home.environment, errors: home.directory.file("errors"))
    }

    @Test func printsAtOnceAndOnChange() async throws {
        try await watching { home, daemon, _ in
            let watch = try weatherctl(home, "exec weatherctl watch short")
            let lines = Lines(watch.output)
            #expect(try lines.next() == "⛅ 22°C")
            #expect(try home.ask("set-units imperial").code == nil)
            #expect(try lines.next() == "⛅ 72°F")
            // A change that does not affect the output prints nothing: the next line is that of the change after it.
            #expect(try home.ask("set-units wind=kn").code == nil)
            #expect(try home.ask("set-units temperature=k").code == nil)
            #expect(try lines.next() == "⛅ 295 K")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test(arguments: [
        "watch short >&-", "watch short <&- >&-", "watch short -o waybar >&-", "short -o waybar <&- >&-", "short >&-",
        "current <&- >&-",
    ])
    func closedOutputIsNotTakenForADaemonFailure(words: String) async throws {
        try await watching { home, daemon, _ in
            let end = try Finished.running(
                "/bin/sh", ["-c", "exec weatherctl \(words)"], environment: home.environment)
            #expect(end.status == 74)
            #expect(end.errors == "weatherctl: cannot write to standard output: Bad file descriptor\n")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func watchSurvivesDaemonRestart() async throws {
        try await watching { home, daemon, _ in
            let watch = try weatherctl(home, "exec weatherctl watch short")
            let lines = Lines(watch.output)
            #expect(try lines.next() == "⛅ 22°C")
            try daemon.kill()
            #expect(try lines.next() == "", "the bar is cleared")
            var second = try home.start()
            #expect(try lines.next() == "⛅ 22°C")
            // The same holds after an orderly end.
            #expect(try second.stop() == 0)
            #expect(try lines.next() == "")
            second = try home.start()
            #expect(try lines.next() == "⛅ 22°C")
            #expect(watch.hasEnded(within: 0) == false)
            #expect(try second.stop() == 0)
        }
    }

    @Test(arguments: ["exec weatherctl watch short", "trap '' PIPE; exec weatherctl watch short"])
    func watchEndsWhenOutputIsClosed(script: String) async throws {
        try await watching { home, daemon, _ in
            let watch = try weatherctl(home, script)
            #expect(try Lines(watch.output).next() == "⛅ 22°C")
            watch.output.close()
            #expect(try watch.wait() == 0)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func watchStartsBeforeDaemon() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let watch = try weatherctl(home, "exec weatherctl watch short")
            let lines = Lines(watch.output)
            #expect(try lines.next() == "")
            let daemon = try home.start()
            #expect(try lines.next() == "⛅ 22°C")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func watchFollowsClockWithoutNewData() async throws {
        try await watching { home, daemon, _ in
            // A second before sunset, when the icon changes.
            home.clock?.now = Forecast.midnight + 70_859
            let watcher = try home.client()
            #expect(try watcher.ask("watch short") == .ok(["⛅ 20°C (forecast)"]))
            home.clock?.now += 1
            #expect(try watcher.reply() == .ok(["🌜 20°C (forecast)"]))
            #expect(try daemon.stop() == 0)
        }
    }

    /// Twenty clients that watch a long view and never read cost no more than their buffers.
    @Test(.unsanitized("the memory is the sanitizer's"))
    func watchersThatNeverReadCostOnlyTheirBuffers() async throws {
        try await watching { home, daemon, _ in
            let watchers = try (0..<20).map { _ in
                let client = try home.client()
                try client.send("watch hourly 384\n")
                return client
            }
            let other = try home.client()
            let length = try other.ask("hourly 384").lines.joined(separator: "\n").utf8.count
            let before = try daemon.memory
            for index in 0..<300 {
                #expect(try other.ask("set-units wind=\(index.isMultiple(of: 2) ? "kn" : "ms")").code == nil)
            }
            let growth = try daemon.memory - before
            // All of it would be three hundred replies for each client.
            #expect(growth < 20 * 20 * length, "\(growth) bytes for replies of \(length)")

            // Once they read, they skip to the latest.
            let latest = try other.ask("hourly 384")
            for watcher in watchers {
                var count = 1
                while try watcher.reply() != latest { count += 1 }
                #expect(count < 100)
            }
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func requestOnWatchingConnectionIsRejected() async throws {
        try await watching { home, daemon, _ in
            let client = try home.client()
            #expect(try client.ask("watch short").code == nil)
            #expect(try client.ask("short").code == .badRequest)
            #expect(try client.replyOrEnd() == nil)
            #expect(try daemon.stop() == 0)
        }
    }
}
