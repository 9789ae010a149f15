import Foundation
import LoopbackHTTP
import Testing

/// A place near a border: Słubice, across the river from Frankfurt.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct BorderTests {
    private static let polish = """
        {"warnings": [{"alert": {"identifier": "pl-1", "sender": "imgw", "sent": "2026-11-21T10:00:00+00:00",
          "status": "Actual", "msgType": "Alert", "scope": "Public", "info": [{"language": "en-GB", "event": "Storm",
            "urgency": "Future", "severity": "Severe", "certainty": "Likely", "onset": "2026-11-21T11:00:00+00:00",
            "expires": "2026-11-22T18:00:00+00:00",
            "area": [{"areaDesc": "słubicki", "polygon": ["52,14.5 53,14.5 53,15 52,15 52,14.5"]}]}]}}]}
        """
    private static let german = """
        {"location": {"name": "Frankfurt (Oder)"}, "alerts": [{"id": 1, "alert_id": "de-1", "event_en": "gale",
          "headline_en": "Official WARNING of GALES", "severity": "moderate", "effective": "2026-11-21T10:00:00+00:00",
          "onset": "2026-11-21T11:00:00+00:00", "expires": "2026-11-22T18:00:00+00:00"}]}
        """

    private func withServers(
        german: LoopbackResponse, _ body: (Home, RunningDaemon, _ asked: () -> [String]) async throws -> Void
    ) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { forecast in
            try await LoopbackServer.running { request in
                switch request.path {
                case "/alerts": german
                case "/api/v1/warnings/feeds-poland": .json(Self.polish)
                default: .json("{}", status: 404)
                }
            } _: { alerts in
                let home = try Home(provider: forecast, now: Forecast.now, place: "52.35 14.567 Home")
                home.environment["WEATHERD_ALERTS_PROVIDERS"] = "bright-sky,meteoalarm"
                home.environment["WEATHERD_BRIGHT_SKY_URL"] = alerts.url
                home.environment["WEATHERD_METEOALARM_URL"] = alerts.url
                let daemon = try home.start()
                try home.awaitFetch("alerts")
                try await body(home, daemon) { alerts.requests.map(\.path) }
                #expect(try daemon.stop() == 0)
            }
        }
    }

    @Test func bothCountriesWarningsAreShown() async throws {
        try await withServers(german: .json(Self.german)) { home, _, asked in
            let object = try home.json("alerts")
            let alerts = object["alerts"] as? [[String: Any]] ?? []
            #expect(alerts.map { $0["id"] as? String } == ["pl-1", "de-1"])
            let countries = object["countries"] as? [[String: Any]] ?? []
            #expect(countries.map { $0["country"] as? String } == ["PL", "DE"])
            #expect(countries.map { $0["provider"] as? String } == ["meteoalarm", "bright-sky"])
            #expect(try home.ask("status").lines.contains("warnings: meteoalarm (PL); bright-sky (DE)"))
            let text = try home.ask("alerts").lines
            #expect(
                text.contains { $0.contains("EUMETNET") } && text.contains { $0.contains("Deutscher Wetterdienst") })
            #expect(asked() == ["/api/v1/warnings/feeds-poland", "/alerts"])
        }
    }

    @Test func failureOfOneIsSaid() async throws {
        try await withServers(german: .json("{}", status: 500)) { home, _, _ in
            let alerts = try home.json("alerts")["alerts"] as? [[String: Any]] ?? []
            #expect(alerts.map { $0["id"] as? String } == ["pl-1"])
            let line = try home.ask("status").lines.first { $0.hasPrefix("warnings: ") } ?? ""
            #expect(line.hasPrefix("warnings: meteoalarm (PL); none of DE: 127.0.0.1"), "\(line)")
            #expect(try home.ask("alerts").lines.contains { $0.contains("DE: 127.0.0.1") })
        }
    }
}
