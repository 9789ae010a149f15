import Weather

/// A set of pictures for the weather. The raw values are the words of config.toml.
public enum Icons: String, Sendable, Hashable, CaseIterable {
    case emoji
    /// Weather glyphs of a Nerd Font, version 2 or later.
    case nerdFont = "nerd-font"
    /// Signs as wttr.in writes them.
    case ascii

    /// - Parameter isDay: nil counts as day.
    func icon(_ condition: Condition, isDay: Bool?) -> String {
        let isNight = isDay == false
        return switch self {
        case .emoji: Self.emoji(condition, isNight)
        case .nerdFont: Self.nerdFont(condition, isNight)
        case .ascii: Self.ascii(condition, isNight)
        }
    }

    /// What warns of a warning.
    var warning: String {
        switch self {
        case .emoji: "⚠️"
        case .nerdFont: "\u{F071}"  // nf-fa-warning
        case .ascii: "!"
        }
    }

    /// The icon and the words, for text in columns.
    func labelled(_ condition: Condition, isDay: Bool?) -> String {
        Self.labelled(icon(condition, isDay: isDay), English.condition(condition))
    }

    /// Terminals disagree on how wide an emoji is that only the variation selector U+FE0F makes one: many draw it over the
    /// next column, so it is followed by one more.
    static func labelled(_ icon: String, _ words: String) -> String {
        icon + (icon.unicodeScalars.last == "\u{FE0F}" ? "  " : " ") + words
    }

    // Each is two columns wide: by itself, or through the variation selector U+FE0F. None shows the sun at night.
    private static func emoji(_ condition: Condition, _ isNight: Bool) -> String {
        switch condition {
        case .clear: isNight ? "🌙" : "☀️"
        case .mostlyClear: isNight ? "🌙" : "🌤️"
        case .partlyCloudy: isNight ? "☁️" : "⛅"
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

    // The names are Nerd Fonts' own, nf-weather-*.
    private static func nerdFont(_ condition: Condition, _ isNight: Bool) -> String {
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

    private static func ascii(_ condition: Condition, _ isNight: Bool) -> String {
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
}
