import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// `kill -9` of workers at any moment: the weather is kept, queries are answered, and the failure is reported.
@Suite(.ownThread, .timeLimit(.minutes(10)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct WorkerTests {
    /// As many places besides the current one as are refreshed at a time, and some more.
    private static let placesOfARun = 25

    @Test func settingsSurviveRepeatedKills() async throws {
        let rounds = Torture.count(50, 1000)
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            var kills = 0
            // The slowest of all queries, s.
            var slowest = 0.0
            var daemon = try home.start()
            try home.awaitRefresh()
            var weather = try home.ask("short").lines
            var latency = LatencyProbe(daemon)
            func endQueries() {
                let findings = latency.stop()
                #expect(findings.areInTime, "\(findings) \(findings.failures)")
                slowest = max(slowest, findings.slowest)
            }
            for round in 0..<rounds {
                if round > 0, round.isMultiple(of: Self.placesOfARun) {
                    endQueries()
                    #expect(try daemon.stop() == 0)
                    // Ten minutes later new places replace those of the last run.
                    home.clock?.now += 700
                    daemon = try home.start()
                    try home.awaitRefresh()
                    weather = try home.ask("short").lines
                    latency = LatencyProbe(daemon)
                }
                // A different place each time, which must be fetched.
                let client = try home.client()
                try client.send("refresh --wait --place 10.\(100 + round),20\n")
                let end = Moment.now + .random(in: 0..<0.1)
                var reply: Reply?
                while reply == nil {
                    if Moment.now >= end { for worker in try daemon.workers { kill(worker, SIGKILL) } }
                    #expect(try home.ask("short").lines == weather, "round \(round)")
                    reply = try client.reply(within: 0.005)
                }
                guard let reply, reply.code != nil else { continue }
                kills += 1
                let sentence = Result { try reply.lines }.failureDescription
                #expect(
                    sentence.contains("weatherd-worker was killed by signal 9 (SIGKILL)"), "round \(round): \(sentence)"
                )
            }
            endQueries()
            print("\(kills) of \(rounds) workers were killed during their jobs; the slowest query took \(slowest) s")
            #expect(kills > 0)
            try await expectNoWorkersOfFetches(of: daemon)
            #expect(try daemon.stop() == 0)
        }
    }

    /// Searches continue with another worker.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: Programs.directory + "/gazetteer.sqlite")))
    func searchSurvivesKilledWorker() throws {
        let home = try Home(provider: nil, now: Forecast.now)
        let daemon = try home.start()
        for _ in 0..<Torture.count(20, 200) {
            #expect(try home.ask("search oslo").code == nil)
            let workers = try daemon.workers
            #expect(!workers.isEmpty)
            for worker in workers { kill(worker, SIGKILL) }
        }
        #expect(try daemon.stop() == 0)
    }

    /// systemd and the terminal send them to all processes of the daemon.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: Programs.directory + "/gazetteer.sqlite")),
        arguments: [SIGHUP, SIGINT, SIGQUIT, SIGTERM])
    func daemonSignalsDoNotEndWorker(number: Int32) async throws {
        let home = try Home(provider: nil, now: Forecast.now)
        let daemon = try home.start()
        #expect(try home.ask("search oslo").code == nil)
        // A worker that still retries a fetch may run beside it.
        try await expectNoWorkersOfFetches(of: daemon)
        let worker = try #require(try daemon.workers.first)
        kill(worker, number)
        #expect(try home.ask("search oslo").code == nil)
        #expect(try daemon.workers.contains(worker))
        #expect(try daemon.stop() == 0)
    }

    /// Except the reverse geocoding worker, which stays for five minutes.
    private func expectNoWorkersOfFetches(of daemon: RunningDaemon) async throws {
        let end = Moment.now + Descriptor.patience
        var left = try daemon.workers
        while left.count > 1, Moment.now < end {
            await Task.yield()
            left = try daemon.workers
        }
        #expect(left.count <= 1)
    }
}

extension Result {
    /// Empty for a success.
    fileprivate var failureDescription: String { if case .failure(let error) = self { "\(error)" } else { "" } }
}

/// A faulty worker: the weather of the last run stays, and `status` names the reason.
@Suite(.ownThread, .timeLimit(.minutes(5)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct BrokenWorkerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The program that replaces the worker; nil for none.
        var script: String?
        /// The text in `status`.
        var reason: String
    }

    static let cases = [
        Case(testDescription: "missing", script: nil, reason: "weatherd-worker does not exist"),
        Case(
            testDescription: "exits", script: "exit 7",
            reason: "weatherd-worker exited with status 7 before completing its job"),
        Case(
            testDescription: "killed", script: "kill -SEGV $$",
            reason: "weatherd-worker was killed by signal 11 (SIGSEGV)"),
        Case(
            testDescription: "garbage", script: "printf '\\003\\000\\000\\000abc' >&3; exec sleep 600",
            reason: "weatherd-worker sent an invalid message"),
        Case(
            testDescription: "endless", script: "exec yes >&3",
            reason: "weatherd-worker sent a message longer than 4 MiB"),
        Case(
            testDescription: "of another version",
            // The header, and `0.0.9` with its length, in the format of Jobs.
            script: "printf '\\010\\000\\000\\000\\004\\0120.0.9\\000' >&3; exec cat <&3 >/dev/null",
            reason: "weatherd-worker is version 0.0.9, but weatherd is version \(Release.version)"),
    ]

    /// If the kernel did not keep exit statuses, as for a parent that ignores SIGCHLD, each would be 0.
    @Test func exitStatusIsKnownWhenSIGCHLDWasIgnored() throws {
        let home = try Home(provider: nil, now: Forecast.now)
        let program = try home.weatherd(withWorker: home.script("exit 7"))
        let daemon = try home.start(first: "trap '' CHLD", program: program)
        try home.awaitRefresh()
        #expect(
            try home.json("status")["lastError"] as? String
                == "weatherd-worker exited with status 7 before completing its job")
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: cases) func lastWeatherIsKept(broken: Case) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let first = try home.start()
            try home.awaitRefresh()
            let weather = try home.ask("short").lines
            #expect(try first.stop() == 0)

            let program = try home.weatherd(withWorker: broken.script.map { try home.script($0) })
            home.clock?.now += 1000
            let daemon = try home.start(program: program)
            try home.awaitRefresh()
            let error = try home.json("status")["lastError"] as? String ?? ""
            #expect(error.contains(broken.reason), "\(error)")
            #expect(try home.ask("short").lines.joined().contains(weather.joined().prefix(3)))
            #expect(provider.requests.count == 1)
            #expect(try daemon.stop() == 0)
        }
    }
}
