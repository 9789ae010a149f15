import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Backoffs that a service caused continue after a restart.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct RestartTests {
    struct Refusal: Sendable, CustomStringConvertible {
        var status: Int
        var retryAfter: String?
        /// The time without requests, s.
        var wait: Int
        var sentence: String

        var description: String { "\(status)" }
        var response: LoopbackResponse {
            .json(
                #"{"error":true,"reason":"no"}"#, status: status,
                headers: retryAfter.map { ["Retry-After": $0] } ?? [:])
        }
    }

    private static let refusals = [
        Refusal(status: 429, retryAfter: "3600", wait: 3600, sentence: "rate-limited the request: no; retry after "),
        Refusal(status: 400, wait: 450, sentence: "rejected the request (HTTP 400): no"),
        Refusal(status: 500, wait: 450, sentence: "returned HTTP 500: no"),
    ]

    @Test(arguments: refusals)
    func tenStartsMakeOneRequest(refusal: Refusal) async throws {
        try await LoopbackServer.running { _ in
            refusal.response
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            var daemon = try home.start()
            try home.watch("status") { lines in lines.contains { $0.hasPrefix("resting-providers: open-meteo until ") }
            }
            #expect(try daemon.stop() == 0)
            let first = provider.requests.count
            for start in 2...10 {
                home.clock?.now += 10
                daemon = try home.start()
                guard case .error(.noData, let text) = try home.ask("refresh") else {
                    Issue.record("start \(start)")
                    return
                }
                #expect(text.contains("127.0.0.1:\(provider.port) \(refusal.sentence)"), "\(text)")
                #expect(text.contains("; backing off until "), "\(text)")
                let lines = try home.ask("status").lines
                #expect(lines.contains { $0.hasPrefix("resting-providers: open-meteo until ") }, "\(lines)")
                #expect(lines.contains { $0.hasPrefix("last-error: ") && $0.contains(refusal.sentence) }, "\(lines)")
                #expect(try daemon.stop() == 0)
            }
            #expect(provider.requests.count == first)
            provider.respond { _ in .json(Forecast().json) }
            home.clock?.now += refusal.wait * 11 / 10
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            #expect(provider.requests.count == first + 1)
            #expect(try home.backingOff == [])
            #expect(try daemon.stop() == 0)
        }
    }

    /// Each kind of report has its own backoff.
    @Test func backoffOfWarningsSurvivesToo() async throws {
        try await LoopbackServer.running { _ in
            .json("{}", status: 429, headers: ["Retry-After": "7200"])
        } _: { warnings in
            let home = try Home(provider: nil, now: Forecast.now, place: "59.9 10.7 Oslo")
            home.environment["WEATHERD_MET_NORWAY_URL"] = warnings.url
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = "met-norway"
            for _ in 0..<3 {
                let daemon = try home.start()
                try home.watch("status") { lines in
                    lines.contains { $0.contains("met-norway (warnings) until ") }
                }
                #expect(try daemon.stop() == 0)
            }
            #expect(warnings.requests.count == 1)
        }
    }

    @Test func anotherKeyIsTriedAtOnce() async throws {
        try await LoopbackServer.running { _ in
            .json(#"{"cod":401,"message":"Invalid API key"}"#, status: 401)
        } _: { provider in
            let home = try Home(provider: nil, now: Forecast.now)
            home.environment["WEATHERD_PROVIDERS"] = "openweathermap"
            home.environment["WEATHERD_OPENWEATHERMAP_URL"] = provider.url
            home.environment["WEATHERD_OPENWEATHERMAP_API_KEY_FILE"] = try home.keyFile("key")
            var counts: [Int] = []
            for key in [Home.key, Home.key, "another-key"] {
                try home.directory.write(key + "\n", to: "key")
                let daemon = try home.start()
                try home.watch("status") { lines in
                    lines.contains { $0.hasPrefix("resting-providers: openweathermap until ") }
                }
                #expect(try daemon.stop() == 0)
                counts.append(provider.requests.count)
            }
            #expect(counts[0] == counts[1])
            #expect(counts[2] > counts[1])
            let file = String(decoding: try #require(home.bytes(home.requestsPath)), as: UTF8.self)
            #expect(!file.contains(Home.key) && !file.contains("another-key"), "\(file)")
        }
    }
}
