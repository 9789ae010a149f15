import LoopbackHTTP
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct TranscriptTests {
    @Test(arguments: Transcript.names)
    func outputMatchesTranscript(name: String) async throws {
        let transcript = try Transcript(name)
        // Only for New York.
        let snow = IssuedWarning(id: "snow", onset: Forecast.now + 3600, ends: Forecast.now + 30 * 3600).nws
        try await LoopbackServer.running { request in
            switch request.path {
            case "/alerts/active":
                .json(#"{"features":[\#(request.query["point"] == "40.71,-74.01" ? snow : "")]}"#)
            case "/v1/air-quality": .json(AirForecast.json)
            default: .json(Forecast().json(for: request))
            }
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            home.environment["WEATHERD_NWS_URL"] = provider.url
            home.environment["WEATHERD_OPEN_METEO_AIR_QUALITY_URL"] = provider.url
            for (name, value) in transcript.environment { home.environment[name] = value }
            var daemon = try home.start()
            try home.awaitLocation()
            try home.awaitRefresh()
            let difference = try transcript.replay(in: home) {
                try daemon.stop()
                daemon = try home.start()
            }
            if let difference {
                Issue.record("\(name) differs:\n\(difference)")
            }
            #expect(try daemon.stop() == 0)
        }
    }
}
