import Almanac
import ClientProtocol
import Languages
import Weather

/// A set of weather icons. The raw values are the words in config.toml.
public enum Icons: String, Sendable, Hashable, CaseIterable {
    case emoji
    /// The weather glyphs of Nerd Fonts 2 and later.
    case nerdFont = "nerd-font"
    /// Erik Flowers' Weather Icons, version 2.
    case weatherIcons = "weather-icons"
    /// ASCII art in the style of wttr.in.
    case ascii

    /// The icon of a condition. No icon shows the sun at night.
    ///
    /// - Parameter isDay: whether the sun is up; nil counts as day.
    func icon(_ condition: Condition, isDay: Bool?) -> String {
        let isNight = isDay == false
        return switch self {
        case .emoji: Self.emoji(condition, isNight)
        case .nerdFont: Self.nerdFont(condition, isNight)
        case .weatherIcons: Self.weatherIcons(condition, isNight)
        case .ascii: Self.ascii(condition, isNight)
        }
    }

    /// The moon as seen from a place: south of the equator it is mirrored.
    func moon(_ phase: MoonPhase, from place: Coordinate) -> String {
        let phase = place.latitude < 0 ? phase.mirrored : phase
        return switch self {
        case .emoji: Self.emoji(phase)
        case .nerdFont: Self.nerdFont(phase)
        case .weatherIcons: Self.weatherIcons(phase)
        case .ascii: Self.ascii(phase)
        }
    }

    /// The icon of weather warnings.
    var warning: String {
        switch self {
        case .emoji: "⚠️"
        case .nerdFont: "\u{F071}"  // nf-fa-warning
        case .weatherIcons: "\u{F0CE}"  // wi-storm-warning
        case .ascii: "!"
        }
    }

}

extension Style {
    /// The icon and its label, for text in columns. Terminals disagree on the width of emoji that have the variation
    /// selector U+FE0F; many draw them over the next column. Coloured text positions what follows
    /// (`StyledText.escaped`); plain text gets an extra space.
    func labelled(_ icon: String, _ words: String) -> String {
        icon + (terminal == .none && icon.last?.hasInconsistentWidth == true ? "  " : " ") + words
    }
}

extension MoonPhase {
    /// The phase whose icon is the mirror image of this one.
    fileprivate var mirrored: MoonPhase {
        switch self {
        case .newMoon: .newMoon
        case .waxingCrescent: .waningCrescent
        case .firstQuarter: .lastQuarter
        case .waxingGibbous: .waningGibbous
        case .fullMoon: .fullMoon
        case .waningGibbous: .waxingGibbous
        case .lastQuarter: .firstQuarter
        case .waningCrescent: .waxingCrescent
        }
    }
}

// Icons and words for weather that is only possible.

extension Condition {
    /// The condition for icons and colours: clouds in place of rain, snow or thunderstorms that are only possible.
    func pictured(_ likelihood: Likelihood?) -> Condition {
        guard likelihood == .possible, severity > Self.overcast.severity else { return self }
        // For fog and smoke, "patchy" means where, not whether.
        return [.fog, .haze, .smoke, .dust].contains(self) ? self : .overcast
    }
}

extension Conditions {
    var pictured: Condition { condition.pictured(likelihood) }
}

extension Style {
    func icon(_ conditions: Conditions) -> String { icons.icon(conditions.pictured, isDay: conditions.isDay) }

    func condition(_ conditions: Conditions) -> String {
        words.condition(conditions.condition, likelihood: conditions.likelihood, isDay: conditions.isDay)
    }

    func coloredIcon(_ conditions: Conditions) -> StyledText {
        coloredIcon(conditions.pictured, isDay: conditions.isDay)
    }

    func coloredCondition(_ conditions: Conditions) -> StyledText {
        let text = labelled(icon(conditions), condition(conditions))
        return StyledText(text, .condition(conditions.pictured, isDay: conditions.isDay))
    }
}

/// Arrows for directions.
enum Arrow {
    /// Eight directions, clockwise from north.
    private static let arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]

    /// The direction in which a wind from `degrees` (clockwise from north) blows.
    static func ofWind(from degrees: Double) -> String {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let sector = Int(((turn.isFinite ? turn : 0) / 45).rounded())
        return arrows[(sector + 8 + 4) % 8]
    }

    static func of(_ trend: Trend) -> String {
        switch trend {
        case .rising: "↗"
        case .falling: "↘"
        case .steady: "→"
        }
    }
}

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
