import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Answers of Open-Meteo's marine service and of Oceanforecast, in their documented formats.
@Suite struct MarineProviderTests {
    private func marine(_ hourly: String, _ names: String) throws(FetchFailure) -> MarineReport {
        let json =
            #"{"timezone":"Europe/Amsterdam","utc_offset_seconds":3600,"hourly_units":{"time":"unixtime",\#(names)},"#
            + #""hourly":{"time":[1795262400,1795266000],\#(hourly)}}"#
        guard let berlin else { throw .noNetwork }
        return try OpenMeteoService<MarineReport>.report(
            from: HTTPAnswer(status: 200, body: Array(json.utf8)), of: "example.org", for: berlin, at: Fixtures.now)
    }

    private static let units = #"""
        "wave_height":"m","wave_direction":"°","wave_period":"s","swell_wave_height":"m","swell_wave_direction":"°",
        "swell_wave_period":"s","sea_surface_temperature":"°C","ocean_current_velocity":"m/s",
        "ocean_current_direction":"°","sea_level_height_msl":"m"
        """#

    @Test func openMeteoHasWavesAndLevels() throws {
        let report = try marine(
            #"""
            "wave_height":[1.8,1.88],"wave_direction":[360,271],"wave_period":[6.5,6.55],
            "swell_wave_height":[0,0.4],"swell_wave_direction":[0,290],"swell_wave_period":[0,9],
            "sea_surface_temperature":[11.2,null],"ocean_current_velocity":[0.42,12],
            "ocean_current_direction":[45,50],"sea_level_height_msl":[-0.53,0]
            """#, Self.units)
        #expect(report.provider.attribution?.contains("Copernicus Marine Service") == true)
        let (first, second) = (report.hours[0], report.hours[1])
        #expect(first.waveHeight == 1.8 && first.waveDirection == 0 && first.wavePeriod == 6.5)
        // No swell has no direction, which the service sends as 0.
        #expect(first.swellHeight == 0 && first.swellDirection == nil && first.swellPeriod == nil)
        #expect(first.waterTemperature == 11.2 && first.currentSpeed == 0.42 && first.currentDirection == 45)
        #expect(first.seaLevel == -0.53 && second.seaLevel == 0)
        #expect(second.swellDirection == 290 && second.currentSpeed == nil && second.currentDirection == nil)
    }

    /// Recorded inland answers have all hours, without a value.
    @Test func inlandThereIsNoSea() throws {
        #expect(throws: FetchFailure.notCovered(host: "example.org", reason: "there is no sea near the place")) {
            try marine(#""wave_height":[null,null],"sea_level_height_msl":[null,null]"#, Self.units)
        }
    }

    @Test func withoutHoursTheAnswerIsMalformed() {
        let answer = HTTPAnswer(status: 200, body: Array(#"{"timezone":"GMT"}"#.utf8))
        #expect(throws: FetchFailure.malformed(host: "x", reason: "the response contains no marine weather")) {
            try OpenMeteoService<MarineReport>.report(
                from: answer, of: "x", for: #require(berlin), at: Fixtures.now)
        }
    }

    private func ocean(_ status: Int, _ body: String) async throws -> MarineReport {
        let provider = METOcean(baseURL: "http://service.test") { query in
            #expect(query.url == "http://service.test/weatherapi/oceanforecast/2.0/complete?lat=52.52&lon=13.405")
            return HTTPAnswer(status: status, body: Array(body.utf8))
        }
        return try await provider.report(
            for: #require(Coordinate(latitude: 52.52, longitude: 13.405)), at: Fixtures.now)
    }

    private static let oceanUnits = #"""
        "meta":{"units":{"sea_surface_wave_from_direction":"degrees","sea_surface_wave_height":"m",
        "sea_water_speed":"m/s","sea_water_temperature":"celsius","sea_water_to_direction":"degrees"}
        """#

    /// The first step was recorded in the Kattegat.
    @Test func oceanforecastHasFiveValues() async throws {
        let report = try await ocean(
            200,
            #"""
            {"properties":{\#(Self.oceanUnits)},"timeseries":[
             {"time":"2026-09-27T11:00:00Z","data":{"instant":{"details":{"sea_surface_wave_from_direction":240.8,
              "sea_surface_wave_height":0.6,"sea_water_speed":0.3,"sea_water_temperature":15.8,
              "sea_water_to_direction":328.7}}}},
             {"time":"2026-09-27T12:00:00Z","data":{"instant":{"details":{"sea_surface_wave_height":0.0}}}}]}}
            """#)
        let first = report.hours[0]
        #expect(first.waveHeight == 0.6 && first.waveDirection == 240.8 && first.waterTemperature == 15.8)
        #expect(first.currentSpeed == 0.3 && first.currentDirection == 328.7 && first.wavePeriod == nil)
        #expect(report.hours.count == 2 && report.hours[1].waveHeight == 0)
        #expect(report.tides(from: first.time).isEmpty)
    }

    @Test func oceanforecastKnowsNoLand() async {
        for (status, body) in [
            (422, "outside coverage"),
            (200, #"{"properties":{\#(Self.oceanUnits),"error":{"message":"No data"}},"timeseries":[]}}"#),
        ] {
            await #expect { try await ocean(status, body) } throws: { ($0 as? FetchFailure)?.code == .notCovered }
        }
    }
}
