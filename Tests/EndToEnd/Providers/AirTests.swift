import ClientProtocol
import Foundation
import LoopbackHTTP
import Testing

/// Air quality comes from its own service, and is fetched hourly at most.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct AirTests {
    private func withAirQuality(
        _ respond: @escaping LoopbackServer.Handler = { _ in .json(AirForecast.json) },
        _ body: (Home, _ forecast: LoopbackServer, _ air: LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { forecast in
            try await LoopbackServer.running(handler: respond) { air in
                let home = try Home(provider: forecast, now: Forecast.now)
                home.environment["WEATHERD_OPEN_METEO_AIR_QUALITY_URL"] = air.url
                try await body(home, forecast, air)
            }
        }
    }

    @Test func airQualityIsShown() async throws {
        try await withAirQuality { home, forecast, air in
            let daemon = try home.start()
            try home.awaitRefresh()
            // It was not requested yet.
            #expect(air.requests.isEmpty)
            try home.await("air") { $0.code == nil }
            let text = try home.weatherctl("air")
            #expect(
                text.output == """
                    Montevideo, Saturday 21 November 2026

                    European index  Fair (21)
                    US index        Good (41)
                    Tomorrow        Moderate (57)
                    PM2.5           13 µg/m³ (fair)
                    PM10            14 µg/m³ (good)
                    Ozone           61 µg/m³ (fair)
                    Grass pollen    12 grains/m³

                    values of 11:00, updated at 11:30
                    Air quality by Open-Meteo.com (CC BY 4.0), data of the CAMS ENSEMBLE data provider, Copernicus

                    """)
            let object = try home.json("air")
            #expect(object["provider"] as? String == "open-meteo")
            #expect(object["europeanAqi"] as? Double == 21)
            #expect(object["europeanAqiBand"] as? String == "fair")
            #expect(object["usAqi"] as? Double == 41)
            #expect(object["pm25UgM3"] as? Double == 12.5)
            #expect(object["grassPollenGrainsM3"] as? Double == 11.5)
            #expect(object["birchPollenGrainsM3"] is NSNull)
            #expect(object["ammoniaUgM3"] is NSNull)
            #expect(air.requests.count == 1)
            #expect(air.requests.first?.path == "/v1/air-quality")
            #expect(forecast.requests.allSatisfy { $0.path == "/v1/forecast" })
            #expect(try daemon.stop() == 0)
        }
    }

    /// A bar that polls for three hours through restarts.
    @Test func airQualityIsFetchedHourlyAtMost() async throws {
        try await withAirQuality { home, _, air in
            // Minutes at which the daemon is restarted, some of them later than the interval.
            let starts: Set = [0, 20, 59, 70, 129, 140]
            let fetches: Set = [0, 70, 140]
            var daemon = try home.start()
            for minute in 0..<180 {
                home.clock?.now = Forecast.now + minute * 60
                if starts.contains(minute), minute > 0 {
                    try daemon.stop()
                    daemon = try home.start()
                }
                if fetches.contains(minute) { try home.awaitFetch("air") }
                let air = try home.json("air")
                let hour = Double((Forecast.now + minute * 60 - Forecast.midnight) / 3600)
                #expect(air["europeanAqi"] as? Double == 10 + hour)
            }
            #expect(air.requests.count == 3)
            #expect(try daemon.stop() == 0)
        }
    }

    /// The last air quality is shown while its forecast covers the present, and the weather is not affected.
    @Test func oldAirQualityIsShownDuringOutage() async throws {
        try await withAirQuality { home, _, air in
            var daemon = try home.start()
            try home.awaitRefresh()
            try home.awaitFetch("air")
            try daemon.stop()
            home.clock?.now += 2 * 3600
            air.respond { _ in .answer(status: 503, body: []) }
            daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("air --output json") { $0.joined().contains("returned HTTP 503") }
            let object = try home.json("air")
            #expect(object["europeanAqi"] as? Double == 23)
            #expect(object["ageSeconds"] as? Int == 7200)
            let status = try home.json("status")
            #expect(status["lastError"] is NSNull)
            #expect(status["freshness"] as? String == "fresh")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func missingAirQualityIsReported() async throws {
        try await withAirQuality({ _ in .json("<html>Sign in</html>") }) { home, _, air in
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.await("air") { "\($0)".contains("last error: ") }
            let end = try home.weatherctl("air")
            #expect(end.status == 75)
            #expect(
                end.errors.hasPrefix("weatherctl: no air quality has been fetched yet; last error: 127."),
                "\(end.errors)")
            #expect(try home.weatherctl("short").status == 0)
            #expect(try daemon.stop() == 0)
        }
    }
}
