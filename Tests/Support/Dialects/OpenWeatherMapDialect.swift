import Foundation
public import Weather

/// <https://openweathermap.org/current> and <https://openweathermap.org/forecast5> in metric units: instantaneous
/// values every three hours, with the precipitation of the three hours before.
public struct OpenWeatherMapDialect: Dialect {
    public init() {}

    public let id = "openweathermap"
    public let hourStep = 3
    public let conditions: Set<Condition> = Set(ids.keys)

    public var current: [String: Double] {
        [
            "temperatureC": 0, "feelsLikeC": 0, "humidityPercent": 0, "cloudCoverPercent": 0, "pressureHPa": 0,
            "windSpeedMS": 0, "windDirectionDeg": 0, "windGustMS": 0, "precipitationMM": 0, "rainMM": 0,
            "snowfallMM": 0, "visibilityM": 0,
            // Not reported: it is computed from temperature and humidity, which are inconsistent in the invented
            // weather.
            "dewPointC": 8,
        ]
    }

    public var hours: [String: Double] { current.merging(["precipitationProbabilityPercent": 0]) { first, _ in first } }

    public var days: [String: Double] {
        [
            "temperatureMaxC": 0, "temperatureMinC": 0, "feelsLikeMaxC": 0, "feelsLikeMinC": 0,
            // The cloud cover of the hours in between is interpolated.
            "cloudCoverPercent": 5,
            "precipitationMM": 0, "rainMM": 0, "snowfallMM": 0, "precipitationProbabilityPercent": 0,
            "precipitationHours": 0, "windSpeedMaxMS": 0, "windGustMaxMS": 0, "windDirectionDeg": 0,
        ]
    }

    public let origin = Origin.analysis
    /// A rate.
    public let currentPeriod = 0
    public let hourPeriod = 3 * 3600
    public let hasWholeToday = false

    /// <https://openweathermap.org/weather-conditions>
    static let ids: [Condition: Int] = [
        .clear: 800, .mostlyClear: 801, .partlyCloudy: 802, .overcast: 804, .fog: 741, .drizzle: 301, .rainLight: 500,
        .rain: 501, .rainHeavy: 502, .freezingRain: 511, .sleet: 611, .snowLight: 600, .snow: 601, .snowHeavy: 602,
        .rainShowers: 521, .snowShowers: 621, .thunderstorm: 211, .haze: 721, .smoke: 711, .dust: 731, .squall: 771,
        .tornado: 781,
    ]

    static func weather(_ condition: Condition) -> [[String: Any]] {
        [["id": ids[condition] ?? 999, "main": "Some", "description": "some weather", "icon": "04d"]]
    }

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        guard query["appid"] != nil, query["units"] == "metric" else {
            return DialectAnswer(status: 401, body: Self.bytes(["cod": 401, "message": "Invalid API key."]))
        }
        let zone = TimeZone(identifier: weather.timeZone) ?? .gmt
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(weather.now.seconds)))
        switch path {
        case "/data/2.5/weather":
            var answer = state(of: weather.current, at: weather.now)
            answer["timezone"] = offset
            answer["name"] = "Somewhere"
            answer["cod"] = 200
            answer["weather"] = Self.weather(weather.current.condition)
            answer["rain"] = amount("1h", weather.current.rain)
            answer["snow"] = amount("1h", weather.current.snowfall.map { $0 / 10 })
            return DialectAnswer(body: Self.bytes(answer))
        case "/data/2.5/forecast":
            let list = entries(of: weather)
            let city: [String: Any] = ["name": "", "timezone": offset, "country": "GB"]
            return DialectAnswer(
                body: Self.bytes(["cod": "200", "message": 0, "cnt": list.count, "list": list, "city": city]))
        default:
            return nil
        }
    }

    private func entries(of weather: InventedWeather) -> [[String: Any]] {
        let next = weather.now.seconds / 10_800 * 10_800 + 10_800
        return (0..<40).compactMap { number in
            let time = UnixTime(next + number * 10_800)
            guard let index = weather.hours.firstIndex(where: { $0.time == time }), index >= 3 else { return nil }
            let before = weather.hours[(index - 3)..<index]
            let condition = weather.hours[index].conditions
            let falling = before.first { InventedWeather.isWet($0.conditions.condition) }?.conditions
            var entry = state(of: condition, at: time)
            // Precipitation that begins at this time is in the next entry.
            let sky = InventedWeather.isWet(condition.condition) ? .overcast : condition.condition
            entry["weather"] = Self.weather(falling?.condition ?? sky)
            entry["pop"] = (before.compactMap(\.precipitationProbability).max() ?? 0) / 100
            entry["rain"] = amount("3h", before.compactMap(\.conditions.rain).reduce(0, +))
            entry["snow"] = amount("3h", before.compactMap(\.conditions.snowfall).reduce(0, +) / 10)
            entry["sys"] = ["pod": condition.isDay == true ? "d" : "n"]
            return entry
        }
    }

    private func state(of conditions: Conditions, at time: UnixTime) -> [String: Any] {
        let main = [
            "temp": conditions.temperature, "feels_like": conditions.feelsLike, "temp_min": conditions.temperature,
            "temp_max": conditions.temperature, "pressure": conditions.pressure, "sea_level": conditions.pressure,
            "humidity": conditions.humidity,
        ]
        let wind = [
            "speed": conditions.windSpeed, "deg": conditions.windDirection, "gust": conditions.windGust,
        ]
        return [
            "dt": time.seconds, "main": main.compactMapValues(\.self), "wind": wind.compactMapValues(\.self),
            "clouds": ["all": conditions.cloudCover ?? 0], "visibility": conditions.visibility ?? 0,
        ]
    }

    /// Zero amounts are omitted.
    private func amount(_ period: String, _ millimetres: Double?) -> [String: Double]? {
        guard let millimetres, millimetres > 0 else { return nil }
        return [period: (millimetres * 100).rounded() / 100]
    }
}
