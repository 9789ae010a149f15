import Astronomy
import Weather
import Wire

/// A set of pictures for the weather. The raw values are the words of config.toml.
public enum Icons: String, Sendable, Hashable, CaseIterable {
    case emoji
    /// Weather glyphs of a Nerd Font, version 2 or later.
    case nerdFont = "nerd-font"
    /// Erik Flowers' Weather Icons, version 2.
    case weatherIcons = "weather-icons"
    /// Signs as wttr.in writes them.
    case ascii

    /// None shows the sun at night.
    ///
    /// - Parameter isDay: nil counts as day.
    func icon(_ condition: Condition, isDay: Bool?) -> String {
        let isNight = isDay == false
        return switch self {
        case .emoji: Self.emoji(condition, isNight)
        case .nerdFont: Self.nerdFont(condition, isNight)
        case .weatherIcons: Self.weatherIcons(condition, isNight)
        case .ascii: Self.ascii(condition, isNight)
        }
    }

    /// The moon as it is seen from a place: south of the equator it stands the other way round.
    func moon(_ phase: MoonPhase, from place: Coordinate) -> String {
        let phase = place.latitude < 0 ? phase.mirrored : phase
        return switch self {
        case .emoji: Self.emoji(phase)
        case .nerdFont: Self.nerdFont(phase)
        case .weatherIcons: Self.weatherIcons(phase)
        case .ascii: Self.ascii(phase)
        }
    }

    /// What warns of a warning.
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
    /// The icon and the words, for text in columns. Terminals disagree on how wide an emoji is that only the variation
    /// selector U+FE0F makes one: many draw it over the next column. Text in colours places what follows
    /// (`StyledText.escaped`); without control sequences one more space keeps it free.
    func labelled(_ icon: String, _ words: String) -> String {
        icon + (terminal == .none && icon.last?.isOfDisputedWidth == true ? "  " : " ") + words
    }
}

extension MoonPhase {
    /// The phase whose picture this one's is when left and right are exchanged.
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
