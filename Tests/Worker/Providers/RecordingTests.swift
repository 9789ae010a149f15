import Foundation
import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private let recordings = RecordingFolder("openmeteo")

@Suite(.enabled(if: !recordings.forecasts.isEmpty, "\(RecordingFolder.absence)"))
struct RecordingTests {
    @Test(arguments: recordings.forecasts)
    func valuesMatchRecordings(name: String) throws {
        let json = try recordings.object(name)
        let report = try OpenMeteoService<Report>.report(
            from: HTTPAnswer(status: 200, body: recordings.body(name)), of: "recording", for: #require(berlin),
            at: noon(ofRecording: json))

        #expect(report.timeZone == json["timezone"] as? String)
        if let current = json["current"] as? [String: Any] {
            let units = json["current_units"] as? [String: String] ?? [:]
            let conditions = try #require(report.current)
            #expect(conditions.temperature == celsius(current["temperature_2m"], units["temperature_2m"]))
            #expect(conditions.humidity == current["relative_humidity_2m"] as? Double)
            #expect(conditions.pressure == current["pressure_msl"] as? Double)
            #expect(conditions.precipitation == current["precipitation"] as? Double)
            #expect(conditions.windDirection == current["wind_direction_10m"] as? Double)
            if units["wind_speed_10m"] == "m/s" {
                #expect(conditions.windSpeed == current["wind_speed_10m"] as? Double)
            }
            #expect(report.observedAt != nil)
        }
        if let daily = json["daily"] as? [String: Any], daily["weather_code"] != nil {
            #expect(report.days.map(\.date.description) == daily["time"] as? [String])
            let unit = (json["daily_units"] as? [String: String])?["temperature_2m_max"]
            if let highs = daily["temperature_2m_max"] as? [Double] {
                #expect(report.days.map(\.temperatureMax) == highs.map { celsius($0, unit) })
            }
            #expect(report.days.map(\.precipitation) == doubles(daily["precipitation_sum"], report.days.count))
            if daily["sunrise"] != nil { #expect(report.days.allSatisfy { $0.daylight?.sunrise != nil }) }
        }
        if let hourly = json["hourly"] as? [String: Any], hourly["weather_code"] != nil {
            let count = (hourly["time"] as? [String])?.count ?? 0
            // The rain of the last hour would be in the next row, and some recordings only have weather codes.
            #expect(report.hours.count >= count - 1)
            let temperatures = doubles(hourly["temperature_2m"], count).prefix(report.hours.count)
            #expect(report.hours.map(\.conditions.temperature) == Array(temperatures))
            #expect(report.hours.dropLast().allSatisfy { $0.conditions.condition != .unknown })
        }
    }

    private func doubles(_ column: Any?, _ count: Int) -> [Double?] {
        (column as? [Double]) ?? Array(repeating: nil, count: count)
    }

    private func celsius(_ value: Any?, _ unit: String?) -> Double? {
        guard let value = value as? Double else { return nil }
        return unit == "°F" ? ((value - 32) * 5 / 9 * 1e3).rounded() / 1e3 : value
    }
}
