import Foundation
import LoopbackHTTP

/// A forecast in Open-Meteo's documented format, with invented numbers: eight days in Montevideo, which has no daylight
/// saving time.
struct Forecast {
    /// 2026-11-21 11:30 in Montevideo, a Saturday.
    static let now = 1_795_271_400
    /// The midnight before.
    static let midnight = 1_795_230_000

    /// Added to every temperature, to distinguish forecasts.
    var warmer = 0.0

    private static let utcOffset = -10_800
    /// °C from 0 to 23 o'clock.
    private static let temperatures = [
        16.2, 15.8, 15.3, 15.0, 14.8, 14.9, 15.6, 17.0, 18.6, 20.1, 21.4, 22.5,
        23.4, 24.0, 24.3, 24.2, 23.7, 22.8, 21.5, 20.2, 19.1, 18.3, 17.5, 16.8,
    ]
    /// Per day: maximum temperature relative to the first day's in °C, WMO code, rain in mm, its probability in %.
    private static let days: [(warmth: Double, code: Int, rain: Double, probability: Int)] = [
        (0, 2, 0, 5), (1.5, 3, 0.4, 35), (-1, 63, 12.5, 90), (-3.5, 80, 4.2, 70), (-2, 1, 0, 10), (0.5, 0, 0, 0),
        (2, 95, 18, 80), (-4, 45, 0, 15),
    ]
    private static let units = [
        "time": "unixtime", "temperature_2m": "°C", "relative_humidity_2m": "%", "apparent_temperature": "°C",
        "dew_point_2m": "°C", "is_day": "", "precipitation": "mm", "rain": "mm", "showers": "mm", "snowfall": "cm",
        "weather_code": "wmo code", "cloud_cover": "%", "pressure_msl": "hPa", "wind_speed_10m": "m/s",
        "wind_direction_10m": "°", "wind_gusts_10m": "m/s", "visibility": "m", "uv_index": "",
        "precipitation_probability": "%",
    ]

    /// The body of the answer.
    var json: String { text(of: answer) }

    /// The answer to a request: one forecast, or a list if it has several positions.
    func json(for request: LoopbackRequest) -> String {
        let latitudes = request.query["latitude"]?.replacing("%2C", with: ",").split(separator: ",")
        let count = latitudes?.count ?? 1
        return count == 1 ? json : text(of: Array(repeating: answer, count: count))
    }

    private func text(of answer: Any) -> String {
        // All values are numbers and strings, which always have a JSON encoding.
        let data = (try? JSONSerialization.data(withJSONObject: answer, options: .sortedKeys)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    private var answer: [String: Any] {
        [
            "latitude": -34.875, "longitude": -56.25, "generationtime_ms": 0.4, "elevation": 24,
            "utc_offset_seconds": Self.utcOffset, "timezone": "America/Montevideo", "timezone_abbreviation": "GMT-3",
            "current_units": Self.units, "current": current, "hourly_units": Self.units, "hourly": hourly,
            "daily_units": ["time": "unixtime", "sunrise": "unixtime", "sunset": "unixtime"], "daily": daily,
            "minutely_15_units": ["precipitation": "mm"],
            "minutely_15": [
                "time": (0..<96).map { Self.now + $0 * 900 }, "precipitation": Array(repeating: 0.0, count: 96),
            ],
        ]
    }

    private var current: [String: Any] {
        var values = hour(11)
        values["time"] = Self.now - 300
        values["interval"] = 900
        values["temperature_2m"] = rounded(22.1 + warmer)
        return values
    }

    private var hourly: [String: Any] {
        let rows = (0..<192).map { hour($0) }
        return Dictionary(uniqueKeysWithValues: rows[0].keys.map { key in (key, rows.map { $0[key] ?? NSNull() }) })
    }

    private func hour(_ index: Int) -> [String: Any] {
        let day = Self.days[index / 24]
        let hour = index % 24
        let temperature = Self.temperatures[hour] + day.warmth + warmer
        // To a thousandth, so that the hours sum to the day.
        let rain = (12..<18).contains(hour) ? (day.rain / 6 * 1000).rounded() / 1000 : 0
        return [
            "time": Self.midnight + index * 3600, "temperature_2m": rounded(temperature),
            "apparent_temperature": rounded(temperature - 0.8), "dew_point_2m": rounded(12.4 + day.warmth / 2),
            "relative_humidity_2m": 90 - hour, "is_day": (6..<20).contains(hour) ? 1 : 0,
            "precipitation": rain, "rain": rain, "showers": 0, "snowfall": 0,
            "weather_code": rain > 0 || day.rain == 0 ? day.code : 3, "cloud_cover": min(100, day.probability + 10),
            "pressure_msl": rounded(1014.6 - day.rain / 2), "wind_speed_10m": rounded(2 + Double(hour) / 4),
            "wind_direction_10m": (200 + index * 5) % 360,
            "wind_gusts_10m": rounded(4 + Double(hour) / 3 + Double(index / 24)),
            "visibility": 24_140, "uv_index": rounded(max(0, 9.5 - Double(abs(hour - 13)) * 1.6)),
            // For the preceding hour.
            "precipitation_probability": Self.days[max(index - 1, 0) / 24].probability,
        ]
    }

    private var daily: [String: Any] {
        func column(_ value: (Int) -> Any) -> [Any] { Self.days.indices.map(value) }
        return [
            "time": column { Self.midnight + $0 * 86_400 }, "weather_code": column { Self.days[$0].code },
            "temperature_2m_max": column { rounded(24.3 + Self.days[$0].warmth + warmer) },
            "temperature_2m_min": column { rounded(14.8 + Self.days[$0].warmth + warmer) },
            "apparent_temperature_max": column { rounded(23.5 + Self.days[$0].warmth + warmer) },
            "apparent_temperature_min": column { rounded(14 + Self.days[$0].warmth + warmer) },
            "cloud_cover_mean": column { min(100, Self.days[$0].probability + 10) },
            // 05:27 and 19:41 on the first day.
            "sunrise": column { Self.midnight + 19_620 + $0 * 86_380 },
            "sunset": column { Self.midnight + 70_860 + $0 * 86_455 },
            "daylight_duration": column { 51_240 + $0 * 75 }, "uv_index_max": column { _ in 9.5 },
            "precipitation_sum": column { Self.days[$0].rain }, "rain_sum": column { Self.days[$0].rain },
            "showers_sum": column { _ in 0 }, "snowfall_sum": column { _ in 0 },
            "precipitation_hours": column { Self.days[$0].rain > 0 ? 6 : 0 },
            "precipitation_probability_max": column { Self.days[$0].probability },
            "wind_speed_10m_max": column { rounded(7.8 + Double($0) / 2) },
            "wind_gusts_10m_max": column { rounded(11.7 + Double($0)) },
            "wind_direction_10m_dominant": column { (200 + $0 * 40) % 360 },
        ]
    }

    private func rounded(_ number: Double) -> Double {
        (number * 10).rounded() / 10
    }
}
