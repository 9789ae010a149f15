import Almanac
import Weather

// Unicode emoji.
extension Icons {
    /// Each is two columns wide, by itself or with the variation selector U+FE0F. None shows the sun at night.
    static func emoji(_ condition: Condition, _ isNight: Bool) -> String {
        switch condition {
        case .clear: isNight ? "🌙" : "☀️"
        case .mostlyClear: isNight ? "🌙" : "🌤️"
        case .partlyCloudy: isNight ? "🌜" : "⛅"
        case .overcast: "☁️"
        case .fog, .haze, .smoke, .dust: "🌫️"
        case .drizzle, .rainLight, .rain, .rainHeavy: "🌧️"
        case .rainShowers: isNight ? "🌧️" : "🌦️"
        case .freezingDrizzle, .freezingRain: "🧊"
        case .sleet, .snowLight, .snow, .snowShowers: "🌨️"
        case .snowHeavy: "❄️"
        case .thunderstorm, .thunderstormHail: "⛈️"
        case .squall: "💨"
        case .tornado: "🌪️"
        case .unknown: "❔"
        }
    }

    static func emoji(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "🌑"
        case .waxingCrescent: "🌒"
        case .firstQuarter: "🌓"
        case .waxingGibbous: "🌔"
        case .fullMoon: "🌕"
        case .waningGibbous: "🌖"
        case .lastQuarter: "🌗"
        case .waningCrescent: "🌘"
        }
    }
}
