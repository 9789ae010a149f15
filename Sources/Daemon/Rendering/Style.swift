public import ClientProtocol
public import Languages
public import Weather

/// The user's display settings.
public struct Style: Sendable, Hashable {
    public var units: Units
    public var icons: Icons
    public var language: Language
    /// Whether the user chose the language, which a client's locale then does not override.
    public var keepsLanguage = false
    /// The region of the locale, whose number format may differ from the language's: `MX`; nil when unknown.
    public var region: String?
    public var clock: ClockFormat
    public var dateOrder: DateOrder
    /// Whether the user chose the clock, which then does not depend on the language; the same for dates.
    public var keepsClock = false
    public var keepsDateOrder = false
    /// The template of `short`: the request's, or else the configured one.
    public var shortTemplate: Template
    /// Whether the user chose the template, so that nothing is prepended.
    public var keepsShortTemplate = false
    /// Whether to append a warning icon to templates without `{alert}`; not to a request's own template.
    public var marksWarnings = true
    /// The template of Waybar's `alt` and similar fields; nil for the condition's code.
    public var altTemplate: Template?
    /// The templates of tooltips, one per line; nil for the view of `current`.
    public var tooltipTemplates: [Template]?
    public var thresholds: Thresholds
    /// The scale of air quality.
    public var airScale = AirScale.auto
    /// Whether bars get colours.
    public var hasColors: Bool
    /// The background for which colours are chosen.
    public var theme: Theme
    /// Whether the user chose the theme, which then overrides the detected one.
    public var keepsTheme = false
    /// What bars show without weather.
    public var placeholder: Placeholder
    /// The terminal's colour depth.
    public var terminal: ColorDepth
    /// The width, columns; nil for unlimited.
    public var width: Int?
    /// The height, lines; nil for unlimited.
    public var height: Int?
    /// Whether `short` has one part per line.
    public var isVertical: Bool
    /// Whether JSON has ready texts beside its numbers.
    public var hasTexts = false
    /// Whether `current` explains how to select the region's units.
    public var hintsAtUnits = false
    /// The text of that hint.
    package var unitsHint = Phrase.unitsHint

    public init(
        units: Units = .metric, icons: Icons = .emoji, language: Language = .english, clock: ClockFormat = .hours24,
        dateOrder: DateOrder = .dayMonthYear, shortTemplate: Template = .standard
    ) {
        self.units = units
        self.icons = icons
        self.language = language
        self.clock = clock
        self.dateOrder = dateOrder
        self.shortTemplate = shortTemplate
        thresholds = Thresholds()
        hasColors = true
        theme = .dark
        placeholder = .standard
        terminal = .none
        isVertical = false
    }

    /// Sets the language, and the region's clock and dates unless the user chose them. A locale without a region keeps
    /// those of the current language.
    public mutating func speak(_ language: Language, locale: String) {
        let region = Language.region(of: locale)
        if region == nil, language == self.language { return }
        (self.language, self.region) = (language, region)
        if !keepsClock { clock = language.words.clock(region: region) }
        if !keepsDateOrder { dateOrder = language.words.dateOrder(region: region) }
    }
}

extension Style {
    /// Hints at the units usual in a locale: Fahrenheit and miles, or m/s.
    package mutating func hintAtUnits(locale: String) {
        let isImperial = Language.isCustomarilyImperial(locale: locale)
        hintsAtUnits = isImperial || (Language(locale: locale) ?? language).countsMetersPerSecond
        unitsHint = isImperial || !hintsAtUnits ? .unitsHint : .metersPerSecondHint
    }
}

/// Thresholds for hot, cold, wet and windy. SI units, as in `Conditions`.
public struct Thresholds: Sendable, Hashable {
    /// Hot from this temperature, °C.
    public var hot = 30.0
    /// Cold up to this temperature, °C.
    public var cold = 0.0
    /// Wet from this rate of precipitation, mm/h.
    public var wet = 0.1
    /// Windy from this wind speed, m/s; by default Beaufort force 6, a strong breeze.
    public var windy = 10.8

