import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Decoder faults in the real worker, each triggered by an answer (`Tests/Support/FaultyWorker`): the weather stays,
/// queries are answered in time, `status` names the reason, and the next fetch succeeds.
@Suite(.ownThread, .timeLimit(.minutes(5)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct FaultyWorkerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        /// The worker's name for the fault.
        var fault: String
        /// The possible texts in `status`.
        var reasons: [String]
        var testDescription: String { fault }
    }

    /// How Swift ends a program at a trap depends on the processor; at a failed allocation, also on its version.
    private static let traps = ["4 (SIGILL)", "5 (SIGTRAP)", "6 (SIGABRT)", "11 (SIGSEGV)"]

    private static let isPatient = ProcessInfo.processInfo.environment["WEATHERD_INTEGRATION"] != nil

    static let cases = [
        Case(fault: "trap", reasons: traps.prefix(2).map { "weatherd-worker was killed by signal \($0)" }),
        Case(fault: "badAddress", reasons: ["weatherd-worker was killed by signal 11 (SIGSEGV)"]),
        Case(fault: "exit", reasons: ["weatherd-worker exited with status 7 before completing its job"]),
        Case(
            fault: "memory",
            reasons: traps.flatMap { trap in
                let memory = "weatherd-worker probably ran out of memory (limit: 256 MiB): it was killed by signal"
                // A sanitized daemon may use more memory than the limit, and cannot distinguish its worker's from its
                // own.
                return Sanitizer.isOn
                    ? ["\(memory) \(trap)", "weatherd-worker was killed by signal \(trap)"] : ["\(memory) \(trap)"]
            }),
    ]

    @Test(arguments: cases) func lastWeatherIsKept(planted: Case) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let program = try home.weatherd(withWorker: Programs.faultyWorker)
            var daemon = try home.start(program: program)
            try home.awaitRefresh()
            let weather = try home.ask("short").lines
            #expect(try daemon.stop() == 0)

            home.clock?.now += 1200
            provider.respond { _ in .json("fault: \(planted.fault)") }
            daemon = try home.start(program: program)
            let latency = LatencyProbe(daemon)
            try home.awaitRefresh()
            let error = try home.json("status")["lastError"] as? String ?? ""
            #expect(planted.reasons.contains { error.contains($0) }, "\(error)")
            #expect(daemon.log.contains(error), "\(daemon.log)")
            #expect(try home.ask("short").lines == weather)
            #expect(try home.json("current")["temperatureC"] as? Double == 22.1)

            // The plan retries automatically.
            provider.respond { _ in .json(Forecast(warmer: 5).json) }
            try home.awaitFetch("current")
            #expect(try home.json("current")["temperatureC"] as? Double == 27.1)
            #expect(try home.json("status")["lastError"] is NSNull)
            let findings = latency.stop()
            print("\(planted.fault): \(findings)")
            #expect(findings.areInTime, "\(findings) \(findings.failures)")
            #expect(findings.lines.isSubset(of: [weather, try home.ask("short").lines]), "\(findings.lines)")
            #expect(try daemon.stop() == 0)
        }
    }

    /// Two workers at once, one in an endless loop, the other stopped. Each is killed after its job's time limit, 35 s,
    /// which is too long for `make test`; hangingSearchIsKilled shows the same there in 10 s.
    @Test(.enabled(if: isPatient, "`make integration` runs it")) func hangingWorkersAreKilled() async throws {
        let other = "10.1,20"
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let program = try home.weatherd(withWorker: Programs.faultyWorker)
            var daemon = try home.start(program: program)
            try home.awaitRefresh()
            #expect(try home.ask("refresh --wait --place \(other)").code == nil)
            let weather = try home.ask("short").lines
            #expect(try daemon.stop() == 0)

            home.clock?.now += 1200
            provider.respond { request in
                .json("fault: \(request.query["latitude"]?.hasPrefix("10.1") == true ? "stop" : "loop")")
            }
            daemon = try home.start(program: program)
            let latency = LatencyProbe(daemon)
            let clients = [try home.client(), try home.client()]
            try clients[0].send("refresh --wait\n")
            try clients[1].send("refresh --wait --place \(other)\n")
            for client in clients {
                let reply = try #require(try client.reply(within: 60))
                #expect("\(reply)".contains("weatherd-worker timed out after 35 s"), "\(reply)")
            }
            #expect(try home.json("status")["lastError"] as? String == "weatherd-worker timed out after 35 s")
            #expect(try home.ask("short").lines == weather)
            #expect(try home.json("current --place \(other)")["temperatureC"] as? Double == 22.1)

            provider.respond { _ in .json(Forecast(warmer: 5).json) }
            try home.awaitFetch("current")
            let findings = latency.stop()
            print("hung workers: \(findings)")
            #expect(findings.areInTime, "\(findings) \(findings.failures)")
            #expect(try daemon.stop() == 0)
        }
    }

    /// The search worker hangs during a search: that search fails, and the next one gets a new worker.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: Programs.directory + "/gazetteer.sqlite")))
    func hangingSearchIsKilled() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            let cities = try home.ask("search oslo").lines
            let latency = LatencyProbe(daemon)
            for worker in try daemon.workers { kill(worker, SIGSTOP) }
            let reply = try home.ask("search oslo")
            #expect("\(reply)".contains("weatherd-worker timed out after 10 s"), "\(reply)")
            #expect(try home.ask("search oslo").lines == cities)
            let findings = latency.stop()
            print("a hung search: \(findings)")
            #expect(findings.areInTime, "\(findings) \(findings.failures)")
            #expect(try daemon.stop() == 0)
        }
    }

    /// As on kernels before 5.13: the worker fetches and searches, and the missing restriction is reported.
    @Test func withoutLandlock() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start(
                first: "exec '\(Programs.confinementProbe)' withoutLandlock \"$0\" \"$@\"")
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            #expect(try home.json("current")["temperatureC"] as? Double == 22.1)
            let sentence = "seccomp only: this kernel has no Landlock"
            let finding = Diagnostic(.note, "worker sandbox", sentence)
            #expect(try home.ask("doctor").lines.contains(finding.line))
            #expect(
                daemon.log.components(separatedBy: "worker sandbox: \(sentence)\n").count == 2, "\(daemon.log)")
            #expect(try daemon.stop() == 0)
        }
    }
}
