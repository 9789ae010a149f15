import Almanac
import Weather

// The glyphs of Weather Icons, a font by Erik Flowers, version 2: <https://erikflowers.github.io/weather-icons/>.
extension Icons {
    /// Comments give the glyphs' names, wi-*.
    static func weatherIcons(_ condition: Condition, _ isNight: Bool) -> String {
        switch condition {
        case .clear: isNight ? "\u{F02E}" : "\u{F00D}"  // night-clear, day-sunny
        case .mostlyClear: isNight ? "\u{F081}" : "\u{F00C}"  // night-alt-partly-cloudy, day-sunny-overcast
        case .partlyCloudy: isNight ? "\u{F086}" : "\u{F002}"  // night-alt-cloudy, day-cloudy
        case .overcast: "\u{F013}"  // cloudy
        case .fog: "\u{F014}"  // fog
        case .drizzle, .rainLight: "\u{F01C}"  // sprinkle
        case .rain: "\u{F019}"  // rain
        case .rainHeavy: "\u{F018}"  // rain-wind
        case .rainShowers: isNight ? "\u{F029}" : "\u{F009}"  // night-alt-showers, day-showers
        case .freezingDrizzle, .freezingRain: "\u{F017}"  // rain-mix
        case .sleet: "\u{F0B5}"  // sleet
        case .snowLight, .snow: "\u{F01B}"  // snow
        case .snowHeavy: "\u{F064}"  // snow-wind
        case .snowShowers: isNight ? "\u{F02A}" : "\u{F00A}"  // night-alt-snow, day-snow
        case .thunderstorm: "\u{F01E}"  // thunderstorm
        case .thunderstormHail: "\u{F015}"  // hail
        case .haze: "\u{F074}"  // smog
        case .smoke: "\u{F062}"  // smoke
        case .dust: "\u{F063}"  // dust
        case .squall: "\u{F050}"  // strong-wind
        case .tornado: "\u{F056}"  // tornado
        case .unknown: "\u{F07B}"  // na
        }
    }

    /// The third of the six glyphs of each crescent and gibbous moon.
    static func weatherIcons(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "\u{F095}"  // moon-new
        case .waxingCrescent: "\u{F098}"  // moon-waxing-crescent-3
        case .firstQuarter: "\u{F09C}"  // moon-first-quarter
        case .waxingGibbous: "\u{F09F}"  // moon-waxing-gibbous-3
        case .fullMoon: "\u{F0A3}"  // moon-full
        case .waningGibbous: "\u{F0A6}"  // moon-waning-gibbous-3
        case .lastQuarter: "\u{F0AA}"  // moon-third-quarter
        case .waningCrescent: "\u{F0AD}"  // moon-waning-crescent-3
        }
    }
}
