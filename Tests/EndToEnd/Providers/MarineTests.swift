import Foundation
import LoopbackHTTP
import Testing

/// The sea is Open-Meteo's, and MET Norway's where that has none or fails.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct MarineTests {
    /// Two days in the format of <https://open-meteo.com/en/docs/marine-weather-api>.
    ///
    /// - Parameter height: of the waves, as JSON.
    private static func openMeteo(height: String) -> String {
        let hours = (0..<48).map { Forecast.midnight + $0 * 3600 }
        return """
            {"utc_offset_seconds":3600,"timezone":"Europe/Oslo","hourly_units":{"time":"unixtime","wave_height":"m"},
             "hourly":{"time":\(hours),"wave_height":[\(hours.map { _ in height }.joined(separator: ","))]}}
            """
    }

    /// The same time in the format of <https://api.met.no/weatherapi/oceanforecast/2.0/documentation>.
    private static let ocean: String = {
        let steps = (0..<48).map { hour in
            let time = Date(timeIntervalSince1970: Double(Forecast.midnight + hour * 3600)).ISO8601Format()
            let details = #"{"sea_surface_wave_height":0.6,"sea_water_temperature":15.8}"#
            return #"{"time":"\#(time)","data":{"instant":{"details":\#(details)}}}"#
        }
        return #"{"properties":{"meta":{"units":{"sea_surface_wave_height":"m","sea_water_temperature":"celsius"}},"#
            + #""timeseries":[\#(steps.joined(separator: ","))]}}"#
    }()

    private static let path = "/weatherapi/oceanforecast/2.0/complete"

    private func running(
        _ answer: LoopbackResponse, place: String = "60.39 5.32 Bergen",
        _ body: (Home, _ sea: LoopbackServer, _ norway: LoopbackServer) throws -> Void
    ) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { forecast in
            try await LoopbackServer.running { _ in
                answer
            } _: { sea in
                try await LoopbackServer.running { request in
                    request.path == Self.path ? .json(Self.ocean) : .answer(status: 404, body: [])
                } _: { norway in
                    let home = try Home(provider: forecast, now: Forecast.now, place: place)
                    home.environment["WEATHERD_OPEN_METEO_MARINE_URL"] = sea.url
                    home.environment["WEATHERD_MET_NORWAY_URL"] = norway.url
                    let daemon = try home.start()
                    try home.awaitRefresh()
                    try body(home, sea, norway)
                    #expect(try daemon.stop() == 0)
                }
            }
        }
    }

    private func asked(_ server: LoopbackServer) -> Int { server.requests.count { $0.path == Self.path } }

    @Test func firstProviderIsEnough() async throws {
        try await running(.json(Self.openMeteo(height: "1.8"))) { home, sea, norway in
            // It was not requested yet.
            #expect(sea.requests.isEmpty)
            try home.await("marine") { $0.code == nil }
            let marine = try home.json("marine")
            #expect(marine["provider"] as? String == "open-meteo" && marine["waveHeightM"] as? Double == 1.8)
            #expect(sea.requests.first?.path == "/v1/marine" && asked(norway) == 0)
        }
    }

    @Test(arguments: [
        LoopbackResponse.answer(status: 503, body: []), .json("{}"), .json(openMeteo(height: "null")),
    ])
    func secondProviderStandsIn(answer: LoopbackResponse) async throws {
        try await running(answer) { home, _, norway in
            try home.await("marine") { $0.code == nil }
            let marine = try home.json("marine")
            #expect(marine["provider"] as? String == "met-norway" && marine["waveHeightM"] as? Double == 0.6)
            #expect(marine["waterTemperatureC"] as? Double == 15.8)
            let text = try home.weatherctl("marine").output
            #expect(text.contains("Weather data by MET Norway (met.no), CC BY 4.0"), "\(text)")
            #expect(asked(norway) == 1)
        }
    }

    /// Oceanforecast has only the seas of north-western Europe.
    @Test func nobodyIsAskedForAnotherSea() async throws {
        try await running(.json(Self.openMeteo(height: "null")), place: "-34.9 -56.2 Montevideo") { home, _, norway in
            try home.await("marine") { "\($0)".contains("no sea") }
            #expect(asked(norway) == 0)
        }
    }
}
