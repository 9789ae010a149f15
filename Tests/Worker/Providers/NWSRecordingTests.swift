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
    static let folder = RecordingFolder("nws")
}

@Suite(.enabled(if: Recordings.folder.exists, "\(RecordingFolder.absence)"))
struct NWSRecordingTests {
    /// 2026-03-05 20:32 UTC, when the answers were given.
    private let now = UnixTime(1_772_742_724)

    private func report() async throws -> Report {
        let place = try #require(Coordinate(latitude: 40.743, longitude: -74.029))
        let bodies = [
            "/points/40.743,-74.029": try Recordings.folder.body("points_nyc.json"),
            "/gridpoints/OKX/1,1/forecast/hourly": try Recordings.folder.body("forecast_hourly_okx.json"),
            "/gridpoints/OKX/1,1/forecast": try Recordings.folder.body("forecast_okx.json"),
        ]
        let service = ScriptedService { query in
            let path = query.url.replacing("http://service.test", with: "")
            return bodies[path].map { HTTPAnswer(status: 200, body: $0) } ?? HTTPAnswer("", status: 500)
        }
        return try await NWS(baseURL: "http://service.test", gridPoints: NWSGridPoints(), exchange: service.exchange)
            .report(for: place, at: now)
    }

    /// Numbers read manually from the files.
    @Test func hoboken() async throws {
        let report = try await report()
        #expect(report.timeZone == "America/New_York")
        #expect(report.hours.count == 156)
        let first = try #require(report.hours.first)
        #expect(first.time == UnixTime(1_772_740_800))
        // 48 °F, 3 mph, SE, 71 %, 26 %; Chance Light Rain.
        #expect(first.conditions.temperature == 8.889)
        #expect(first.conditions.windSpeed == 1.341)
        #expect(first.conditions.windDirection == 135)
        #expect(first.conditions.humidity == 71)
        #expect(first.conditions.dewPoint == 3.889)
        #expect(first.precipitationProbability == 26)
        #expect(first.conditions.condition == .rainLight)
        #expect(first.conditions.isDay == true)
        #expect(report.hours[1].conditions.condition == .partlyCloudy)
        #expect(report.hours.contains { $0.conditions.condition == .thunderstorm })
        #expect(report.unknownCodes == nil)
        // The forecast continues in winter time, but midnight of the 9th is at 4 UTC.
        #expect(report.days.map(\.date.day) == [5, 6, 7, 8, 9, 10, 11])
        #expect(report.days[3].end.seconds(since: report.days[3].start) == 23 * 3600)
    }

    @Test func everyPeriodIsAnHour() async throws {
        let json = try Recordings.folder.object("forecast_hourly_okx.json")
        let properties = try #require(json["properties"] as? [String: Any])
        let periods = try #require(properties["periods"] as? [[String: Any]])
        let hours = Dictionary(uniqueKeysWithValues: try await report().hours.map { ($0.time, $0) })
        for period in periods {
            let text = try #require(period["startTime"] as? String)
            let time = try #require(UnixTime(rfc3339: text))
            let hour = try #require(hours[time])
            let fahrenheit = try #require(period["temperature"] as? Double)
            #expect(abs((hour.conditions.temperature ?? .nan) - (fahrenheit - 32) / 1.8) < 0.001)
            let probability = period["probabilityOfPrecipitation"] as? [String: Any]
            #expect(hour.precipitationProbability == probability?["value"] as? Double)
            #expect(hour.conditions.condition != .unknown)
            #expect(hour.conditions.windDirection != nil)
        }
    }

    @Test func halfDays() throws {
        let json = try JSONValue(
            HTTPAnswer(status: 200, body: Recordings.folder.body("forecast_okx.json")), from: "recording")
        let periods = NWSPeriod.periods(of: json, from: now, to: now.advanced(by: 10 * 86_400))
        #expect(periods.count == 14)
        #expect(periods.map(\.isDaytime) == (0..<14).map { $0.isMultiple(of: 2) })
        // 49 and 36 °F; 2 to 8 mph on the second day.
        #expect(periods[0].temperature == 9.444)
        #expect(periods[1].temperature == 2.222)
        #expect(periods[1].sky.condition == .rainLight)
        #expect(periods[2].wind?.lowest == 0.894)
        #expect(periods[2].wind?.highest == 3.576)
    }

