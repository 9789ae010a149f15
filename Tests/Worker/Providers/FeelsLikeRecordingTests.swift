import Almanac
import Foundation
import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private let recordings = RecordingFolder("openmeteo")

/// The computed apparent temperature, compared with Open-Meteo's.
@Suite(.enabled(if: !recordings.forecasts.isEmpty, "\(RecordingFolder.absence)"))
struct FeelsLikeRecordingTests {
    /// All hours, and the current values, of all answers with temperature, humidity, wind and apparent temperature.
    @Test func feelsLikeMatchesWithinHalfADegree() throws {
        var compared = 0
        for name in recordings.forecasts {
            let json = try recordings.object(name)
            let latitude = try #require(json["latitude"] as? Double)
            let longitude = try #require(json["longitude"] as? Double)
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let report = try OpenMeteoService<Report>.report(
                from: HTTPAnswer(status: 200, body: recordings.body(name)), of: "recording", for: place,
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
