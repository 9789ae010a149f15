import Foundation
public import Weather

/// <https://api.met.no/weatherapi/locationforecast/2.0/documentation>, the complete forecast of a Nordic place.
public struct METNorwayDialect: Dialect {
    public init() {}

    public let id = "met-norway"
    public let hourStep = 1
    public let conditions: Set<Condition> = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .rainLight, .rain, .rainHeavy, .sleet, .snowLight, .snow,
        .snowHeavy, .rainShowers, .snowShowers, .thunderstorm,
    ]

    /// Computed instead of reported, so it only has to be present.
    private static let computed = 15.0

    public var current: [String: Double] {
        var current = Dictionary(uniqueKeysWithValues: Self.instant.map { ($0.key, 0.0) })
        for key in ["precipitationMM", "rainMM", "snowfallMM"] { current[key] = 0 }
        current["feelsLikeC"] = Self.computed
        return current
    }

    public var hours: [String: Double] { current.merging(["precipitationProbabilityPercent": 0]) { first, _ in first } }

    public var days: [String: Double] {
        [
            "temperatureMaxC": 0, "temperatureMinC": 0, "feelsLikeMaxC": Self.computed, "feelsLikeMinC": Self.computed,
            "cloudCoverPercent": 0, "precipitationMM": 0, "rainMM": 0, "snowfallMM": 0,
            "precipitationProbabilityPercent": 0, "precipitationHours": 0, "windSpeedMaxMS": 0, "windGustMaxMS": 0,
            "windDirectionDeg": 0, "uvIndexMax": 0,
        ]
    }

    private static let instant: [(key: String, name: String, unit: String)] = [
        ("temperatureC", "air_temperature", "celsius"), ("dewPointC", "dew_point_temperature", "celsius"),
        ("humidityPercent", "relative_humidity", "%"), ("cloudCoverPercent", "cloud_area_fraction", "%"),
        ("pressureHPa", "air_pressure_at_sea_level", "hPa"), ("windSpeedMS", "wind_speed", "m/s"),
        ("windDirectionDeg", "wind_from_direction", "degrees"), ("windGustMS", "wind_speed_of_gust", "m/s"),
        ("uvIndex", "ultraviolet_index_clear_sky", "1"),
    ]

    /// Hourly steps; the following ones are six-hourly.
    private static let hourly = 60

    public let origin = Origin.forecast
    public let currentPeriod = 3600
    public let hasWholeToday = false
    public let wholeDays = 1

    public func issuedAt(_ weather: InventedWeather) -> UnixTime? { weather.now.advanced(by: -3 * 3600) }

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        guard path == "/weatherapi/locationforecast/2.0/complete", let latitude = query["lat"].flatMap(Double.init),
            let longitude = query["lon"].flatMap(Double.init)
        else { return nil }
        var units = Dictionary(uniqueKeysWithValues: Self.instant.map { ($0.name, $0.unit) })
        units["air_temperature_max"] = "celsius"
        units["air_temperature_min"] = "celsius"
        units["precipitation_amount"] = "mm"
        units["probability_of_precipitation"] = "%"
        let answer: [String: Any] = [
            "type": "Feature", "geometry": ["type": "Point", "coordinates": [longitude, latitude, 12]],
            "properties": [
                "meta": ["updated_at": Self.text(issuedAt(weather) ?? weather.now), "units": units],
                "timeseries": Self.series(weather),
            ],
        ]
        return DialectAnswer(
            headers: [
                "Date": "Sat, 21 Nov 2026 15:00:00 GMT", "Expires": "Sat, 21 Nov 2026 15:31:00 GMT",
                "Last-Modified": "Sat, 21 Nov 2026 14:58:00 GMT",
            ], body: Self.bytes(answer))
    }

    private static func series(_ weather: InventedWeather) -> [[String: Any]] {
        let start = weather.hours.firstIndex { $0.time.advanced(by: 3600) > weather.now } ?? 0
        var series: [[String: Any]] = []
        var index = start
        while index < weather.hours.count {
            let isMain = weather.hours[index].time.seconds.isMultiple(of: 6 * 3600)
            let isHourly = index < start + hourly || (!isMain && series.last?["isHourly"] as? Bool == true)
            let sixHours = weather.hours[index...].prefix(6)
            var data: [String: Any] = ["instant": ["details": details(of: weather.hours[index].conditions)]]
            if isHourly { data["next_1_hours"] = following(weather.hours[index...].prefix(1)) }
            if sixHours.count == 6 { data["next_6_hours"] = following(sixHours) }
            series.append(["time": text(weather.hours[index].time), "isHourly": isHourly, "data": data])
            index += isHourly ? 1 : 6
        }
        return series.map { $0.filter { $0.key != "isHourly" } }
    }

    private static func details(of conditions: Conditions) -> [String: Any] {
        let values = TruthTable.ofConditions(conditions)
        return Dictionary(
            uniqueKeysWithValues: instant.compactMap { key, name, _ in (values[key] ?? nil).map { (name, $0) } })
    }

    private static func following(_ hours: ArraySlice<Hour>) -> [String: Any] {
        var details: [String: Double] = [
            "precipitation_amount": hours.compactMap(\.conditions.precipitation).reduce(0, +),
            "probability_of_precipitation": hours.compactMap(\.precipitationProbability).max() ?? 0,
        ]
        if hours.count > 1 {
            let temperatures = hours.compactMap(\.conditions.temperature)
            details["air_temperature_max"] = temperatures.max()
            details["air_temperature_min"] = temperatures.min()
        }
        // The symbol of the worst hour: rain if there is any.
        let worst = hours.map(\.conditions).max { $0.condition.severity < $1.condition.severity }
        let symbol = worst.map(symbolCode) ?? ""
        return ["summary": ["symbol_code": symbol], "details": details]
    }

    private static func symbolCode(_ conditions: Conditions) -> String {
        let light = conditions.isDay == true ? "_day" : "_night"
        let codes: [Condition: String] = [
            .clear: "clearsky\(light)", .mostlyClear: "fair\(light)", .partlyCloudy: "partlycloudy\(light)",
            .overcast: "cloudy", .fog: "fog", .rainLight: "lightrain", .rain: "rain", .rainHeavy: "heavyrain",
            .sleet: "sleet", .snowLight: "lightsnow", .snow: "snow", .snowHeavy: "heavysnow",
            .rainShowers: "rainshowers\(light)", .snowShowers: "lightsnowshowers\(light)",
            .thunderstorm: "rainandthunder",
        ]
        return codes[conditions.condition] ?? "plagueoffrogs"
    }

    static func text(_ time: UnixTime) -> String {
        Date(timeIntervalSince1970: Double(time.seconds)).ISO8601Format()
    }
}
