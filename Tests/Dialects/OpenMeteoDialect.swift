import Foundation
public import Weather

/// <https://open-meteo.com/en/docs>, in the units that weatherd asks for.
public struct OpenMeteoDialect: Dialect {
    public init() {}

    public let id = "open-meteo"
    public let hourStep = 1
    public let conditions: Set<Condition> = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy,
        .freezingRain, .snowLight, .snow, .snowHeavy, .rainShowers, .snowShowers, .thunderstorm, .thunderstormHail,
    ]

    public var current: [String: Double] {
        Dictionary(uniqueKeysWithValues: Self.hourly.map { ($0.key, 0) })
    }

    public var hours: [String: Double] { current.merging(["precipitationProbabilityPercent": 0]) { first, _ in first } }

    public var days: [String: Double] { Dictionary(uniqueKeysWithValues: Self.daily.map { ($0.key, 0) }) }

    /// What weatherd calls it, what the service calls it, and what one of weatherd's units is in the service's.
    private static let hourly: [(key: String, name: String, factor: Double)] = [
        ("temperatureC", "temperature_2m", 1), ("feelsLikeC", "apparent_temperature", 1),
        ("dewPointC", "dew_point_2m", 1), ("humidityPercent", "relative_humidity_2m", 1),
        ("cloudCoverPercent", "cloud_cover", 1), ("pressureHPa", "pressure_msl", 1),
        ("windSpeedMS", "wind_speed_10m", 1), ("windDirectionDeg", "wind_direction_10m", 1),
        ("windGustMS", "wind_gusts_10m", 1), ("precipitationMM", "precipitation", 1), ("rainMM", "rain", 1),
        ("snowfallMM", "snowfall", 0.1), ("visibilityM", "visibility", 1), ("uvIndex", "uv_index", 1),
    ]
    private static let daily: [(key: String, name: String, factor: Double)] = [
        ("temperatureMaxC", "temperature_2m_max", 1), ("temperatureMinC", "temperature_2m_min", 1),
        ("feelsLikeMaxC", "apparent_temperature_max", 1), ("feelsLikeMinC", "apparent_temperature_min", 1),
        ("cloudCoverPercent", "cloud_cover_mean", 1), ("precipitationMM", "precipitation_sum", 1),
        ("rainMM", "rain_sum", 1), ("snowfallMM", "snowfall_sum", 0.1),
        ("precipitationProbabilityPercent", "precipitation_probability_max", 1),
        ("precipitationHours", "precipitation_hours", 1), ("windSpeedMaxMS", "wind_speed_10m_max", 1),
        ("windGustMaxMS", "wind_gusts_10m_max", 1), ("windDirectionDeg", "wind_direction_10m_dominant", 1),
        ("uvIndexMax", "uv_index_max", 1),
    ]
    /// Told of the hour that has passed, not of the one that begins.
    private static let backward = ["precipitation", "rain", "snowfall", "precipitation_probability"]

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        guard path == "/v1/forecast" else { return nil }
        let zone = TimeZone(identifier: weather.timeZone) ?? .gmt
        let date = Date(timeIntervalSince1970: Double(weather.now.seconds))
        var units = Dictionary(uniqueKeysWithValues: Self.hourly.map { ($0.name, "") })
        for (name, unit) in [
            ("temperature_2m", "°C"), ("apparent_temperature", "°C"), ("dew_point_2m", "°C"),
            ("relative_humidity_2m", "%"), ("cloud_cover", "%"), ("pressure_msl", "hPa"), ("wind_speed_10m", "m/s"),
            ("wind_direction_10m", "°"), ("wind_gusts_10m", "m/s"), ("precipitation", "mm"), ("rain", "mm"),
            ("snowfall", "cm"), ("visibility", "m"),
        ] { units[name] = unit }
        let answer: [String: Any] = [
            "latitude": weather.coordinate.latitude, "longitude": weather.coordinate.longitude,
            "utc_offset_seconds": zone.secondsFromGMT(for: date), "timezone": weather.timeZone,
            "current_units": units, "current": current(weather), "hourly_units": units, "hourly": hourly(weather),
            "daily_units": [String: String](), "daily": daily(weather),
        ]
        return DialectAnswer(body: Self.bytes(answer))
    }

    private func current(_ weather: InventedWeather) -> [String: Any] {
        let values = TruthTable.ofConditions(weather.current)
        var current: [String: Any] = [
            "time": weather.now.seconds, "interval": 900, "weather_code": Self.code(weather.current.condition),
            "is_day": weather.current.isDay == true ? 1 : 0,
        ]
        for (key, name, factor) in Self.hourly { current[name] = (values[key] ?? nil).map { $0 * factor } }
        return current
    }

    private func hourly(_ weather: InventedWeather) -> [String: Any] {
        // One more, for what fell in the last hour.
        let rows = weather.hours.map { TruthTable.ofHour($0) }
        var hourly: [String: Any] = [
            "time": weather.hours.map(\.time.seconds) + [(weather.hours.last?.time.seconds ?? 0) + 3600],
            "weather_code": weather.hours.map { Self.code($0.conditions.condition) } + [0],
            "is_day": weather.hours.map { $0.conditions.isDay == true ? 1 : 0 } + [0],
        ]
        let columns = Self.hourly + [("precipitationProbabilityPercent", "precipitation_probability", 1.0)]
        for (key, name, factor) in columns {
            let values: [Any] = rows.map { row in (row[key] ?? nil).map { $0 * factor } ?? NSNull() as Any }
            hourly[name] = Self.backward.contains(name) ? [NSNull()] + values : values + [NSNull()]
        }
        return hourly
    }

    private func daily(_ weather: InventedWeather) -> [String: Any] {
        let rows = weather.days.map { TruthTable.ofDay($0) }
        var daily: [String: Any] = [
            "time": weather.days.map(\.start.seconds), "weather_code": weather.days.map { Self.code($0.condition) },
            "sunrise": weather.days.compactMap { $0.daylight?.sunrise?.seconds },
            "sunset": weather.days.compactMap { $0.daylight?.sunset?.seconds },
            "daylight_duration": weather.days.map { _ in 36_000 },
        ]
        for (key, name, factor) in Self.daily {
            daily[name] = rows.map { row in (row[key] ?? nil).map { $0 * factor } ?? NSNull() as Any }
        }
        return daily
    }

    private static func code(_ condition: Condition) -> Int {
        let codes: [Condition: Int] = [
            .clear: 0, .mostlyClear: 1, .partlyCloudy: 2, .overcast: 3, .fog: 45, .drizzle: 53, .freezingDrizzle: 56,
            .rainLight: 61, .rain: 63, .rainHeavy: 65, .freezingRain: 66, .snowLight: 71, .snow: 73, .snowHeavy: 75,
            .rainShowers: 81, .snowShowers: 85, .thunderstorm: 95, .thunderstormHail: 96,
        ]
        return codes[condition] ?? 999
    }
}

extension Dialect {
    /// An answer's JSON.
    static func bytes(_ answer: Any) -> [UInt8] {
        // All of it is numbers and texts, which always have a JSON.
        (try? JSONSerialization.data(withJSONObject: answer)).map { Array($0) } ?? []
    }
}
