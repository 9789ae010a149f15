import Astronomy

extension Icons {
    /// The moon as it is seen from the north.
    func moon(_ phase: MoonPhase) -> String {
        switch self {
        case .emoji: Self.emoji(phase)
        case .nerdFont: Self.nerdFont(phase)
        case .ascii: Self.ascii(phase)
        }
    }

    private static func emoji(_ phase: MoonPhase) -> String {
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

    // Of the six that a crescent and a gibbous moon have each, the third.
    private static func nerdFont(_ phase: MoonPhase) -> String {
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

    private static func ascii(_ phase: MoonPhase) -> String {
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
