import Astronomy
import Foundation
import HTTP
import Providers
import Testing
import Weather

@testable import Forecasting

/// Answers that the real service gave, which lie beside the checkout and not in it.
private enum Recordings {
    static let folder: URL = {
        let given = ProcessInfo.processInfo.environment["WEATHERD_RECORDINGS"].map { URL(filePath: $0) }
        let beside = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/recordings")
        return (given ?? beside.standardizedFileURL).appending(path: "openmeteo")
    }()

    static let forecasts = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasPrefix("forecast_") || $0.hasPrefix("current_") }.sorted()
}

/// The apparent temperature that is computed, against the one that Open-Meteo gave.
@Suite(
    .enabled(
        if: !Recordings.forecasts.isEmpty,
        "no recordings: set WEATHERD_RECORDINGS to their folder, or put it at ../shared/recordings"))
struct FeelsLikeRecordingTests {
    /// Every hour, and the present, of every answer that has temperature, humidity, wind and apparent temperature.
    @Test func isWithinHalfADegree() throws {
        var compared = 0
        for name in Recordings.forecasts {
            let data = try Data(contentsOf: Recordings.folder.appending(path: name))
            let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let latitude = try #require(json["latitude"] as? Double)
            let longitude = try #require(json["longitude"] as? Double)
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let report = try OpenMeteo.report(
                from: HTTPAnswer(status: 200, body: Array(data)), of: "recording", for: place,
                at: noon(ofRecording: json))
            var moments = report.hours.map { ($0.time, $0.conditions) }
            if let current = report.current, let time = report.observedAt { moments.append((time, current)) }
            for (time, conditions) in moments {
                guard let temperature = conditions.temperature, let humidity = conditions.humidity,
                    let windSpeed = conditions.windSpeed, let given = conditions.feelsLike
                else { continue }
                let radiation = SolarRadiation(
                    elevation: Sun(coordinate: place).elevation(at: time), cloudCover: conditions.cloudCover ?? 0)
                let computed = MoistAir(temperature: temperature, humidity: humidity)
                    .feelsLike(windSpeed: windSpeed, radiation: radiation.global)
                #expect(abs(computed - given) <= 0.5, "\(name): \(computed) for \(given) °C")
                compared += 1
            }
        }
        #expect(compared >= 4)
    }
}
