/// How a number in weatherd's JSON follows from a recording: derived independently of the program, from the
/// documentation of both.
struct RecordedQuantity {
    /// The key in weatherd's JSON: `windSpeedMS`.
    let key: String
    /// The keys in Open-Meteo's answer. If several are present, they are added up.
    let sources: [String]
    /// How many of weatherd's units one of Open-Meteo's is.
    private let factors: [String: Double]

    private init(_ key: String, _ sources: String..., in factors: [String: Double]) {
        (self.key, self.sources, self.factors) = (key, sources, factors)
    }

    /// The expected value in weatherd's JSON, and its tolerance; nil for null.
    func expected(in row: Recording.Row) throws -> (value: Double, tolerance: Double)? {
        let numbers = try sources.compactMap { source in
            try row.number(source).map { try convert($0, row.unit(source)) }
        }
        guard let first = numbers.first else { return nil }
        let sum = numbers.dropFirst().reduce(first.value) { $0 + $1.value }
        // weatherd writes three decimals.
        let isExact = numbers.count == 1 && first.isExact
        return (sum, isExact ? 0 : 0.00051)
    }

    private func convert(_ number: Double, _ unit: String) throws -> (value: Double, isExact: Bool) {
        if unit == "°F" { return ((number - 32) / 1.8, false) }
        guard let factor = factors[unit] else { throw Failure("\(key) from \(unit) is not in the table") }
        return (number * factor, factor == 1)
    }

    private static let degrees = ["°C": 1.0]
    private static let percent = ["%": 1.0]
    private static let speed = ["m/s": 1.0, "km/h": 1 / 3.6, "mp/h": 0.44704, "kn": 0.514444]
    private static let water = ["mm": 1.0, "inch": 25.4]
    private static let snow = ["cm": 10.0, "inch": 25.4]
    private static let length = ["m": 1.0, "ft": 0.3048]
    private static let index = ["": 1.0]

    static let ofConditions = [
        RecordedQuantity("temperatureC", "temperature_2m", in: degrees),
        RecordedQuantity("feelsLikeC", "apparent_temperature", in: degrees),
        RecordedQuantity("dewPointC", "dew_point_2m", in: degrees),
        RecordedQuantity("humidityPercent", "relative_humidity_2m", in: percent),
        RecordedQuantity("cloudCoverPercent", "cloud_cover", in: percent),
        RecordedQuantity("pressureHPa", "pressure_msl", in: ["hPa": 1]),
        RecordedQuantity("windSpeedMS", "wind_speed_10m", in: speed),
        RecordedQuantity("windDirectionDeg", "wind_direction_10m", in: ["°": 1]),
        RecordedQuantity("windGustMS", "wind_gusts_10m", in: speed),
        RecordedQuantity("precipitationMM", "precipitation", in: water),
        RecordedQuantity("rainMM", "rain", "showers", in: water),
        RecordedQuantity("snowfallMM", "snowfall", in: snow),
        RecordedQuantity("visibilityM", "visibility", in: length),
        RecordedQuantity("uvIndex", "uv_index", in: index),
        RecordedQuantity("soilTemperatureC", "soil_temperature_0cm", in: degrees),
        RecordedQuantity("snowDepthM", "snow_depth", in: length),
        RecordedQuantity("freezingLevelM", "freezing_level_height", in: length),
    ]

    static let ofHours =
        ofConditions + [
            RecordedQuantity("precipitationProbabilityPercent", "precipitation_probability", in: percent)
        ]

    static let ofDays = [
        RecordedQuantity("temperatureMaxC", "temperature_2m_max", in: degrees),
        RecordedQuantity("temperatureMinC", "temperature_2m_min", in: degrees),
        RecordedQuantity("feelsLikeMaxC", "apparent_temperature_max", in: degrees),
        RecordedQuantity("feelsLikeMinC", "apparent_temperature_min", in: degrees),
        RecordedQuantity("cloudCoverPercent", "cloud_cover_mean", in: percent),
        RecordedQuantity("precipitationMM", "precipitation_sum", in: water),
        RecordedQuantity("rainMM", "rain_sum", "showers_sum", in: water),
        RecordedQuantity("snowfallMM", "snowfall_sum", in: snow),
        RecordedQuantity("precipitationProbabilityPercent", "precipitation_probability_max", in: percent),
        RecordedQuantity("precipitationHours", "precipitation_hours", in: ["h": 1]),
        RecordedQuantity("windSpeedMaxMS", "wind_speed_10m_max", in: speed),
        RecordedQuantity("windGustMaxMS", "wind_gusts_10m_max", in: speed),
        RecordedQuantity("windDirectionDeg", "wind_direction_10m_dominant", in: ["°": 1]),
        RecordedQuantity("uvIndexMax", "uv_index_max", in: index),
    ]

    /// The condition names for WMO's codes of present weather, as far as Open-Meteo uses them.
    static let conditions: [Int: String] = [
        0: "clear", 1: "mostly-clear", 2: "partly-cloudy", 3: "overcast", 45: "fog", 48: "fog", 51: "drizzle",
        53: "drizzle", 55: "drizzle", 56: "freezing-drizzle", 57: "freezing-drizzle", 61: "rain-light", 63: "rain",
        65: "rain-heavy", 66: "freezing-rain", 67: "freezing-rain", 71: "snow-light", 73: "snow", 75: "snow-heavy",
        77: "snow-light", 80: "rain-showers", 81: "rain-showers", 82: "rain-showers", 85: "snow-showers",
        86: "snow-showers", 95: "thunderstorm", 96: "thunderstorm-hail", 99: "thunderstorm-hail",
    ]
}
