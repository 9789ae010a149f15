import Foundation
public import Weather

/// <https://pirateweather.net/en/latest/API/>, which extends the format of the Dark Sky API.
public struct DarkSkyDialect: Dialect {
    private let units: String?

    /// - Parameter units: the units of all answers; nil for the requested ones.
    public init(units: String? = nil) {
        self.units = units
    }

    public let id = "pirate-weather"
    public let hourStep = 1
    public let conditions: Set<Condition> = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy,
        .freezingRain, .sleet, .snowLight, .snow, .snowHeavy, .thunderstorm, .thunderstormHail, .haze, .smoke,
    ]

    public var current: [String: Double] {
        let fine = units == nil || units == "si"
        var tolerances = [
            "temperatureC": 0.01, "feelsLikeC": 0.01, "dewPointC": 0.01, "humidityPercent": 0, "cloudCoverPercent": 0,
            "pressureHPa": 0, "windSpeedMS": 0.005, "windDirectionDeg": 0, "windGustMS": 0.005,
            "precipitationMM": 0.002,
            "rainMM": 0.002, "snowfallMM": 0.02, "visibilityM": 10, "uvIndex": 0,
        ]
        if fine { tolerances = tolerances.mapValues { _ in 0 } }
        return tolerances
    }

    public var hours: [String: Double] { current.merging(["precipitationProbabilityPercent": 0]) { first, _ in first } }

    public var days: [String: Double] {
        let current = current
        return [
            "temperatureMaxC": current["temperatureC"] ?? 0, "temperatureMinC": current["temperatureC"] ?? 0,
            "feelsLikeMaxC": current["feelsLikeC"] ?? 0, "feelsLikeMinC": current["feelsLikeC"] ?? 0,
            // Fractions have two decimals.
            "cloudCoverPercent": 0.5, "precipitationMM": 0.01, "rainMM": 0.01, "snowfallMM": 0.05,
            "precipitationProbabilityPercent": 0, "precipitationHours": 0,
            "windSpeedMaxMS": current["windSpeedMS"] ?? 0,
            "windGustMaxMS": current["windGustMS"] ?? 0, "windDirectionDeg": 0, "uvIndexMax": 0,
        ]
    }

    public let origin = Origin.analysis
    /// A rate.
    public let currentPeriod = 0

    public func issuedAt(_ weather: InventedWeather) -> UnixTime? {
        // Named by the hour in which the model run began.
        UnixTime(weather.now.seconds / 3600 * 3600 - 2 * 3600)
    }

    /// `possible-*` is the icon for less than 25 %.
    public func likelihood(_ probability: Double) -> Likelihood? { probability < 25 ? .possible : nil }

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        let parts = path.split(separator: "/")
        guard parts.count == 3, parts[0] == "forecast", parts[2].split(separator: ",").count == 2 else { return nil }
        let units = units ?? query["units"] ?? "us"
        let hours = weather.hours.filter { $0.time.advanced(by: 3600) > weather.now }
        let count = query["extend"] == "hourly" ? 168 : 48
        let date = Date(timeIntervalSince1970: Double(weather.now.seconds))
        let zone = TimeZone(identifier: weather.timeZone) ?? .gmt
        let isDay = weather.current.isDay == true
        let minutes: [[String: Any]] = (0...60).map { minute in
            [
                "time": weather.now.seconds + minute * 60, "precipProbability": 0.1, "precipType": "none",
                "precipIntensity": Self.length(weather.current.precipitation ?? 0, units),
            ]
        }
        let answer: [String: Any] = [
            "latitude": weather.coordinate.latitude, "longitude": weather.coordinate.longitude,
            "timezone": weather.timeZone, "offset": Double(zone.secondsFromGMT(for: date)) / 3600,
            "currently": Self.point(weather.current, weather.now, isDay, units),
            "minutely": ["summary": "", "icon": "none", "data": minutes],
            "hourly": ["data": hours.prefix(count).map { Self.hour($0, units) }],
            "daily": ["data": weather.days.prefix(8).map { Self.day($0, weather, units) }],
            "alerts": [Any](),
            "flags": [
                "sources": ["hrrr_0-18", "gfs"], "sourceTimes": sourceTimes(weather), "nearest-station": -999,
                "units": units, "version": "V2.9.7",
            ],
        ]
        return DialectAnswer(body: Self.bytes(answer))
    }

    private func sourceTimes(_ weather: InventedWeather) -> [String: String] {
        func text(_ time: UnixTime) -> String {
            let text = Date(timeIntervalSince1970: Double(time.seconds)).ISO8601Format()
            return "\(text.prefix(10)) \(text.dropFirst(11).prefix(2))Z"
        }
        let newest = issuedAt(weather) ?? weather.now
        return ["hrrr_0-18": text(newest), "gfs": text(newest.advanced(by: -6 * 3600))]
    }

    private static func point(
        _ conditions: Conditions, _ time: UnixTime, _ isDay: Bool, _ units: String, isPossible: Bool = false
    ) -> [String: Any] {
        [
            "time": time.seconds, "summary": "",
            "icon": icon(conditions.condition, isDay ? "-day" : "-night", isPossible: isPossible),
            "precipIntensity": length(conditions.precipitation ?? 0, units), "precipProbability": 0.5,
            "precipType": type(conditions.condition), "temperature": temperature(conditions.temperature ?? 0, units),
            "apparentTemperature": temperature(conditions.feelsLike ?? 0, units),
            "dewPoint": temperature(conditions.dewPoint ?? 0, units), "humidity": (conditions.humidity ?? 0) / 100,
            "pressure": conditions.pressure ?? 0, "windSpeed": speed(conditions.windSpeed ?? 0, units),
            "windGust": speed(conditions.windGust ?? 0, units), "windBearing": Int(conditions.windDirection ?? 0),
            "cloudCover": (conditions.cloudCover ?? 0) / 100, "uvIndex": conditions.uvIndex ?? 0,
            "visibility": distance(conditions.visibility ?? 0, units), "ozone": 311.75, "smoke": -999,
        ]
    }

    private static func hour(_ hour: Hour, _ units: String) -> [String: Any] {
        let isPossible = (hour.precipitationProbability ?? 0) < 25
        var point = point(
            hour.conditions, hour.time, hour.conditions.isDay == true, units, isPossible: isPossible)
        point["precipProbability"] = (hour.precipitationProbability ?? 0) / 100
        point.merge(accumulations(hour.conditions.rain, hour.conditions.snowfall, units)) { $1 }
        return point
    }

    private static func day(_ day: Day, _ weather: InventedWeather, _ units: String) -> [String: Any] {
        let own = weather.hours.filter { day.contains($0.time) }.map(\.conditions)
        let length = Double(day.end.seconds(since: day.start)) / 3600
        // Today's amounts only include the remaining hours.
        let coming = weather.hours.filter { day.contains($0.time) && $0.time.advanced(by: 3600) > weather.now }
        func sum(_ value: (Conditions) -> Double?) -> Double { coming.map(\.conditions).compactMap(value).reduce(0, +) }
        func mean(_ value: (Conditions) -> Double?) -> Double { own.compactMap(value).reduce(0, +) / Double(own.count) }
        var point: [String: Any] = [
            "time": day.start.seconds, "summary": "", "icon": icon(day.condition, "-day"),
            "sunriseTime": sun(day).rise, "sunsetTime": sun(day).set,
            "moonPhase": 0.4, "precipIntensity": Self.length(sum(\.precipitation) / length, units),
            "precipIntensityMax": Self.length(own.compactMap(\.precipitation).max() ?? 0, units),
            "precipProbability": (coming.compactMap(\.precipitationProbability).max() ?? 0) / 100,
            "precipType": type(day.condition),
            "temperatureMax": temperature(day.temperatureMax ?? 0, units),
            "temperatureMin": temperature(day.temperatureMin ?? 0, units),
            // For the daytime and the following night, not for the calendar day.
            "temperatureHigh": temperature((day.temperatureMax ?? 0) - 1, units),
            "temperatureLow": temperature((day.temperatureMin ?? 0) - 1, units),
            "apparentTemperatureMax": temperature(day.feelsLikeMax ?? 0, units),
            "apparentTemperatureMin": temperature(day.feelsLikeMin ?? 0, units),
            "apparentTemperatureHigh": temperature((day.feelsLikeMax ?? 0) - 1, units),
            "apparentTemperatureLow": temperature((day.feelsLikeMin ?? 0) - 1, units),
            "dewPoint": temperature(mean(\.dewPoint), units), "humidity": rounded(mean(\.humidity) / 100, 2),
            "pressure": rounded(mean(\.pressure), 2), "windSpeed": speed(mean(\.windSpeed), units),
            "windGust": speed(mean(\.windGust), units), "windBearing": Int(day.windDirection ?? 0),
            "cloudCover": rounded((day.cloudCover ?? 0) / 100, 2), "uvIndex": day.uvIndexMax ?? 0,
            "visibility": distance(mean(\.visibility), units),
        ]
        point.merge(accumulations(sum(\.rain), sum(\.snowfall), units)) { $1 }
        return point
    }

    /// In polar day and night the server invents these times: `calculate_solar_times` in API/utils/solar.py.
    private static func sun(_ day: Day) -> (rise: Int, set: Int) {
        switch day.daylight {
        case .polarDay: (day.start.seconds + 1, day.end.seconds - 1)
        case .polarNight: (day.end.seconds - 2, day.end.seconds - 1)
        default: (day.daylight?.sunrise?.seconds ?? -999, day.daylight?.sunset?.seconds ?? -999)
        }
    }

    /// Centimetres or inches.
    private static func accumulations(_ rain: Double?, _ snow: Double?, _ units: String) -> [String: Any] {
        func depth(_ millimeters: Double) -> Double { rounded(millimeters / (units == "us" ? 25.4 : 10), 4) }
        return [
            "liquidAccumulation": depth(rain ?? 0), "snowAccumulation": depth(snow ?? 0), "iceAccumulation": 0,
            "precipAccumulation": depth((rain ?? 0) + (snow ?? 0)),
        ]
    }

    private static func temperature(_ celsius: Double, _ units: String) -> Double {
        rounded(units == "us" ? celsius * 1.8 + 32 : celsius, 2)
    }

    /// Of water, in millimetres or inches.
    private static func length(_ millimeters: Double, _ units: String) -> Double {
        rounded(units == "us" ? millimeters / 25.4 : millimeters, 4)
    }

    private static func speed(_ metersPerSecond: Double, _ units: String) -> Double {
        rounded(units == "si" ? metersPerSecond : metersPerSecond * 3.6 / (units == "ca" ? 1 : 1.609344), 2)
    }

    private static func distance(_ meters: Double, _ units: String) -> Double {
        rounded(meters / 1000 / (units == "si" || units == "ca" ? 1 : 1.609344), 2)
    }

    private static func rounded(_ number: Double, _ decimals: Int) -> Double {
        let scale = [1.0, 10, 100, 1000, 10_000][decimals]
        return (number * scale).rounded() / scale
    }

    private static func type(_ condition: Condition) -> String {
        switch condition {
        case .freezingRain, .freezingDrizzle: "ice"
        case .sleet: "sleet"
        case _ where InventedWeather.isSnow(condition): "snow"
        case _ where InventedWeather.isRain(condition): "rain"
        default: "none"
        }
    }

    /// The icon names for `icon=pirate`.
    private static func icon(_ condition: Condition, _ suffix: String, isPossible: Bool = false) -> String {
        if isPossible, InventedWeather.isWet(condition) {
            switch condition {
            case .thunderstorm, .thunderstormHail: return "possible-thunderstorm" + suffix
            case .freezingRain, .freezingDrizzle: return "possible-sleet" + suffix
            default: return (InventedWeather.isSnow(condition) ? "possible-snow" : "possible-rain") + suffix
            }
        }
        let words: [Condition: String] = [
            .clear: "clear" + suffix, .mostlyClear: "mostly-clear" + suffix, .partlyCloudy: "partly-cloudy" + suffix,
            .overcast: "cloudy", .fog: "fog", .drizzle: "drizzle", .freezingDrizzle: "freezing-drizzle",
            .rainLight: "light-rain", .rain: "rain", .rainHeavy: "heavy-rain", .freezingRain: "freezing-rain",
            .sleet: "sleet", .snowLight: "light-snow", .snow: "snow", .snowHeavy: "heavy-snow",
            .thunderstorm: "thunderstorm", .thunderstormHail: "hail", .haze: "haze", .smoke: "smoke",
        ]
        return words[condition] ?? "frogs"
    }
}
