import Foundation
public import Weather

/// <https://open-meteo.com/en/docs>, in the units that weatherd requests.
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

    public var days: [String: Double] {
        // The last two follow from the hours.
        Dictionary(
            uniqueKeysWithValues: (Self.daily.map(\.key) + ["snowDepthMaxM", "freezingLevelMinM"]).map { ($0, 0) })
    }

    /// An hourly variable, by weatherd's key, and its unit in the service.
    private struct Variable {
        let key: String
        let name: String
        let unit: String
        /// The factor from weatherd's unit to the service's.
        var factor = 1.0
        /// Whether the value is for the hour that ends at a row. `weather_code` is computed from the row's
        /// precipitation, and `uv_index` is the hour's mean.
        var isOfHour = false
    }

    private static let hourly = [
        Variable(key: "temperatureC", name: "temperature_2m", unit: "°C"),
        Variable(key: "feelsLikeC", name: "apparent_temperature", unit: "°C"),
        Variable(key: "dewPointC", name: "dew_point_2m", unit: "°C"),
        Variable(key: "humidityPercent", name: "relative_humidity_2m", unit: "%"),
        Variable(key: "cloudCoverPercent", name: "cloud_cover", unit: "%"),
        Variable(key: "pressureHPa", name: "pressure_msl", unit: "hPa"),
        Variable(key: "windSpeedMS", name: "wind_speed_10m", unit: "m/s"),
        Variable(key: "windDirectionDeg", name: "wind_direction_10m", unit: "°"),
        Variable(key: "windGustMS", name: "wind_gusts_10m", unit: "m/s", isOfHour: true),
        Variable(key: "precipitationMM", name: "precipitation", unit: "mm", isOfHour: true),
        Variable(key: "rainMM", name: "rain", unit: "mm", isOfHour: true),
        Variable(key: "snowfallMM", name: "snowfall", unit: "cm", factor: 0.1, isOfHour: true),
        Variable(key: "visibilityM", name: "visibility", unit: "m"),
        Variable(key: "uvIndex", name: "uv_index", unit: "", isOfHour: true),
        Variable(key: "soilTemperatureC", name: "soil_temperature_0cm", unit: "°C"),
        Variable(key: "snowDepthM", name: "snow_depth", unit: "m"),
        Variable(key: "freezingLevelM", name: "freezing_level_height", unit: "m"),
    ]
    private static let probability = Variable(
        key: "precipitationProbabilityPercent", name: "precipitation_probability", unit: "%", isOfHour: true)
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
    public let origin = Origin.analysis
    public let currentPeriod = 900

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        guard path == "/v1/forecast" else { return nil }
        let clock = OpenMeteoClock(weather, query: query)
        let units = Dictionary(uniqueKeysWithValues: Self.hourly.map { ($0.name, $0.unit) })
        let rows = clock.rows.map { row(at: $0, weather) }
        var answer: [String: Any] = [
            "latitude": weather.coordinate.latitude, "longitude": weather.coordinate.longitude,
            "utc_offset_seconds": clock.offset, "timezone": clock.timeZone, "current_units": units,
            "current": Self.requested(current(weather, Self.names(query["current"])), Self.names(query["current"])),
            "hourly_units": units,
            "hourly": columns(of: rows, clock, Self.names(query["hourly"])),
            "daily_units": [String: String](),
            "daily": Self.requested(daily(rows, clock, weather), Self.names(query["daily"])),
        ]
        if query["minutely_15"] != nil {
            answer["minutely_15_units"] = ["time": "unixtime", "precipitation": "mm"]
            answer["minutely_15"] = quarters(weather, clock)
        }
        return DialectAnswer(body: Self.bytes(answer))
    }

    /// The variables in a list of the query; nil, for all of them, if there is no list.
    private static func names(_ list: String?) -> Set<Substring>? { list.map { Set($0.split(separator: ",")) } }

    private static func requested(_ values: [String: Any], _ names: Set<Substring>?) -> [String: Any] {
        guard let names else { return values }
        return values.filter { ["time", "interval"].contains($0.key) || names.contains($0.key[...]) }
    }

    /// The last quarter hour that has begun, and the precipitation of the one before it.
    private func current(_ weather: InventedWeather, _ names: Set<Substring>?) -> [String: Any] {
        var conditions = weather.current
        conditions.precipitation = conditions.precipitation.map { $0 / 4 }
        conditions.rain = conditions.rain.map { $0 / 4 }
        conditions.snowfall = conditions.snowfall.map { $0 / 4 }
        let values = TruthTable.ofConditions(conditions)
        var current: [String: Any] = [
            "time": weather.now.seconds / 900 * 900, "interval": 900, "weather_code": Self.code(conditions.condition),
            "is_day": conditions.isDay == true ? 1 : 0,
        ]
        for variable in Self.hourly where names?.contains(variable.name[...]) ?? true {
            current[variable.name] = (values[variable.key] ?? nil).map { $0 * variable.factor }
        }
        return current
    }

    /// The model's row for `time`.
    private func row(at time: UnixTime, _ weather: InventedWeather) -> [String: Double] {
        let (hour, before) = (weather.hour(at: time), weather.hour(at: time.advanced(by: -3600)))
        let (values, valuesBefore) = (hour.map(TruthTable.ofHour) ?? [:], before.map(TruthTable.ofHour) ?? [:])
        var row: [String: Double] = [:]
        for variable in Self.hourly + [Self.probability] {
            let source = variable.isOfHour ? valuesBefore : values
            row[variable.name] = (source[variable.key] ?? nil).map { $0 * variable.factor }
        }
        if let hour { row["is_day"] = hour.conditions.isDay == true ? 1 : 0 }
        let wet = before.map(\.conditions.condition).flatMap { InventedWeather.isWet($0) ? $0 : nil }
        row["weather_code"] = (wet.map(Self.code) ?? hour.map { Self.sky($0.conditions.condition) }).map(Double.init)
        return row
    }

    private func columns(
        of rows: [[String: Double]], _ clock: OpenMeteoClock, _ names: Set<Substring>?
    ) -> [String: Any] {
        var columns: [String: Any] = ["time": clock.rows.map { $0.seconds + clock.shift }]
        let known = (Self.hourly + [Self.probability]).map(\.name) + ["weather_code", "is_day"]
        for name in known where names?.contains(name[...]) ?? true {
            columns[name] = rows.map { $0[name] ?? NSNull() as Any }
        }
        return columns
    }

    /// Each consists of 24 rows, regardless of the calendar.
    private func daily(
        _ rows: [[String: Double]], _ clock: OpenMeteoClock, _ weather: InventedWeather
    ) -> [String: Any] {
        let spans = stride(from: 0, to: rows.count, by: 24).map { Array(rows[$0..<($0 + 24)]) }
        let starts = spans.indices.map { clock.rows[$0 * 24].seconds + clock.shift }
        let light = starts.map { start in
            weather.days.first { $0.contains(UnixTime(start + 43_200)) }?.daylight ?? .polarNight
        }
        var daily: [String: Any] = [
            "time": starts, "sunrise": zip(starts, light).map { $1.sunrise?.seconds ?? $0 },
            "sunset": zip(starts, light).map { $1.sunset?.seconds ?? ($1 == .polarDay ? $0 + 86_400 : $0) },
            "daylight_duration": light.map { $0 == .polarDay ? 86_400 : $0 == .polarNight ? 0 : 36_000 },
            "weather_code": spans.map { $0.compactMap { $0["weather_code"] }.max() ?? NSNull() as Any },
        ]
        for (_, name, _) in Self.daily { daily[name] = spans.map { Self.aggregate(name, $0) ?? NSNull() as Any } }
        return daily
    }

    private static func aggregate(_ name: String, _ rows: [[String: Double]]) -> Double? {
        func all(_ ending: String) -> [Double] { rows.compactMap { $0[String(name.dropLast(ending.count))] } }
        return switch name {
        case "precipitation_hours": Double(rows.compactMap { $0["precipitation"] }.count { $0 > 0.001 })
        case "wind_direction_10m_dominant": rows.first?["wind_direction_10m"]
        case "cloud_cover_mean": (all("_mean").reduce(0, +) / Double(max(all("_mean").count, 1))).rounded()
        case _ where name.hasSuffix("_max"): all("_max").max()
        case _ where name.hasSuffix("_min"): all("_min").min()
        default: all("_sum").reduce(0, +)
        }
    }

    /// Sums of the 15 minutes that end at each time.
    private func quarters(_ weather: InventedWeather, _ clock: OpenMeteoClock) -> [String: Any] {
        [
            "time": clock.quarters.map(\.seconds),
            "precipitation": clock.quarters.map { end in
                let amount = weather.hour(at: end.advanced(by: -900))?.conditions.precipitation
                return amount.map { $0 / 4 } ?? NSNull() as Any
            },
        ]
    }

    /// The code of a time without precipitation.
    private static func sky(_ condition: Condition) -> Int {
        code(InventedWeather.isWet(condition) ? .overcast : condition)
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
        // All values are numbers and strings, which always have a JSON encoding.
        (try? JSONSerialization.data(withJSONObject: answer)).map { Array($0) } ?? []
    }
}