    public init() {}
}

// Quantities in the user's units and language.

extension Style {
    var words: any Words { language.words(in: region) }

    /// The number with this many decimals, with the language's decimal separator.
    ///
    /// - Parameter minus: the typographic minus sign, except for programs.
    func number(_ value: Double, decimals: Int = 0, minus: String = "\u{2212}") -> String {
        var text = value.text(decimals: decimals)
        if text.utf8.first == UInt8(ascii: "-") { text.replaceSubrange(...text.startIndex, with: minus) }
        guard decimals > 0, words.decimalSign != "." else { return text }
        return String(text.map { $0 == "." ? Character(words.decimalSign) : $0 })
    }

    func temperature(_ celsius: Double, decimals: Int = 0) -> String {
        let unit = units.temperature
        return number(unit.converted(celsius), decimals: decimals) + (unit == .kelvin ? " " : words.degreeSpace)
            + words.symbol(unit.symbol)
    }

    /// The speed without direction; "calm" below Beaufort force 1.
    func wind(_ metersPerSecond: Double) -> String {
        Self.isCalm(metersPerSecond)
            ? words.phrase(.calm) : wind(metersPerSecond, decimals: units.wind.decimals)
    }

    /// The speed as a number, even if calm.
    func wind(_ metersPerSecond: Double, decimals: Int) -> String {
        words.quantity(number(units.wind.converted(metersPerSecond), decimals: decimals), units.wind.symbol)
    }

    /// Whether the wind is below Beaufort force 1.
    static func isCalm(_ metersPerSecond: Double) -> Bool {
        Units.Wind.beaufort.converted(metersPerSecond) <= 0
    }

    func pressure(_ hectopascals: Double) -> String { pressure(hectopascals, decimals: units.pressure.decimals) }

    func pressure(_ hectopascals: Double, decimals: Int) -> String {
        words.quantity(number(units.pressure.converted(hectopascals), decimals: decimals), units.pressure.symbol)
    }

    func precipitation(_ millimeters: Double) -> String {
        precipitation(millimeters, decimals: units.precipitation.decimals)
    }

    func precipitation(_ millimeters: Double, decimals: Int) -> String {
        let unit = units.precipitation
        return words.quantity(number(unit.converted(millimeters), decimals: decimals), unit.symbol)
    }

    func snowDepth(_ millimeters: Double) -> String {
        snowDepth(millimeters, in: units.snowDepth, decimals: units.snowDepth.decimals(of: millimeters))
    }

    func snowDepth(_ millimeters: Double, in unit: Units.SnowDepth, decimals: Int) -> String {
        words.quantity(number(unit.converted(millimeters), decimals: decimals), unit.symbol)
    }

    func distance(_ meters: Double) -> String { distance(meters, decimals: units.distance.decimals(of: meters)) }

    func distance(_ meters: Double, decimals: Int) -> String {
        words.quantity(number(units.distance.converted(meters), decimals: decimals), units.distance.symbol)
    }

    /// `8.0 km`, `10 km or more`
    func visibility(_ meters: Double, isAtLeast: Bool) -> String {
        isAtLeast ? words.orMore(distance(meters)) : distance(meters)
    }

    /// A height in metres, or in feet with miles.
    func height(_ meters: Double, decimals: Int = 0) -> String {
        let isMetric = units.distance == .kilometers
        return words.quantity(
            number(isMetric ? meters : meters / Self.metersPerFoot, decimals: decimals), isMetric ? .meters : .feet)
    }

    /// The height of an atmospheric level, rounded to 100 feet: forecasts are not accurate to a foot.
    func level(_ meters: Double) -> String {
        let step = 100 * Self.metersPerFoot
        return height(units.distance == .kilometers ? meters : (meters / step).rounded() * step)
    }

