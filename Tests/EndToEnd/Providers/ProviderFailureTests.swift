import ClientProtocol
import Foundation
import LoopbackHTTP
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ProviderFailureTests {
    @Test(arguments: ProviderFailure.all)
    func oldWeatherIsKept(failure: ProviderFailure) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let host = "127.0.0.1:\(provider.port)"
            let sentence = failure.sentence.replacing("HOST", with: host)
            let home = try Home(provider: provider, now: Forecast.now)
            var daemon = try home.start()
            try home.awaitRefresh()
            let good = try home.json("current")
            #expect(try daemon.stop() == 0)
            let cached = try #require(home.bytes(home.cachePath))
            let files = home.storedFiles.sorted()

            // After 20 minutes the cache is too old, and the next start fetches.
            home.clock?.now += 1200
            provider.respond(with: failure.response)
            daemon = try home.start()
            let memory = try daemon.memory
            try home.awaitRefresh()
            // A sanitizer tracks all memory, and does not return it immediately.
            if !Sanitizer.isOn {
                #expect(try daemon.peakMemory < memory + ProviderFailure.memory, "it was \(memory >> 10) KiB")
            }
            let status = try home.json("status")
            // The measured time may be longer than the limit.
            let error = (status["lastError"] as? String)?.replacing(/within 1[1-5] s/, with: "within 10 s")
            #expect(error == sentence)
            #expect(status["offline"] as? Bool == failure.isOffline)
            #expect(status["freshness"] as? String == "fresh")
            let next = try #require(status["nextRefresh"] as? String)
            let wait = try #require(UnixTime.parsing(next)) - Forecast.now - 1200
            #expect(failure.nextTry.contains(wait), "the next attempt in \(wait) s")
            var current = try home.json("current")
            #expect(current["ageSeconds"] as? Int == 1200)
            current["ageSeconds"] = 0
            var classes = try #require(current["class"] as? [String])
            #expect(classes.contains("offline") == failure.isOffline)
            classes.removeAll { $0 == "offline" }
            current["class"] = classes
            #expect(NSDictionary(dictionary: current) == NSDictionary(dictionary: good))
            let log = daemon.log.replacing(/within 1[1-5] s/, with: "within 10 s")
            #expect(log.contains("weatherd: no new weather: \(sentence)\n"), "\(log)")

            // The cache does not contain a failure. The service's Retry-After delays requests by at most two hours and 10%.
            #expect(try daemon.stop() == 0)
            #expect(home.bytes(home.cachePath) == cached)
            #expect(home.storedFiles.sorted() == files)
            provider.respond { _ in .json(Forecast(warmer: 5).json) }
            home.clock?.now += 7921
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.json("current")["ageSeconds"] as? Int == 0)
            #expect(try home.json("status")["lastError"] is NSNull)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func failureBeforeFirstWeatherIsReported() async throws {
        try await LoopbackServer.running { _ in
            .answer(status: 500, body: [])
        } _: { provider in
            let home = try Home(provider: provider)
            let daemon = try home.start()
            try home.awaitRefresh()
            let sentence = "127.0.0.1:\(provider.port) returned HTTP 500"
            let end = try home.weatherctl("short")
            #expect(end.status == 75)
            #expect(end.errors == "weatherctl: no weather has been fetched yet; last error: \(sentence)\n")
            #expect(home.bytes(home.cachePath) == nil)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func connectionRefusedIsReported() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        try home.awaitRefresh()
        let status = try home.json("status")
        #expect(status["lastError"] as? String == "127.0.0.1:9 cannot be reached: connection refused")
        #expect(status["offline"] as? Bool == true)
        #expect(try daemon.stop() == 0)
    }

    /// The cached report and its file are kept.
    @Test func connectionRefusedAfterSuccessIsReported() async throws {
        let provider = try await LoopbackServer.start { _ in .json(Forecast().json) }
        let home = try Home(provider: provider, now: Forecast.now)
        var daemon = try home.start()
        try home.awaitRefresh()
        #expect(try daemon.stop() == 0)
        let cached = try #require(home.bytes(home.cachePath))
        await provider.stop()
        home.clock?.now += 1200
        daemon = try home.start()
        try home.awaitRefresh()
        let status = try home.json("status")
        #expect(
            status["lastError"] as? String == "127.0.0.1:\(provider.port) cannot be reached: connection refused")
        #expect(status["offline"] as? Bool == true)
        let current = try home.json("current")
        #expect(current["temperatureC"] as? Double == 22.1)
        #expect(current["ageSeconds"] as? Int == 1200)
        #expect(current["freshness"] as? String == "fresh")
        #expect(try daemon.stop() == 0)
        #expect(home.bytes(home.cachePath) == cached)
    }

    /// Old weather is shown with its age until the provider recovers. Each start is a retry, since only the wall clock
    /// is moved here.
    @Test func hourOfServerErrors() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            var daemon = try home.start()
            try home.awaitRefresh()
            let cached = try #require(home.bytes(home.cachePath))
            provider.respond { _ in .answer(status: 500, body: []) }
            for minute in stride(from: 11, through: 66, by: 11) {
                #expect(try daemon.stop() == 0)
                home.clock?.now = Forecast.now + minute * 60
                daemon = try home.start()
                try home.awaitRefresh()
                let status = try home.json("status")
                #expect(
                    status["lastError"] as? String == "127.0.0.1:\(provider.port) returned HTTP 500")
                #expect(status["ageSeconds"] as? Int == minute * 60)
                #expect(status["freshness"] as? String == (minute < 60 ? "fresh" : "stale"))
                #expect(status["offline"] as? Bool == false)
                let current = try home.json("current")
                #expect(current["temperatureC"] is Double)
                #expect(try home.weatherctl("short").status == 0)
                #expect(home.bytes(home.cachePath) == cached)
            }
            // On a busy machine, the next attempt may begin before the daemon is stopped.
            #expect(provider.requests.count >= 1 + 6)

            #expect(try daemon.stop() == 0)
            provider.respond { _ in .json(Forecast(warmer: 5).json) }
            home.clock?.now += 660
            daemon = try home.start()
            try home.awaitRefresh()
            let current = try home.json("current")
            #expect(current["freshness"] as? String == "fresh")
            #expect(current["ageSeconds"] as? Int == 0)
            #expect(try home.json("status")["lastError"] is NSNull)
            #expect(try daemon.stop() == 0)
            #expect(home.bytes(home.cachePath) != cached)
        }
    }

    /// Queries are answered from an earlier run's cache, and none waits for the provider.
    @Test func thousandQueriesWhileItHangs() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home.withCachedForecast(from: provider)
            let daemon = try home.start()
            await provider.requests(atLeast: 2)
            let client = try home.client()
            for _ in 0..<1000 { #expect(try client.ask("short") == .ok(["⛅ 22°C"])) }
            // Still the same request, neither answered nor timed out.
            #expect(provider.requests.count == 2)
            let status = try home.json("status")
            #expect(status["nextRefresh"] is NSNull)
            #expect(status["lastError"] is NSNull)
            #expect(try daemon.stop() == 0)
        }
    }
}
