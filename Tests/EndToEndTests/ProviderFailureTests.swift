import Foundation
import LoopbackHTTP
import Testing
import Wire

/// One way for a provider to be of no use, and what people are told of it. `HOST` stands for its address.
struct ProviderFailure: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var response: LoopbackServer.Handler
    var sentence: String
    var isOffline = false
    /// Seconds from now in which the next try has to be planned.
    var nextTry = 1...5

    init(
        _ name: String, _ sentence: String, isOffline: Bool = false, nextTry: ClosedRange<Int> = 1...5,
        response: @escaping LoopbackServer.Handler
    ) {
        testDescription = name
        (self.sentence, self.isOffline, self.nextTry, self.response) = (sentence, isOffline, nextTry, response)
    }

    private static let failed = "HOST failed to answer"
    private static let undocumented = "the answer of HOST is not what it documents"
    private static let patient = 355...451

    static let all = [
        ProviderFailure("500", "\(failed) (HTTP status 500)") { _ in .answer(status: 500, body: []) },
        ProviderFailure(
            "503 with Retry-After", "\(failed) (HTTP status 503); it asks to wait 20 min", nextTry: 1200...1321
        ) { _ in .answer(status: 503, headers: ["Retry-After": "1200"], body: []) },
        ProviderFailure("429", "HOST wants fewer requests", nextTry: patient) { _ in .answer(status: 429, body: []) },
        ProviderFailure(
            "429 with Retry-After", "HOST wants fewer requests: slow down; it asks to wait 2 h", nextTry: 7200...7921
        ) { _ in
            .json(#"{"error":true,"reason":"slow down"}"#, status: 429, headers: ["Retry-After": "7200"])
        },
        ProviderFailure(
            "400", "HOST refused the request (HTTP status 400): Latitude must be in range", nextTry: patient
        ) { _ in
            .json(#"{"error":true,"reason":"Latitude must be in range"}"#, status: 400)
        },
        ProviderFailure("an error in a 200", "\(failed) (HTTP status 200): out of order") { _ in
            .json(#"{"error":true,"reason":"out of order"}"#)
        },
        ProviderFailure("nothing in it", "\(undocumented): the answer is empty") { _ in .json("") },
        ProviderFailure("a web page", "\(undocumented): the answer is a web page, not JSON") { _ in
            .json("<!DOCTYPE html><html><body>Sign in to this hotel</body></html>")
        },
        ProviderFailure("JSON cut off", "\(undocumented): the answer is cut off or damaged") { _ in
            .json(String(Forecast().json.prefix(5000)))
        },
        ProviderFailure("nulls everywhere", "\(undocumented): there is no weather in the answer") { _ in
            .json(Self.nulls)
        },
        ProviderFailure("nothing but braces", "\(undocumented): there is no weather in the answer") { _ in .json("{}")
        },
        ProviderFailure("3 MiB announced", "the answer of HOST is longer than 2 MiB") { _ in
            .huge(bytes: 3 << 20, announced: true)
        },
        ProviderFailure("3 MiB unannounced", "the answer of HOST is longer than 2 MiB") { _ in
            .huge(bytes: 3 << 20, announced: false)
        },
        ProviderFailure(
            "broken off", "HOST cannot be reached: the answer was cut off", isOffline: true
        ) { _ in .cutOff(body: Array(Forecast().json.utf8), after: 5000) },
        ProviderFailure("reset", "HOST cannot be reached: the connection was reset", isOffline: true) { _ in .reset },
        ProviderFailure("no HTTP", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
        },
        ProviderFailure("a status below 100", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("HTTP/1.1 000 X\r\nContent-Length: 2\r\n\r\n{}".utf8))
        },
        ProviderFailure("a redirect to no port", "\(undocumented): it redirects to an invalid address") { _ in
            .redirect(to: "http://127.0.0.1:65536/")
        },
        ProviderFailure("a name of 900,000 marks", "\(undocumented): the answer is not the expected JSON") { _ in
            .json(#"["\#(String(repeating: "\u{301}\u{316}", count: 450_000))"]"#)
        },
        ProviderFailure("too many values", "\(undocumented): the answer has too many values") { _ in
            .json("[" + String(repeating: "0,", count: 900_000) + "0]")
        },
        ProviderFailure("redirects in a circle", "\(undocumented): its redirects go round in a circle") {
            .redirect(to: $0.path)
        },
        ProviderFailure("redirects without end", "\(undocumented): too many redirects") {
            .redirect(to: $0.path + "/further")
        },
        ProviderFailure("silence", "HOST did not answer within 10 s") { _ in .hang },
        ProviderFailure("five bytes a second", "HOST did not answer within 20 s") { _ in
            .drip(body: Array(Forecast().json.utf8), every: .milliseconds(200))
        },
        ProviderFailure("a bad chunk", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}".utf8))
        },
        ProviderFailure("a head without end", "\(undocumented): its answer is not HTTP") { _ in
            .raw(Array("HTTP/1.1 200 OK\r\nX-Padding: ".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
        },
        ProviderFailure("bad gzip", "\(undocumented): its compressed answer is damaged") { _ in
            .answer(headers: ["Content-Encoding": "gzip"], body: Array("no gzip at all".utf8))
        },
        ProviderFailure("100 MiB announced", "the answer of HOST is longer than 2 MiB") { _ in
            .huge(bytes: 100 << 20, announced: true)
        },
        ProviderFailure("100 MiB unannounced", "the answer of HOST is longer than 2 MiB") { _ in
            .huge(bytes: 100 << 20, announced: false)
        },
        ProviderFailure("1 GiB in gzip", "the answer of HOST is longer than 2 MiB") { _ in
            .answer(headers: ["Content-Encoding": "gzip"], body: CompressionBomb.gzip(1 << 30))
        },
        ProviderFailure("1 GiB in deflate", "the answer of HOST is longer than 2 MiB") { _ in
            .answer(headers: ["Content-Encoding": "deflate"], body: CompressionBomb.zlib(1 << 30))
        },
        ProviderFailure("gzip in gzip", "\(undocumented): its answer is compressed in a way that was not offered") {
            _ in
            .answer(headers: ["Content-Encoding": "gzip, gzip"], body: CompressionBomb.gzip(1 << 20))
        },
        ProviderFailure(
            "unrequested brotli", "\(undocumented): its answer is compressed in a way that was not offered"
        ) { _ in
            .answer(headers: ["Content-Encoding": "br"], body: Array(repeating: 0x8B, count: 1000))
        },
        ProviderFailure("100,000 brackets", "\(undocumented): the answer is nested too deeply") { _ in
            .json(String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000))
        },
    ]

    /// What a fault may cost at the most for a moment, bytes: the longest answer twice, and what it takes to unpack it.
    static let memory = 16 << 20

    private static let nulls = """
        {"utc_offset_seconds":null,"timezone":null,"current_units":null,"hourly_units":null,"daily_units":null,
         "current":{"time":1795271400,"temperature_2m":null,"weather_code":null},
         "hourly":{"time":[1795271400,null],"temperature_2m":[null,null],"weather_code":null},
         "daily":{"time":[1795230000],"temperature_2m_max":[null],"sunrise":[null]},"minutely_15":null}
        """
}

@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ProviderFailureTests {
    @Test(arguments: ProviderFailure.all)
    func oldWeatherStays(failure: ProviderFailure) async throws {
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
            let kept = try #require(home.bytes(home.cachePath))
            let files = home.keptFiles.sorted()

            // 20 minutes later what is kept is too old, and the next start asks for more.
            home.clock?.now += 1200
            provider.respond(with: failure.response)
            daemon = try home.start()
            let memory = try daemon.memory
            try home.awaitRefresh()
            // A sanitizer has to keep account of all that memory, and lets go of none of it at once.
            if !Sanitizer.isOn {
                #expect(try daemon.peakMemory < memory + ProviderFailure.memory, "it was \(memory >> 10) KiB")
            }
            let status = try home.json("status")
            #expect(status["lastError"] as? String == sentence)
            #expect(status["offline"] as? Bool == failure.isOffline)
            #expect(status["freshness"] as? String == "fresh")
            let next = try #require(status["nextRefresh"] as? String)
            let wait = try #require(UnixTime.parsing(next)) - Forecast.now - 1200
            #expect(failure.nextTry.contains(wait), "the next try in \(wait) s")
            var current = try home.json("current")
            #expect(current["ageSeconds"] as? Int == 1200)
            current["ageSeconds"] = 0
            var classes = try #require(current["class"] as? [String])
            #expect(classes.contains("offline") == failure.isOffline)
            classes.removeAll { $0 == "offline" }
            current["class"] = classes
            #expect(NSDictionary(dictionary: current) == NSDictionary(dictionary: good))
            #expect(daemon.log.contains("weatherd: no new weather: \(sentence)\n"), "\(daemon.log)")

            // A failure is not kept: nothing of it hinders the next start.
            #expect(try daemon.stop() == 0)
            #expect(home.bytes(home.cachePath) == kept)
            #expect(home.keptFiles.sorted() == files)
            provider.respond { _ in .json(Forecast(warmer: 5).json) }
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.json("current")["temperatureC"] as? Double == 27.1)
            #expect(try home.json("status")["lastError"] is NSNull)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func withoutAnyWeatherYet() async throws {
        try await LoopbackServer.running { _ in
            .answer(status: 500, body: [])
        } _: { provider in
            let home = try Home(provider: provider)
            let daemon = try home.start()
            try home.awaitRefresh()
            let sentence = "127.0.0.1:\(provider.port) failed to answer (HTTP status 500)"
            let end = try home.weatherctl("short")
            #expect(end.status == 75)
            #expect(end.errors == "weatherctl: no weather has been fetched yet; last error: \(sentence)\n")
            #expect(home.bytes(home.cachePath) == nil)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func nobodyListens() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        try home.awaitRefresh()
        let status = try home.json("status")
        #expect(status["lastError"] as? String == "127.0.0.1:9 cannot be reached: connection refused")
        #expect(status["offline"] as? Bool == true)
        #expect(try daemon.stop() == 0)
    }

    /// What is kept stays, and so does its file.
    @Test func nobodyListensAnyMore() async throws {
        let provider = try await LoopbackServer.start { _ in .json(Forecast().json) }
        let home = try Home(provider: provider, now: Forecast.now)
        var daemon = try home.start()
        try home.awaitRefresh()
        #expect(try daemon.stop() == 0)
        let kept = try #require(home.bytes(home.cachePath))
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
        #expect(home.bytes(home.cachePath) == kept)
    }

    /// What is served grows old, says so, and is as good as new when the provider is. Each start is a try, since only the wall
    /// clock is moved here.
    @Test func anHourOf500() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            var daemon = try home.start()
            try home.awaitRefresh()
            let kept = try #require(home.bytes(home.cachePath))
            provider.respond { _ in .answer(status: 500, body: []) }
            for minute in stride(from: 11, through: 66, by: 11) {
                #expect(try daemon.stop() == 0)
                home.clock?.now = Forecast.now + minute * 60
                daemon = try home.start()
                try home.awaitRefresh()
                let status = try home.json("status")
                #expect(
                    status["lastError"] as? String == "127.0.0.1:\(provider.port) failed to answer (HTTP status 500)")
                #expect(status["ageSeconds"] as? Int == minute * 60)
                #expect(status["freshness"] as? String == (minute < 60 ? "fresh" : "stale"))
                #expect(status["offline"] as? Bool == false)
                let current = try home.json("current")
                #expect(current["temperatureC"] is Double)
                #expect(try home.weatherctl("short").status == 0)
                #expect(home.bytes(home.cachePath) == kept)
            }
            // On a machine that is busy, the next try may come before the daemon is stopped.
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
            #expect(home.bytes(home.cachePath) != kept)
        }
    }

    /// The queries are answered from the cache of an earlier run, and none waits for the provider.
    @Test func thousandQueriesWhileItHangs() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            var daemon = try home.start()
            try home.awaitRefresh()
            #expect(try daemon.stop() == 0)

            home.clock?.now += 1200
            provider.respond { _ in .hang }
            daemon = try home.start()
            await provider.requests(atLeast: 2)
            let client = try home.client()
            for _ in 0..<1000 { #expect(try client.ask("short") == .ok(["⛅ 22°C"])) }
            // Still the same request, neither answered nor given up.
            #expect(provider.requests.count == 2)
            let status = try home.json("status")
            #expect(status["nextRefresh"] is NSNull)
            #expect(status["lastError"] is NSNull)
            #expect(try daemon.stop() == 0)
        }
    }
}
