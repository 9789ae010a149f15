import Almanac
import Weather

// ASCII art.
extension Icons {
    static func ascii(_ condition: Condition, _ isNight: Bool) -> String {
        switch condition {
        case .clear: isNight ? "(" : "o"
        case .mostlyClear: isNight ? "(m" : "om"
        case .partlyCloudy: "m"
        case .overcast: "mmm"
        case .fog: "="
        case .haze, .smoke, .dust: "-"
        case .drizzle: "."
        case .rainLight: "/"
        case .rain, .rainShowers: "//"
        case .rainHeavy: "///"
        case .freezingDrizzle: ".x"
        case .freezingRain: "/x"
        case .sleet: "x"
        case .snowLight: "*"
        case .snow, .snowShowers: "**"
        case .snowHeavy: "***"
        case .thunderstorm: "!/"
        case .thunderstormHail: "!x"
        case .squall: ">>"
        case .tornado: "@"
        case .unknown: "?"
        }
    }

    static func ascii(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "(  )"
        case .waxingCrescent: "( .)"
        case .firstQuarter: "( #)"
        case .waxingGibbous: "(.#)"
        case .fullMoon: "(##)"
        case .waningGibbous: "(#.)"
        case .lastQuarter: "(# )"
        case .waningCrescent: "(. )"
        }
    }
}
