import Foundation
public import Weather

/// OpenWeatherMap's One Call in metric units: version 3.0, <https://openweathermap.org/api/one-call-3>, in one answer;
/// version 4.0, <https://openweathermap.org/api/one-call-4>, in pages.
public struct OneCallDialect: Dialect {
    private let isPaged: Bool

    public init(version: Int) {
        isPaged = version >= 4
    }

    public let id = "openweathermap"
    public let hourStep = 1
    public let conditions: Set<Condition> = Set(OpenWeatherMapDialect.ids.keys)

    public var current: [String: Double] {
        Dictionary(uniqueKeysWithValues: Self.names.map { ($0.key, 0) })
            .merging(["precipitationMM": 0, "rainMM": 0, "snowfallMM": 0]) { first, _ in first }
    }

    public var hours: [String: Double] { current.merging(["precipitationProbabilityPercent": 0]) { first, _ in first } }

    public var days: [String: Double] {
        [
            "temperatureMaxC": 0, "temperatureMinC": 0, "precipitationMM": 0, "rainMM": 0, "snowfallMM": 0,
            "precipitationProbabilityPercent": 0, "windSpeedMaxMS": 0, "windGustMaxMS": 0, "windDirectionDeg": 0,
            "uvIndexMax": 0,
        ]
    }

    public let origin = Origin.analysis
    /// A rate.
    public let currentPeriod = 0

    private static let names: [(key: String, name: String)] = [
        ("temperatureC", "temp"), ("feelsLikeC", "feels_like"), ("dewPointC", "dew_point"),
        ("humidityPercent", "humidity"), ("cloudCoverPercent", "clouds"), ("pressureHPa", "pressure"),
        ("windSpeedMS", "wind_speed"), ("windDirectionDeg", "wind_deg"), ("windGustMS", "wind_gust"),
        ("visibilityM", "visibility"), ("uvIndex", "uvi"),
    ]

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        guard query["appid"] != nil, query["units"] == "metric" else {
            return DialectAnswer(status: 401, body: Self.bytes(["cod": 401, "message": "Invalid API key."]))
        }
        var answer: [String: Any] = [
            "lat": weather.coordinate.latitude, "lon": weather.coordinate.longitude, "timezone": weather.timeZone,
            "timezone_offset": 0,
        ]
        let hour = weather.now.seconds / 3600 * 3600
        switch (path, isPaged) {
        case ("/data/3.0/onecall", false):
            answer["current"] = current(weather)
            answer["minutely"] = minutes(weather)
            answer["hourly"] = hours(weather, from: hour, count: 48)
            answer["daily"] = days(weather)
        case ("/data/4.0/onecall/current", true):
            answer["data"] = [current(weather)]
        case ("/data/4.0/onecall/timeline/1h", true):
            answer["data"] = hours(weather, from: query["start"].flatMap(Int.init) ?? hour, count: 20)
            answer["next"] = "http://elsewhere.test\(path)?cnt=20&appid=\(query["appid"] ?? "")"
        case ("/data/4.0/onecall/timeline/1day", true):
            answer["data"] = days(weather)
            answer["next"] = "http://elsewhere.test\(path)?cnt=10&appid=\(query["appid"] ?? "")"
        case ("/data/4.0/onecall/timeline/1min", true):
            answer["data"] = minutes(weather)
        default:
            return nil
        }
        return DialectAnswer(body: Self.bytes(answer))
    }

    private func current(_ weather: InventedWeather) -> [String: Any] {
        state(of: weather.current, at: weather.now)
    }

    private func hours(_ weather: InventedWeather, from start: Int, count: Int) -> [[String: Any]] {
        weather.hours.filter { $0.time.seconds >= start }.prefix(count).map { hour in
            var entry = state(of: hour.conditions, at: hour.time)
            entry["pop"] = hour.precipitationProbability.map { $0 / 100 }
            return entry
        }
    }

    /// Each day's time is noon.
    private func days(_ weather: InventedWeather) -> [[String: Any]] {
        weather.days.prefix(8).map { day in
            var entry: [String: Any] = [
                "dt": day.start.seconds + 43_200, "temp": ["max": day.temperatureMax, "min": day.temperatureMin],
                "clouds": 50, "weather": OpenWeatherMapDialect.weather(day.condition),
            ]
            entry["sunrise"] = day.daylight?.sunrise?.seconds
            entry["sunset"] = day.daylight?.sunset?.seconds
            entry["wind_speed"] = day.windSpeedMax
            entry["wind_gust"] = day.windGustMax
            entry["wind_deg"] = day.windDirection
            entry["uvi"] = day.uvIndexMax
            entry["pop"] = day.precipitationProbability.map { $0 / 100 }
            entry["rain"] = day.rain.flatMap { $0 > 0 ? ($0 * 100).rounded() / 100 : nil }
            entry["snow"] = day.snowfall.flatMap { $0 > 0 ? ($0 * 10).rounded() / 100 : nil }
            return entry
        }
    }

    private func minutes(_ weather: InventedWeather) -> [[String: Any]] {
        (1...60).map {
            let time = weather.now.seconds / 60 * 60 + $0 * 60
            let rate = weather.hour(at: UnixTime(time - 1))?.conditions.precipitation
            return ["dt": time, "precipitation": rate ?? 0]
        }
    }

    private func state(of conditions: Conditions, at time: UnixTime) -> [String: Any] {
        let values = TruthTable.ofConditions(conditions)
        var state: [String: Any] = ["dt": time.seconds, "weather": OpenWeatherMapDialect.weather(conditions.condition)]
        for (key, name) in Self.names { state[name] = values[key] ?? nil }
        if let rain = conditions.rain, rain > 0 { state["rain"] = ["1h": rain] }
        if let snowfall = conditions.snowfall, snowfall > 0 { state["snow"] = ["1h": snowfall / 10] }
        return state
    }
}
