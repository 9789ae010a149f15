package import ClientProtocol
import Languages
import Weather

/// The colours of the weather in terminals, bars and style sheets. Each has a contrast of at least 4.5 with dark
/// backgrounds (up to #1e1e1e), and its other shade with light ones (from #f5f5f5), also in 256 colours.
enum Palette {
    static func color(of condition: Condition, isDay: Bool?) -> Color {
        let isNight = isDay == false
        return switch condition {
        case .clear, .mostlyClear: isNight ? Color(0x9FA8DA, onLight: 0x303F9F) : Color(0xFFD54F, onLight: 0x875F00)
        case .partlyCloudy: isNight ? Color(0x90A4AE, onLight: 0x455A64) : Color(0xFFE082, onLight: 0x7A6200)
        case .overcast: Color(0xB0BEC5, onLight: 0x546E7A)
        case .fog, .haze, .smoke: Color(0xCFD8DC, onLight: 0x5F6B70)
        case .dust: Color(0xD7B98E, onLight: 0x795548)
        case .drizzle, .rainLight: Color(0x81D4FA, onLight: 0x00709C)
        case .rain, .rainShowers: Color(0x4FC3F7, onLight: 0x0068A8)
        case .rainHeavy: Color(0x29A3F0, onLight: 0x01579B)
        case .freezingDrizzle, .freezingRain, .sleet: Color(0x80DEEA, onLight: 0x00707E)
        case .snowLight, .snow, .snowShowers, .snowHeavy: Color(0xE1F5FE, onLight: 0x3A6A87)
        case .thunderstorm, .thunderstormHail: Color(0xCE93D8, onLight: 0x7B1FA2)
        case .squall, .tornado: Color(0xFF8A65, onLight: 0x964B00)
        case .unknown: Color(0xBDBDBD, onLight: 0x616161)
        }
    }

    /// The background of white text in `show`.
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

    /// The colour of a temperature, °C: from violet in severe frost through blue, green and yellow to red in extreme
    /// heat.
    static func color(ofTemperature celsius: Double) -> Color {
        let stops: [(celsius: Double, color: Color)] = [
            (-20, Color(0xB39DDB, onLight: 0x5E35B1)), (-5, Color(0x90B4FF, onLight: 0x1E4FC2)),
            (5, Color(0x80DEEA, onLight: 0x00707E)), (15, Color(0xA5D6A7, onLight: 0x1B6E1B)),
            (23, Color(0xFFF176, onLight: 0x7A6200)), (30, Color(0xFFB74D, onLight: 0x8C3800)),
            (38, Color(0xFF7961, onLight: 0xB01020)),
        ]
        guard let upper = stops.firstIndex(where: { celsius < $0.celsius }) else { return stops[stops.count - 1].color }
        guard upper > 0 else { return stops[0].color }
        let (low, high) = (stops[upper - 1], stops[upper])
        return low.color.mixed(with: high.color, share: (celsius - low.celsius) / (high.celsius - low.celsius))
    }

    static func color(of severity: Alert.Severity) -> Color {
        switch severity {
        case .unknown, .minor: Color(0xFFF176, onLight: 0x7A6200)
        case .moderate: Color(0xFFB74D, onLight: 0x8C3800)
        case .severe: Color(0xFF7043, onLight: 0xB7280C)
        case .extreme: Color(0xFF5C8D, onLight: 0xAD1457)
        }
    }

    static func color(of exposure: UVExposure) -> Color {
        switch exposure {
        case .low: Color(0xA5D6A7, onLight: 0x1B6E1B)
        case .moderate: Color(0xFFF176, onLight: 0x7A6200)
        case .high: Color(0xFFB74D, onLight: 0x8C3800)
        case .veryHigh: Color(0xFF7961, onLight: 0xB01020)
        case .extreme: Color(0xCE93D8, onLight: 0x7B1FA2)
        }
    }

    static func color(of band: AirIndex.Band) -> Color {
        switch band {
        case .good, .low: Color(0xA5D6A7, onLight: 0x1B6E1B)
        case .fair, .satisfactory: Color(0xDCE775, onLight: 0x616B00)
        case .moderate: Color(0xFFF176, onLight: 0x7A6200)
        case .unhealthyForSensitiveGroups: Color(0xFFB74D, onLight: 0x8C3800)
        case .poor, .unhealthy, .high: Color(0xFF8A65, onLight: 0x964B00)
        case .veryPoor, .veryUnhealthy: Color(0xFF5C8D, onLight: 0xAD1457)
        case .extremelyPoor, .hazardous, .severe, .veryHigh: Color(0xCE93D8, onLight: 0x7B1FA2)
        }
    }

    static let precipitation = Color(0x4FC3F7, onLight: 0x0068A8)
    /// The colour of stale data.
    static let stale = Color(0x9E9E9E, onLight: 0x616161)
    static let hot = Color(0xFF7961, onLight: 0xB01020)
    static let cold = Color(0x90B4FF, onLight: 0x1E4FC2)
    static let windy = Color(0xFF8A65, onLight: 0x964B00)
    static let sunset = Color(0xFFAB91, onLight: 0x9A4A1E)
    /// Labels and other secondary text, where dim text would be too pale.
    static let secondary = Color(0x9E9E9E, onLight: 0x616161)
    /// The text colour of `show`.
    static let white = Color(0xFFFFFF)
    /// The background of night hours in a chart.
    static let night = Color(0x1C1C2E, onLight: 0xE8E8F2)

    /// The colours of the weather picture.
    static let sun = Color(0xFFD54F, onLight: 0x875F00)
    static let moon = Color(0xFFF3C4, onLight: 0x6B5E2A)
    static let cloud = Color(0xECEFF1)
    static let darkCloud = Color(0xB0BEC5)
    static let snow = Color(0xFFFFFF)
    static let lightning = Color(0xFFEE58)
}

