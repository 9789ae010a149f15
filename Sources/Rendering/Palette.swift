import Weather

/// The colours of the weather, the same in terminals, bars and style sheets. All are light enough to be read on black, and
/// keep apart for people who do not tell red from green, since light and dark change along with the hue.
enum Palette {
    /// The look of a condition.
    static func color(of condition: Condition, isDay: Bool?) -> Color {
        let isNight = isDay == false
        return switch condition {
        case .clear, .mostlyClear: Color(isNight ? 0x9FA8DA : 0xFFD54F)
        case .partlyCloudy: Color(isNight ? 0x90A4AE : 0xFFE082)
        case .overcast: Color(0xB0BEC5)
        case .fog, .haze, .smoke: Color(0xCFD8DC)
        case .dust: Color(0xD7B98E)
        case .drizzle, .rainLight: Color(0x81D4FA)
        case .rain, .rainShowers: Color(0x4FC3F7)
        case .rainHeavy: Color(0x29A3F0)
        case .freezingDrizzle, .freezingRain, .sleet: Color(0x80DEEA)
        case .snowLight, .snow, .snowShowers, .snowHeavy: Color(0xE1F5FE)
        case .thunderstorm, .thunderstormHail: Color(0xCE93D8)
        case .squall, .tornado: Color(0xFF8A65)
        case .unknown: Color(0xBDBDBD)
        }
    }

    /// Behind white text on the card of `show`.
    static func background(of condition: Condition, isDay: Bool?) -> Color {
        let isNight = isDay == false
        return switch condition {
        case .clear, .mostlyClear: Color(isNight ? 0x1A237E : 0x1565C0)
        case .partlyCloudy: Color(isNight ? 0x263257 : 0x33699A)
        case .overcast, .fog, .haze, .smoke, .unknown: Color(isNight ? 0x2B3238 : 0x546E7A)
        case .dust: Color(0x6D5530)
        case .drizzle, .rainLight, .rain, .rainShowers, .rainHeavy: Color(isNight ? 0x12323F : 0x1F5673)
        case .freezingDrizzle, .freezingRain, .sleet, .snowLight, .snow, .snowShowers, .snowHeavy:
            Color(isNight ? 0x2A3B4D : 0x4A7086)
        case .thunderstorm, .thunderstormHail: Color(0x3D2355)
        case .squall, .tornado: Color(0x5C2E20)
        }
    }

    /// The look of a temperature, °C: from violet in deep frost over blue, green and yellow to red in great heat.
    static func color(ofTemperature celsius: Double) -> Color {
        let stops: [(celsius: Double, color: Color)] = [
            (-20, Color(0xB39DDB)), (-5, Color(0x90B4FF)), (5, Color(0x80DEEA)), (15, Color(0xA5D6A7)),
            (23, Color(0xFFF176)), (30, Color(0xFFB74D)), (38, Color(0xFF7961)),
        ]
        guard let upper = stops.firstIndex(where: { celsius < $0.celsius }) else { return stops[stops.count - 1].color }
        guard upper > 0 else { return stops[0].color }
        let (low, high) = (stops[upper - 1], stops[upper])
        return low.color.mixed(with: high.color, share: (celsius - low.celsius) / (high.celsius - low.celsius))
    }

    static func color(of severity: Alert.Severity) -> Color {
        switch severity {
        case .unknown, .minor: Color(0xFFF176)
        case .moderate: Color(0xFFB74D)
        case .severe: Color(0xFF7043)
        case .extreme: Color(0xFF5C8D)
        }
    }

    static func color(of exposure: UVExposure) -> Color {
        switch exposure {
        case .low: Color(0xA5D6A7)
        case .moderate: Color(0xFFF176)
        case .high: Color(0xFFB74D)
        case .veryHigh: Color(0xFF7961)
        case .extreme: Color(0xCE93D8)
        }
    }

    static func color(of band: AirIndex.Band) -> Color {
        switch band {
        case .good: Color(0xA5D6A7)
        case .fair: Color(0xDCE775)
        case .moderate: Color(0xFFF176)
        case .unhealthyForSensitiveGroups: Color(0xFFB74D)
        case .poor, .unhealthy: Color(0xFF8A65)
        case .veryPoor, .veryUnhealthy: Color(0xFF5C8D)
        case .extremelyPoor, .hazardous: Color(0xCE93D8)
        }
    }

    static let precipitation = Color(0x4FC3F7)
    /// Of what is older than it should be.
    static let stale = Color(0x9E9E9E)
    static let hot = Color(0xFF7961)
    static let cold = Color(0x90B4FF)
    static let windy = Color(0xFF8A65)
    static let sunset = Color(0xFFAB91)
    /// Of text on the card of `show`.
    static let white = Color(0xFFFFFF)

    /// What the picture of the weather is drawn with.
    static let sun = Color(0xFFD54F)
    static let moon = Color(0xFFF3C4)
    static let cloud = Color(0xECEFF1)
    static let darkCloud = Color(0xB0BEC5)
    static let snow = Color(0xFFFFFF)
    static let lightning = Color(0xFFEE58)
}

extension StyledText.Ink {
    static func condition(_ condition: Condition, isDay: Bool?) -> Self {
        .color(Palette.color(of: condition, isDay: isDay))
    }

    static func temperature(_ celsius: Double) -> Self { .color(Palette.color(ofTemperature: celsius)) }
    static func severity(_ severity: Alert.Severity) -> Self { .color(Palette.color(of: severity)) }
    static let precipitation = Self.color(Palette.precipitation)
    static let stale = Self.color(Palette.stale)
    static let windy = Self.color(Palette.windy)
    static let sunrise = Self.color(Palette.sun)
    static let sunset = Self.color(Palette.sunset)
}

// The quantities in their colours.
extension Style {
    func inkedTemperature(_ celsius: Double, decimals: Int = 0) -> StyledText {
        StyledText(temperature(celsius, decimals: decimals), .temperature(celsius))
    }

    /// Rain and snow in their colour, none in none.
    func inkedPrecipitation(_ millimeters: Double) -> StyledText {
        StyledText(precipitation(millimeters), millimeters > 0 ? .precipitation : .faint)
    }

    /// A probability of rain that is worth taking an umbrella for stands out.
    func inkedProbability(_ share: Double) -> StyledText {
        StyledText(percent(share), share >= 50 ? .precipitation : share < 20 ? .faint : .plain)
    }

    func inkedIcon(_ condition: Condition, isDay: Bool?) -> StyledText {
        StyledText(icons.icon(condition, isDay: isDay), .condition(condition, isDay: isDay))
    }

    func inkedCondition(_ condition: Condition, isDay: Bool?) -> StyledText {
        StyledText(labelled(condition, isDay: isDay), .condition(condition, isDay: isDay))
    }
}

extension Color {
    /// - Parameter share: how much of the other, 0 to 1.
    fileprivate func mixed(with other: Color, share: Double) -> Color {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt32 {
            UInt32((Double(one) + (Double(two) - Double(one)) * share).rounded())
        }
        return Color(mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
    }
}
