/// Names of weather icons in the freedesktop icon naming specification, which every icon theme has.
enum IconName {
    /// The icon of a condition; nil for one that is unknown.
    ///
    /// - Parameters:
    ///   - code: `condition.code` in JSON.
    ///   - isDay: nil when unknown, which counts as day.
    static func name(of code: String, isDay: Bool?) -> String? {
        let night = isDay == false ? "-night" : ""
        return switch code {
        case "clear", "mostly-clear": "weather-clear" + night
        case "partly-cloudy": "weather-few-clouds" + night
        case "overcast", "squall": "weather-overcast"
        case "fog", "haze", "smoke", "dust": "weather-fog"
        case "drizzle", "rain-light", "rain-showers": "weather-showers-scattered"
        case "freezing-drizzle", "rain", "rain-heavy", "freezing-rain": "weather-showers"
        case "sleet", "snow-light", "snow", "snow-heavy", "snow-showers": "weather-snow"
        case "thunderstorm", "thunderstorm-hail", "tornado": "weather-storm"
        default: nil
        }
    }
}
