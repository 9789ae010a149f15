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
