import Almanac
import Foundation
import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Answers of the real service, which are stored beside the checkout.
private enum Recordings {
    static let folder = RecordingFolder("metno")
}

@Suite(.enabled(if: Recordings.folder.exists, "\(RecordingFolder.absence)"))
struct METNorwayRecordingTests {
    /// 2020-07-20 11:45 UTC, a minute after the answers.
    private let now = UnixTime(1_595_245_500)

    private func report(
        _ name: String, _ latitude: Double, _ longitude: Double, _ zone: String
    ) async throws -> Report {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let body = try Recordings.folder.body("\(name).json")
        let headers = try Recordings.folder.object("\(name).headers.json")["headers"] as? [String: String] ?? [:]
        let answer = HTTPAnswer(status: 200, headers: headers.map { (name: $0.key, value: $0.value) }, body: body)
        return try await METNorway(
            baseURL: "https://api.met.no", timeZone: { _ in zone }, exchange: ScriptedService { _ in answer }.exchange
        ).report(for: place, at: now)
    }

    /// Numbers read manually from the file.
    @Test func london() async throws {
        let report = try await report("locationforecast_complete_london", 51.5, -0.1, "Europe/London")
        let first = try #require(report.hours.first)
        #expect(first.time == UnixTime(1_595_242_800))
        #expect(first.conditions.condition == .clear)
        #expect(first.conditions.temperature == 18.8)
        #expect(first.conditions.dewPoint == 7.2)
        #expect(first.conditions.humidity == 47)
        #expect(first.conditions.cloudCover == 12.5)
        #expect(first.conditions.pressure == 1023.2)
        #expect(first.conditions.windSpeed == 2.3)
        #expect(first.conditions.windDirection == 349.3)
        #expect(first.conditions.uvIndex == 6.4)
        #expect(first.conditions.precipitation == 0)
        #expect(first.conditions.isDay == true)
        #expect(first.conditions.windGust == nil)
        #expect(first.precipitationProbability == nil)
        // Three quarters of the way from 18.8 to 19.6.
        #expect(report.current?.temperature == 19.4)

        // Up to the last entry, which has only instantaneous values.
        #expect(report.hours.last?.time == UnixTime(1_595_998_800))
        #expect(zip(report.hours, report.hours.dropFirst()).allSatisfy { $1.time.seconds(since: $0.time) == 3600 })
        // 0.9 mm in the six hours from noon of the 25th.
        let shower = try #require(report.hours.first { $0.time == UnixTime(1_595_678_400) })
        #expect(shower.conditions.condition == .rainShowers)
        #expect(shower.conditions.precipitation == 0.9)
        #expect(shower.conditions.rain == 0.9)
        #expect(shower.conditions.precipitationPeriod == 21_600)
        #expect(shower.conditions.snowfall == 0)

        #expect(report.days.map(\.date.day) == [20, 21, 22, 23, 24, 25, 26, 27, 28])
        #expect(report.days.allSatisfy { $0.end.seconds(since: $0.start) == 86_400 })
        // 22.9 °C from noon, which no single entry has, and 11.8 °C at night.
        #expect(report.days[3].temperatureMax == 22.9)
        #expect(report.days[3].temperatureMin == 11.8)
        #expect(report.httpFreshness?.lastModified == "Mon, 20 Jul 2020 11:44:31 GMT")
        // 12:16:23 by a clock that showed 11:44:31.
        #expect(report.httpFreshness?.expires == now.advanced(by: 1912))
        #expect(report.unknownCodes == nil)
    }

    @Test func beijing() async throws {
        let report = try await report("locationforecast_compact_beijing", 39.9, 116.4, "Asia/Shanghai")
        // 00:00 UTC of the 24th: 27.2 °C, 31 % of the way through the file.
        let hour = try #require(report.hours.first { $0.time == UnixTime(1_595_548_800) })
        #expect(hour.conditions.temperature == 27.2)
        #expect(hour.conditions.pressure == 1007.7)
        #expect(hour.conditions.windDirection == 351.9)
        #expect(hour.conditions.condition == .mostlyClear)
        #expect(hour.conditions.dewPoint == nil)
        #expect(hour.conditions.uvIndex == nil)
        #expect(report.days.first?.date == CalendarDate(year: 2020, month: 7, day: 20))
        #expect(report.timeZone == "Asia/Shanghai")
    }

    /// Compares each entry of the files with the hour that begins with it.
    @Test(arguments: ["locationforecast_compact_beijing", "locationforecast_complete_london"])
    func hourlyEntriesBecomeHours(name: String) async throws {
        let json = try Recordings.folder.object("\(name).json")
        let properties = try #require(json["properties"] as? [String: Any])
        let series = try #require(properties["timeseries"] as? [[String: Any]])
        let report = try await report(name, 51.5, -0.1, "Europe/London")
        let hours = Dictionary(uniqueKeysWithValues: report.hours.map { ($0.time, $0) })
        for entry in series.dropLast() {
            let text = try #require(entry["time"] as? String)
            let date = try Date(text, strategy: .iso8601)
            let data = try #require(entry["data"] as? [String: [String: Any]])
            let details = try #require(data["instant"]?["details"] as? [String: Double])
            let hour = try #require(hours[UnixTime(Int(date.timeIntervalSince1970))])
            #expect(hour.conditions.temperature == details["air_temperature"])
            #expect(hour.conditions.humidity == details["relative_humidity"])
            #expect(hour.conditions.windSpeed == details["wind_speed"])
            #expect(hour.conditions.cloudCover == details["cloud_area_fraction"])
            #expect(hour.conditions.dewPoint == details["dew_point_temperature"])
            #expect(hour.conditions.condition != .unknown)
        }
    }

    /// Near the end of the polar day the sun sets on the 14th at 00:56 of the 15th, and there was no sunrise.
    @Test func sunAtEndOfPolarDay() throws {
        let properties = try #require(
            try Recordings.folder.object("sunrise3_sun_67N_null_sunrise.json")["properties"] as? [String: Any])
        func time(_ event: String) throws -> UnixTime {
            let text = try #require((properties[event] as? [String: Any])?["time"] as? String)
            return try #require(UnixTime(rfc3339: text))
        }
        let place = try #require(Coordinate(latitude: 67.52, longitude: 12.1))
        let sun = Sun(coordinate: place)
        let noon = sun.elevation(at: try time("solarnoon"))
        #expect(abs(noon - 44.12) < 0.05)
        #expect(abs(sun.elevation(at: try time("solarmidnight")) - -0.77) < 0.1)
        #expect(sun.isUp(at: try time("solarmidnight")))
        #expect(abs(sun.elevation(at: try time("sunset")) - -0.833) < 0.05)
    }
}