    /// 25 °C, wind from 270° at 22.2 km/h, ten miles visibility, all else null.
    @Test func albany() throws {
        let json = try JSONValue(
            HTTPAnswer(status: 200, body: Recordings.folder.body("observation_kalb.json")), from: "recording")
        let feature = json["features"][0]
        let station = try #require(NWSStation(feature))
        #expect(station.id == "KALB")
        #expect(station.name == "Albany International Airport")
        #expect(station.coordinate == Coordinate(latitude: 42.75, longitude: -73.8))
        let observation = try #require(NWSObservation(feature, of: station))
        #expect(observation.time == UnixTime(1_784_145_000))
        let conditions = observation.conditions
        #expect(conditions.condition == .partlyCloudy)
        #expect(conditions.temperature == 25)
        #expect(conditions.windDirection == 270)
        #expect(conditions.windSpeed == 6.173)
        #expect(conditions.visibility == 16_093.44)
        #expect(conditions.cloudCover == 43.75)
        #expect(conditions.dewPoint == nil && conditions.windGust == nil && conditions.pressure == nil)
        #expect(conditions.humidity == nil && conditions.feelsLike == nil)
    }

    @Test func flagstaff() throws {
        let json = try JSONValue(
            HTTPAnswer(status: 200, body: Recordings.folder.body("stations_fgz_limit3.json")), from: "recording")
        let station = try #require(NWSStation(json["features"][0]))
        #expect(station.id == "KFLG")
        #expect(station.name == "Flagstaff Pulliam Airport")
        let downtown = try #require(Coordinate(latitude: 35.1983, longitude: -111.6513))
        // 6.2 km on the map.
        #expect(station.distance(to: downtown) == 6156)
    }

    @Test func portland() throws {
        let messages = try NWSAlerts.messages(
            JSONValue(
                HTTPAnswer(status: 200, body: Recordings.folder.body("alerts_active_zone_portland.json")),
                from: "recording"), from: "recording")
        let alerts = CAPSelection(
            of: messages.compactMap(\.self), now: UnixTime(1_576_880_000), locale: "en",
            regions: RegionsOfPlace(try #require(Contract.newYork))
        ).alerts
        let alert = try #require(alerts.first)
        #expect(alerts.count == 1)
        #expect(alert.id == "NWS-IDP-PROD-3965873-3369046")
        #expect(alert.event == "Flood Watch")
        #expect(alert.severity == .severe)
        #expect(alert.replaces.count == 4)
        #expect(alert.replaces.first == "NWS-IDP-PROD-3964821-3368352")
        #expect(alert.sender == "NWS Portland OR")
        // 2019-12-20 13:34 and 2019-12-22 10:00 in Oregon.
        #expect(alert.onset == UnixTime(1_576_877_640))
        #expect(alert.ends == UnixTime(1_577_037_600))
        #expect(alert.text?.hasPrefix("The Flood Watch continues for") == true)
        #expect(alert.instruction?.hasPrefix("A Flood Watch means") == true)
    }

    @Test func errors() async throws {
        let place = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
        let bodies = [
            404: try Recordings.folder.body("error_404_invalid_point.json"),
            503: try Recordings.folder.body("error_503_grid_expired.json"),
        ]
        func failure(_ status: Int) async -> FetchFailure? {
            let answer = HTTPAnswer(status: status, body: bodies[status] ?? [])
            let provider = NWS(
                baseURL: "http://service.test", gridPoints: NWSGridPoints(),
                exchange: ScriptedService { _ in answer }.exchange)
            do throws(FetchFailure) {
                _ = try await provider.report(for: place, at: now)
                return nil
            } catch {
                return error
            }
        }
        let point = "Data Unavailable For Requested Point: Unable to provide data for requested point 52.52,13.41"
        #expect(await failure(404) == .notCovered(host: "service.test", reason: point))
        let grid =
            "Forecast Grid Expired: The requested forecast grid was issued 2020-02-11T02:50:40+00:00 and has expired."
        #expect(
            await failure(503)
                == .serviceFailed(host: "service.test", status: 503, reason: grid, retryAfter: nil))
    }
}
