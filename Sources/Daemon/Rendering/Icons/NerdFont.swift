import Almanac
import Weather

// The weather glyphs of Nerd Fonts.
extension Icons {
    /// Comments give the glyphs' names, nf-weather-*.
    static func nerdFont(_ condition: Condition, _ isNight: Bool) -> String {
        switch condition {
        case .clear: isNight ? "\u{E32B}" : "\u{E30D}"  // night_clear, day_sunny
        case .mostlyClear: isNight ? "\u{E379}" : "\u{E30C}"  // night_alt_partly_cloudy, day_sunny_overcast
        case .partlyCloudy: isNight ? "\u{E37E}" : "\u{E302}"  // night_alt_cloudy, day_cloudy
        case .overcast: "\u{E312}"  // cloudy
        case .fog: "\u{E313}"  // fog
        case .drizzle, .rainLight: "\u{E31B}"  // sprinkle
        case .rain: "\u{E318}"  // rain
        case .rainHeavy: "\u{E317}"  // rain_wind
        case .rainShowers: isNight ? "\u{E326}" : "\u{E309}"  // night_alt_showers, day_showers
        case .freezingDrizzle, .freezingRain: "\u{E316}"  // rain_mix
        case .sleet: "\u{E3AD}"  // sleet
        case .snowLight, .snow: "\u{E31A}"  // snow
        case .snowHeavy: "\u{E35E}"  // snow_wind
        case .snowShowers: isNight ? "\u{E327}" : "\u{E30A}"  // night_alt_snow, day_snow
        case .thunderstorm: "\u{E31D}"  // thunderstorm
        case .thunderstormHail: "\u{E314}"  // hail
        case .haze: "\u{E36D}"  // smog
        case .smoke: "\u{E35C}"  // smoke
        case .dust: "\u{E35D}"  // dust
        case .squall: "\u{E34B}"  // strong_wind
        case .tornado: "\u{E351}"  // tornado
        case .unknown: "\u{E374}"  // na
        }
    }

    /// The third of the six glyphs of each crescent and gibbous moon.
    static func nerdFont(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "\u{E38D}"  // moon_new
        case .waxingCrescent: "\u{E390}"  // moon_waxing_crescent_3
        case .firstQuarter: "\u{E394}"  // moon_first_quarter
        case .waxingGibbous: "\u{E397}"  // moon_waxing_gibbous_3
        case .fullMoon: "\u{E39B}"  // moon_full
        case .waningGibbous: "\u{E39E}"  // moon_waning_gibbous_3
        case .lastQuarter: "\u{E3A2}"  // moon_third_quarter
        case .waningCrescent: "\u{E3A5}"  // moon_waning_crescent_3
        }
    }
}