extension StyledText.TextStyle {
    /// The style with grey instead of dim text on a light background, on which terminals make it hard to read.
    func legible(on theme: Theme) -> Self {
        guard isFaint, theme == .light else { return self }
        var style = self
        style.isFaint = false
        style.color = color ?? Palette.secondary
        return style
    }

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

extension Alert.Severity {
    /// The colour of a sign for a warning, `0xRRGGBB`.
    ///
    /// - Parameter background: what it is drawn on.
    package func color(on background: Theme) -> UInt32 {
        let shade = Palette.color(of: self).shade(on: background)
        return UInt32(shade.red) << 16 | UInt32(shade.green) << 8 | UInt32(shade.blue)
    }
}

// Quantities in their colours.
extension Style {
    func coloredTemperature(_ celsius: Double, decimals: Int = 0) -> StyledText {
        StyledText(temperature(celsius, decimals: decimals), .temperature(celsius))
    }

    /// Precipitation; no colour for none.
    func coloredPrecipitation(_ millimeters: Double) -> StyledText {
        StyledText(precipitation(millimeters), millimeters > 0 ? .precipitation : .faint)
    }

    func coloredSnowDepth(_ millimeters: Double) -> StyledText {
        StyledText(snowDepth(millimeters), millimeters > 0 ? .precipitation : .faint)
    }

    /// For a table column: blank when it rounds to zero.
    func precipitationCell(_ millimeters: Double) -> StyledText {
        precipitation(millimeters) == precipitation(0) ? "" : coloredPrecipitation(millimeters)
    }

    /// For a table column: blank when it rounds to zero.
    func probabilityCell(_ share: Double) -> StyledText {
        percent(share) == percent(0) ? "" : coloredProbability(share)
    }

    /// Highlights a probability of rain that calls for an umbrella.
    func coloredProbability(_ share: Double) -> StyledText {
        StyledText(percent(share), share >= 50 ? .precipitation : share < 20 ? .faint : .plain)
    }

    func coloredIcon(_ condition: Condition, isDay: Bool?) -> StyledText {
        StyledText(icons.icon(condition, isDay: isDay), .condition(condition, isDay: isDay))
    }
}

/// A text colour with a shade for dark and one for light backgrounds.
public struct Color: Sendable, Hashable {
    var onDark: RGB
    var onLight: RGB

    /// - Parameters:
    ///   - onDark: `0xRRGGBB`.
    ///   - onLight: the shade for light backgrounds; nil for the same.
    init(_ onDark: UInt32, onLight: UInt32? = nil) {
        self.init(onDark: RGB(onDark), onLight: RGB(onLight ?? onDark))
    }

    init(onDark: RGB, onLight: RGB) {
        self.onDark = onDark
        self.onLight = onLight
    }

    func shade(on theme: Theme) -> RGB { theme == .dark ? onDark : onLight }

    /// The shade for dark backgrounds, used on any background.
    var alwaysOnDark: Color { Color(onDark: onDark, onLight: onDark) }

    /// - Parameter share: the share of the other colour, 0 to 1.
    func mixed(with other: Color, share: Double) -> Color {
        Color(
            onDark: onDark.mixed(with: other.onDark, share: share),
            onLight: onLight.mixed(with: other.onLight, share: share))
    }
}

/// A colour in sRGB.
struct RGB: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// - Parameter hex: `0xRRGGBB`.
    init(_ hex: UInt32) {
        red = UInt8(truncatingIfNeeded: hex >> 16)
        green = UInt8(truncatingIfNeeded: hex >> 8)
        blue = UInt8(truncatingIfNeeded: hex)
    }

    /// `#rrggbb`, the format of CSS and all bars.
    var hex: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    fileprivate func mixed(with other: RGB, share: Double) -> RGB {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt32 {
            let (from, to) = (Double(one), Double(two))
            return UInt32((from + (to - from) * share).rounded())
        }
        return RGB(mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
    }
}

extension Palette {
    /// A style sheet for Waybar's module `custom/weather` and for eww widgets with the class `weather`. The files
    /// docs/bars/weatherd.css and weatherd-light.css contain this text.
    static func css(on theme: Theme) -> String {
        var rules: [String] = []
        func rule(_ classes: [String], _ color: Color) {
            let selectors = classes.flatMap { ["#custom-weather.\($0)", ".weather.\($0)"] }
            rules.append("\(selectors.joined(separator: ", ")) { color: \(color.shade(on: theme).hex); }")
        }
        for condition in Condition.allCases {
            let (day, night) = (color(of: condition, isDay: true), color(of: condition, isDay: false))
            rule([condition.rawValue], day)
            if night != day { rule(["\(condition.rawValue).night"], night) }
        }
        let states = [
            ("hot", hot), ("cold", cold), ("wet", precipitation), ("windy", windy), ("stale", stale),
            ("expired", stale), ("unavailable", stale), ("offline", stale),
            ("alert", color(of: Alert.Severity.unknown)),
            ("alert-minor", color(of: Alert.Severity.minor)),
            ("alert-moderate", color(of: Alert.Severity.moderate)), ("alert-severe", color(of: Alert.Severity.severe)),
            ("alert-extreme", color(of: Alert.Severity.extreme)),
        ]
        // The same specificity as the night rules, so that later rules win.
        for (state, color) in states { rule([state, "\(state).night"], color) }
        return """
            /* The colours of the weather for a \(theme.rawValue) bar. Of two rules that match, the later one wins: warnings over
               stale data over heat and cold over the condition. */

            """ + rules.joined(separator: "\n") + "\n"
    }
}
