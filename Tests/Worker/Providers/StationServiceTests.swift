import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Stations of Bright Sky, and MET Norway's radar, in their documented formats.
struct StationServiceTests {
    /// 2026-11-21T15:00:00Z.
    private let now = UnixTime(1_795_273_200)

    /// As in brightsky.dev/docs, `/current_weather`.
    private func brightSky(_ weather: String) -> String {
        #"""
        {"weather":{"source_id":303711,"timestamp":"2026-11-21T14:30:00+00:00",\#(weather)},
         "sources":[{"id":303711,"dwd_station_id":"00433","wmo_station_id":"10384","station_name":"Berlin-Tempelhof",
          "observation_type":"synop","lat":52.4675,"lon":13.4021,"height":48.0,"distance":4000.0}]}
        """#
    }

    private func berlin(_ answer: HTTPAnswer) async throws -> (report: ObservationReport, path: String) {
        let service = ScriptedService { _ in answer }
        let place = try #require(Coordinate(latitude: 52.52, longitude: 13.4))
        let report = try await BrightSkyStations(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: now)
        return (report, try #require(service.paths.first))
    }

    @Test func everyValueOfBrightSky() async throws {
        let (report, path) = try await berlin(
            HTTPAnswer(
                brightSky(
                    #"""
                    "cloud_cover":88,"condition":"dry","dew_point":1.1,"precipitation_10":0,"precipitation_30":0.1,
                    "precipitation_60":0.4,"pressure_msl":1003.2,"relative_humidity":81,"visibility":14880,
                    "wind_direction_10":213,"wind_speed_10":18,"wind_gust_direction_10":220,"wind_gust_speed_10":36,
                    "wind_speed_60":7.2,"temperature":4.2,"icon":"cloudy"
                    """#)))
        #expect(path == "/current_weather?lat=52.52&lon=13.4&max_dist=25000&units=dwd")
        let observation = try #require(report.observation)
        #expect(observation.station.id == "00433" && observation.station.name == "Berlin-Tempelhof")
        #expect(observation.station.elevation == 48 && observation.time == now.advanced(by: -1800))
        #expect((5800...5900).contains(try #require(observation.station.distance)))
        let conditions = observation.conditions
        #expect(conditions.temperature == 4.2 && conditions.dewPoint == 1.1 && conditions.humidity == 81)
        #expect(conditions.cloudCover == 88 && conditions.condition == .overcast)
        #expect(conditions.pressure == 1003.2 && conditions.visibility == 14_880)
        #expect(conditions.windSpeed == 5 && conditions.windDirection == 213 && conditions.windGust == 10)
        #expect(conditions.precipitation == 0.4 && conditions.precipitationPeriod == 3600)
    }

    @Test(
        arguments: [("rain", .rain), ("snow", .snow), ("fog", .fog), ("thunderstorm", .thunderstorm)]
            as [(String, Condition)])
    func conditionOfBrightSky(word: String, condition: Condition) async throws {
        let answer = HTTPAnswer(brightSky(#""temperature":4,"cloud_cover":100,"condition":"\#(word)""#))
        #expect(try await berlin(answer).report.observation?.conditions.condition == condition)
    }

    /// Amounts are newer than the condition, and fog is a visibility below 1000 m.
    @Test(
        arguments: [
            (#""condition":"rain","precipitation_10":0,"precipitation_30":0"#, .overcast),
            (#""condition":"rain","precipitation_10":0,"precipitation_30":0.1"#, .rain),
            (#""condition":"rain","precipitation_10":0,"precipitation_30":null"#, .rain),
            (#""condition":"snow","precipitation_10":0,"precipitation_30":0"#, .overcast),
            (#""condition":"sleet","precipitation_10":0,"precipitation_30":0"#, .overcast),
            (#""condition":"hail","precipitation_10":0,"precipitation_30":0"#, .overcast),
            (#""condition":"thunderstorm","precipitation_10":0,"precipitation_30":0"#, .thunderstorm),
            (#""condition":"fog","visibility":999"#, .fog), (#""condition":"fog","visibility":1000"#, .overcast),
        ] as [(String, Condition)])
    func oldConditionOfBrightSkyIsNotNow(members: String, condition: Condition) async throws {
        let answer = HTTPAnswer(brightSky(#""temperature":4,"cloud_cover":100,\#(members)"#))
        #expect(try await berlin(answer).report.observation?.conditions.condition == condition)
    }

    @Test func calmOfBrightSkyHasNoDirection() async throws {
        let answer = HTTPAnswer(brightSky(#""temperature":4,"wind_speed_10":0,"wind_direction_10":360"#))
        let conditions = try #require(try await berlin(answer).report.observation).conditions
        #expect(conditions.windSpeed == 0 && conditions.windDirection == nil)
    }

    /// `fallback_source_ids` contains the source of each value that the station does not measure: here the temperature,
    /// from the Brocken, 200 km away and 1134 m high.
    @Test func temperatureOfBrightSkyNamesItsStation() async throws {
        func answer(_ fallback: String) -> HTTPAnswer {
            HTTPAnswer(
                #"""
                {"weather":{"source_id":303711,"timestamp":"2026-11-21T14:30:00+00:00","temperature":-4,"dew_point":3,
                  "relative_humidity":90,"wind_speed_10":18,"fallback_source_ids":{\#(fallback)}},
                 "sources":[{"id":303711,"dwd_station_id":"00433","station_name":"Berlin-Tempelhof","lat":52.4675,"lon":13.4021,
                   "height":48.0,"distance":5800.0},
                  {"id":303800,"dwd_station_id":"00722","station_name":"Brocken","lat":52.60,"lon":13.40,"height":1134.0,
                   "distance":8900.0}]}
                """#)
        }
        let own = try #require(try await berlin(answer("")).report.observation)
        #expect(own.station.id == "00433" && own.conditions.humidity == 90 && own.conditions.feelsLike != nil)
        let other = try #require(
            try await berlin(answer(#""temperature":303800,"cloud_cover":303800"#)).report.observation)
        #expect(other.station.id == "00722" && other.station.elevation == 1134 && other.conditions.temperature == -4)
        #expect((8800...9000).contains(try #require(other.station.distance)))
        #expect(other.conditions.humidity == nil && other.conditions.dewPoint == nil)
        let both = #""temperature":303800,"relative_humidity":303800,"dew_point":303800"#
        #expect(try await berlin(answer(both)).report.observation?.conditions.humidity == 90)
        let moisture = try await berlin(answer(#""relative_humidity":303800,"dew_point":303800"#)).report.observation
        #expect(moisture?.station.id == "00433" && moisture?.conditions.humidity == nil)
    }

    @Test func noStationOfBrightSkyIsNear() async throws {
        let report = try await berlin(HTTPAnswer(#"{"detail":"No sources match"}"#, status: 404)).report
        #expect(report.observation == nil && report.rejected.isEmpty)
    }

    private func radar(coverage: String, _ answer: HTTPAnswer? = nil) async throws -> RadarReport {
        let body = #"{"properties":{"meta":{"radar_coverage":"\#(coverage)","units":{"precipitation_rate":"mm/h"}}}}"#
        let service = ScriptedService { _ in answer ?? HTTPAnswer(body) }
        let place = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        return try await METNowcast(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: now)
    }

    @Test func unavailableRadarGivesNoSteps() async throws {
        #expect(try await radar(coverage: "temporarily unavailable").precipitation.isEmpty)
        await #expect(throws: FetchFailure.self) { try await radar(coverage: "no coverage") }
        await #expect(throws: FetchFailure.self) { try await radar(coverage: "perhaps") }
        await #expect(throws: FetchFailure.self) { try await radar(coverage: "ok", HTTPAnswer(status: 422)) }
    }

    @Test(arguments: [
        (59.9, 10.7, true), (55.7, 12.6, true), (60.2, 24.9, true), (52.5, 13.4, false), (40.7, -74, false),
    ])
    func radarCoversNordicCountries(latitude: Double, longitude: Double, isCovered: Bool) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(ProviderFacts.metNowcast.covers(place) == isCovered)
    }
}