    static let metersPerFoot = 0.3048

    /// `+1.2°`
    func temperatureDifference(_ kelvins: Double) -> String {
        let unit = units.temperature
        let difference = unit.converted(kelvins) - unit.converted(0)
        let sign = unit == .kelvin ? " " + words.symbol(.kelvin) : "°"
        return (difference > 0 ? "+" : "") + number(difference, decimals: 1) + sign
    }

    func percent(_ share: Double) -> String { percent(share, decimals: 0) }

    func percent(_ share: Double, decimals: Int) -> String {
        words.percent(number(share, decimals: decimals))
    }

}

// The default number of decimals.

extension Units.Wind {
    var decimals: Int { self == .metersPerSecond ? 1 : 0 }
}

extension Units.Pressure {
    var decimals: Int { self == .inchesOfMercury ? 2 : 0 }
}

extension Units.Precipitation {
    var decimals: Int { self == .inches ? 2 : 1 }
}

extension Units.SnowDepth {
    /// One below 10, otherwise none; none for millimetres.
    func decimals(of millimeters: Double) -> Int { self != .millimeters && converted(millimeters) < 9.95 ? 1 : 0 }
}

extension Units.Distance {
    /// One below 10, otherwise none.
    func decimals(of meters: Double) -> Int { converted(meters) < 9.95 ? 1 : 0 }
}

// Precipitation with its period.

extension Style {
    /// `0.4 mm in 15 min`, `1.2 mm in 1 h`, or a rate: `1.2 mm/h`. Inches use a slash, since "in in" is hard to read:
    /// `0.05 in/15 min`.
    ///
    /// - Parameters:
    ///   - amount: `0.4 mm`, `1.1 cm`
    ///   - period: seconds, 0 for a rate per hour, nil for one hour.
    func amount(_ amount: StyledText, period: Int?, inInches: Bool) -> StyledText {
        let time = Age(seconds: period ?? 3600).text(in: words)
        let text =
            switch period {
            case 0: words.perHour(amount.plain)
            case _ where inInches: "\(amount.plain)/\(time)"
            default: words.amount(amount.plain, in: time)
            }
        return StyledText(text, amount.runs.first?.textStyle ?? .plain)
    }
}

/// The precipitation columns of an hourly table. A period longer than an hour is marked, and written once: at its first
/// hour, or at the first hour shown.
struct PrecipitationCells {
    let report: Report
    let hours: [Hour]
    let style: Style

    /// `1.2 mm`, `6.0 mm/6 h`
    var amounts: [StyledText?] {
        cells { time in
            report.amountHour(at: time).flatMap { hour in
                hour.conditions.precipitation.map {
                    (style.precipitationCell($0), hour.time, hour.conditions.precipitationPeriod ?? 3600)
                }
            }
        }
    }

    /// `60%`, `60%/6 h`
    var probabilities: [StyledText?] {
        cells { time in
            report.probability(at: time).map { (style.probabilityCell($0.percent), $0.start, $0.period) }
        }
    }

    private func cells(_ stated: (UnixTime) -> (value: StyledText, start: UnixTime, period: Int)?) -> [StyledText?] {
        hours.enumerated().map { index, hour in
            guard let (value, start, period) = stated(hour.time) else { return nil }
            if start < hour.time, index > 0 { return "" }
            // Zero stays blank for any period.
            guard period > 3600, value != "" else { return value }
            return value + StyledText("/" + Age(seconds: period).text(in: style.words), .faint)
        }
    }
}

extension Report {
    /// The hours with the hourly mean of longer periods, for charts.
    func spreadingPrecipitation(over hours: [Hour]) -> [Hour] {
        hours.map { hour in
            var hour = hour
            hour.conditions.precipitation = amountHour(at: hour.time)?.conditions.precipitationRate
            return hour
        }
    }
}
