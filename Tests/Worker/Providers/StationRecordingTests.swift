import Foundation
import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private let airports = RecordingFolder("awc")
private let stations = RecordingFolder("nws")
private let norway = RecordingFolder("metno")

/// Recorded responses of station services: every value is checked against the number in the file.
@Suite(.enabled(if: airports.exists && stations.exists && norway.exists, "\(RecordingFolder.absence)"))
struct StationRecordingTests {
    private static func records(_ name: String) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(airports.body(name)))
        // Trimmed records have no position, and EHAM's has no time: 27 August 2026 18:55 UTC.
        return try #require(json as? [[String: Any]]).map { record in
            record.merging(["lat": 60.0, "lon": 11.0, "obsTime": 1_787_856_900]) { known, _ in
                known is NSNull ? 0.0 : known
            }
        }
    }

    private static func observation(_ record: [String: Any]) throws -> Observation {
        let bytes = Array(try JSONSerialization.data(withJSONObject: record))
        let latitude = try #require(record["lat"] as? Double)
        let longitude = try #require(record["lon"] as? Double)
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try #require(
            Observation(metar: try JSONValue(HTTPAnswer(status: 200, body: bytes), from: "x"), near: place))
    }

    @Test(arguments: [
        "metar_adverse_trimmed.json", "metar_engm_rain_low_cloud.json", "metar_kjfk_thunderstorm_gusts.json",
        "metar_lejr_history_2023.json",
    ])
    func everyNumberOfAirports(name: String) throws {
        for record in try Self.records(name) {
            let observation = try Self.observation(record)
            let conditions = observation.conditions
            func number(_ key: String) -> Double? { record[key] as? Double }
            func knots(_ key: String) -> Double? { number(key).map { ($0 * 1852 / 3.6).rounded() / 1000 } }
            #expect(observation.time.seconds == record["obsTime"] as? Int)
            #expect(observation.station.id == record["icaoId"] as? String)
            #expect(observation.station.name == record["name"] as? String)
            #expect(observation.station.elevation == number("elev"))
            #expect(observation.impossible == nil)
            #expect(conditions.temperature == number("temp"))
            #expect(conditions.dewPoint == number("dewp"))
            let text = METARRecord(try #require(record["rawOb"] as? String))
            // The service rounds the altimeter setting to tenths or whole hectopascals.
            if let pressure = conditions.pressure {
                // A column of air that is 30 K warmer or colder than the standard atmosphere differs by 0.013 hPa a metre.
                let reduction = 0.6 + 0.013 * (try #require(number("elev"))).magnitude
                #expect(abs(pressure - (try #require(text.pressure))) < (text.hasSeaLevelPressure ? 0.01 : reduction))
            } else {
                // A QNH of an unknown elevation cannot be reduced.
                #expect(record["slp"] == nil && (record["altim"] == nil || record["elev"] == nil))
            }
            #expect(conditions.windSpeed == knots("wspd"))
            #expect(conditions.windGust == knots("wgst"))
            #expect(conditions.windDirection == number("wdir"))
            let visibility = try #require(conditions.visibility)
            // The service rounds miles to hundredths.
            #expect(abs(visibility - (try #require(text.visibility))) < 10, "\(text)")
            #expect((observation.conditions.seesAtLeast == true) == text.seesAtLeast)
        }
    }

    @Test func writtenReportsAreRead() {
        let american = METARRecord("METAR KJFK 271751Z 17011G20KT 7SM -TSRA 23/22 A3003 RMK AO2 SLP170")
        #expect(american.pressure == 1017 && american.visibility == 11_265.408 && !american.seesAtLeast)
        #expect(METARRecord("SPECI KMSS 092141Z 1 3/4SM +RA 21/21 A2978").visibility == 2816.352)
        let european = METARRecord("LEJR 271530Z 24011KT 9999 FEW050 22/13 Q1015")
        #expect(european.pressure == 1015 && european.visibility == 10_000 && european.seesAtLeast)
    }

    /// Checked against the files by hand: fog, a thunderstorm without rain, calm that is not reported.
    @Test func airportsInSevereWeather() throws {
        let conditions = try Self.records("metar_adverse_trimmed.json").map { try Self.observation($0).conditions }
        #expect(
            conditions.map(\.condition) == [
                .fog, .rainHeavy, .thunderstorm, .thunderstorm, .mostlyClear, .mostlyClear, .clear, .fog, .clear,
            ])
        #expect(conditions.map(\.cloudCover) == [100, 100, 75, 18.75, 18.75, 18.75, nil, 100, nil])
        #expect(conditions.map(\.humidity) == [100, 100, 57, 51, 69, 46, 61, nil, nil])
        #expect(conditions.map(\.windSpeed) == [1.543, 2.058, 10.803, 4.116, 6.173, 3.087, nil, nil, nil])
        #expect(conditions.map(\.windGust) == [nil, nil, 29.838, 8.746, nil, nil, nil, nil, nil])
    }

    @Test func rainAndThunderAtAirports() throws {
        let oslo = try Self.observation(try #require(Self.records("metar_engm_rain_low_cloud.json").first))
        #expect(oslo.conditions.condition == .rainLight && oslo.conditions.cloudCover == 100)
        #expect(oslo.conditions.humidity == 93 && oslo.station.name == "Oslo/Gardermoen Arpt, AK, NO")
        let newYork = try Self.observation(try #require(Self.records("metar_kjfk_thunderstorm_gusts.json").first))
        #expect(newYork.conditions.condition == .thunderstorm && newYork.conditions.windGust == 10.289)
        #expect(newYork.conditions.precipitation == 0.3 && newYork.conditions.precipitationPeriod == 3600)
    }

    /// Twenty-five hours of one airport: the newest is used.
    @Test func newestOfHistoryIsUsed() async throws {
        let service = ScriptedService { _ in
            (try? HTTPAnswer(status: 200, body: airports.body("metar_lejr_history_2023.json")))
                ?? HTTPAnswer(status: 500)
        }
        let place = try #require(Coordinate(latitude: 36.68, longitude: -6.13))
        let report = try await AviationWeather(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: UnixTime(1_698_421_500))
        let observation = try #require(report.observation)
        #expect(observation.time == UnixTime(1_698_420_600) && report.rejected.isEmpty)
        #expect((9900...10_500).contains(try #require(observation.station.distance)))
        #expect(observation.conditions.condition == .mostlyClear && observation.conditions.cloudCover == 18.75)
    }

    // MARK: - National Weather Service

    /// Only KBHM's report has a text, for an hour without rain.
    @Test(
        arguments: [
            ("observation_kalb.json", nil), ("observation_latest_kdca.json", nil), ("observation_kbhm.json", 0),
            ("observation_seaw1_sparse.json", nil),
        ] as [(String, Double?)])
    func everyNumberOfNWS(name: String, hourlyPrecipitation: Double?) throws {
        let object = try stations.object(name)
        let feature = (object["features"] as? [[String: Any]])?.first ?? object
        let properties = try #require(feature["properties"] as? [String: Any])
        let bytes = Array(try JSONSerialization.data(withJSONObject: feature))
        let json = try JSONValue(HTTPAnswer(status: 200, body: bytes), from: "x")
        let position = try #require((feature["geometry"] as? [String: Any])?["coordinates"] as? [Double])
        let place = try #require(Coordinate(latitude: position[1], longitude: position[0]))
        let station = try #require(NWSStation(id: "KXYZ"))
        let observation = try #require(Observation(nws: json, of: station, near: place))
        func value(_ key: String) -> Double? { (properties[key] as? [String: Any])?["value"] as? Double }
        func rounded(_ number: Double?) -> Double? { number.map { ($0 * 1000).rounded() / 1000 } }
        /// In the whole knots that the service has rounded to 0.1 m/s.
        func speed(_ key: String) -> Double? {
            rounded(
                value(key).map {
                    abs(($0 / 1.852).rounded() * 1.852 - $0) < 0.18 ? ($0 / 1.852).rounded() * 1852 / 3600 : $0 / 3.6
                })
        }
        let conditions = observation.conditions
        #expect(conditions.temperature == rounded(value("temperature")))
        #expect(conditions.dewPoint == rounded(value("dewpoint")))
        #expect(conditions.humidity == rounded(value("relativeHumidity")))
        #expect(conditions.windSpeed == speed("windSpeed"))
        #expect(conditions.windDirection == (value("windSpeed") == 0 ? nil : value("windDirection")))
        #expect(conditions.windGust == speed("windGust"))
        #expect(conditions.pressure == rounded(value("seaLevelPressure").map { $0 / 100 }))
        #expect(conditions.visibility == rounded(value("visibility")))
        #expect(conditions.precipitation == hourlyPrecipitation)
        #expect(conditions.precipitationPeriod == hourlyPrecipitation.map { _ in 3600 })
        #expect(observation.station.elevation == value("elevation"))
        #expect(observation.station.name == properties["stationName"] as? String)
        #expect(observation.station.distance == 0 && observation.impossible == nil)
    }

    // MARK: - Radar

    private func nowcast(_ name: String, at time: Int) async throws -> RadarReport {
        let service = ScriptedService { _ in
            (try? HTTPAnswer(status: 200, body: norway.body(name))) ?? HTTPAnswer(status: 500)
        }
        let place = try #require(Coordinate(latitude: 63.4308, longitude: 10.4034))
        return try await METNowcast(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: UnixTime(time))
    }

    @Test func everyStepOfRadar() async throws {
        let name = "nowcast2_trondheim_rain_coming.json"
        // 2023-08-14T18:16:07Z.
        let report = try await nowcast(name, at: 1_692_036_967)
        let properties = try #require(try norway.object(name)["properties"] as? [String: Any])
        let rates = try #require(properties["timeseries"] as? [[String: Any]]).map { entry in
            (((entry["data"] as? [String: Any])?["instant"] as? [String: Any])?["details"] as? [String: Any])?[
                "precipitation_rate"] as? Double
        }
        #expect(report.precipitation.count == 23)
        // mm/h for five minutes, in thousandths of a millimetre.
        #expect(report.precipitation.map(\.amount) == rates.map { $0.map { ($0 / 12 * 1000).rounded() / 1000 } })
        #expect(report.precipitation.first?.end == UnixTime(1_692_037_200), "18:15 and five minutes")
        #expect(report.precipitation.allSatisfy { $0.duration == 300 })
    }

    @Test func radarAnnouncesRainInMinutes() async throws {
        let now = UnixTime(1_692_036_967)
        let radar = try await nowcast("nowcast2_trondheim_rain_coming.json", at: now.seconds)
        let forecast = Report(
            coordinate: radar.coordinate, timeZone: "Europe/Oslo", provider: ProviderFacts.metNorway.identity,
            fetchedAt: now,
            hours: [Hour(time: UnixTime(1_692_036_000), conditions: Conditions(condition: .overcast))])
        let report = forecast.measured(by: Measurements(radar: radar), at: now)
        // 19:00 UTC.
        #expect(
            report.nowcast(at: now, staleAfter: 3600) == .begins(at: UnixTime(1_692_039_600), isSnow: false))
        #expect(forecast.nowcast(at: now, staleAfter: 3600) == nil)
    }

    @Test func placeWithoutRadarIsNotCovered() async {
        await #expect(throws: FetchFailure.self) {
            try await nowcast("nowcast2_no_coverage_HANDMADE.json", at: 1_692_036_967)
        }
    }
}
