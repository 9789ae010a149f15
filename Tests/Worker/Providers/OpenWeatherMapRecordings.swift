import Foundation
import Scratch
import Testing

enum OpenWeatherMapRecordings {
    private static let folder = RecordingFolder("owm")

    static var exist: Bool { folder.contains("error_401.json") }

    static func data(_ name: String) throws -> Data {
        try folder.data(name + ".json")
    }

    /// Decoded by Foundation, independently of the decoders under test.
    static func tree(_ name: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data(name)) as? [String: Any])
    }

    /// The recorded answer converted to metric units, which weatherd requests. Some were requested in other units, which the
    /// answers do not state.
    static func metric(_ name: String, recordedIn units: RecordedUnits) throws -> String {
        let metric = units == .metric ? try tree(name) : converted(try tree(name), from: units, isTemperature: false)
        return String(decoding: try JSONSerialization.data(withJSONObject: metric), as: UTF8.self)
    }

    private static let temperatures: Set<String> = ["temp", "feels_like", "temp_min", "temp_max", "dew_point"]
    private static let speeds: Set<String> = ["speed", "gust", "wind_speed", "wind_gust"]

    private static func converted(_ value: Any, from units: RecordedUnits, isTemperature: Bool) -> Any {
        switch value {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { name, value in
                    if speeds.contains(name), let speed = value as? Double {
                        return (name, units.metresPerSecond(speed) as Any)
                    }
                    let isTemperature = isTemperature || temperatures.contains(name)
                    return (name, converted(value, from: units, isTemperature: isTemperature))
                })
        case let list as [Any]:
            list.map { converted($0, from: units, isTemperature: false) }
        case let number as Double where isTemperature:
            units.celsius(number)
        default:
            value
        }
    }
}

/// The units in which a recorded answer was requested.
enum RecordedUnits: Sendable {
    case standard, metric, imperial

    func celsius(_ number: Double) -> Double {
        switch self {
        case .standard: number - 273.15
        case .metric: number
        case .imperial: (number - 32) / 1.8
        }
    }

    func metresPerSecond(_ number: Double) -> Double {
        self == .imperial ? number * 0.44704 : number
    }
}
