public import ClientProtocol
public import Languages
public import Weather

/// The user's display settings.
public struct Style: Sendable, Hashable {
    public var units: Units
    public var icons: Icons
    public var language: Language
    /// Whether the user chose it, so that a client's locale does not count.
    public var keepsLanguage = false
    /// The region of the locale, whose numbers may differ from the language's: `MX`; nil when unknown.
    public var region: String?
    public var clock: ClockFormat
    public var dateOrder: DateOrder
    /// Whether the user chose the clock, which then does not depend on the language; likewise for dates.
    public var keepsClock = false
    public var keepsDateOrder = false
    /// The template of `short`: the request's, or else the configured one.
    public var shortTemplate: Template
    /// Whether the user chose it, so that nothing is prepended.
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
    /// Whether `current` explains how to select the region's units.
    public var hintsAtUnits = false
    /// Which ones.
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
    /// Hints at the units that the readers of a locale expect: Fahrenheit and miles, or m/s.
    package mutating func hintAtUnits(locale: String) {
        let isImperial = Language.isCustomarilyImperial(locale: locale)
        hintsAtUnits = isImperial || (Language(locale: locale) ?? language).countsMetersPerSecond
        unitsHint = isImperial || !hintsAtUnits ? .unitsHint : .metersPerSecondHint
    }
}

/// Thresholds for hot, cold, wet and windy. SI units, as in `Conditions`.
public struct Thresholds: Sendable, Hashable {
    /// This temperature and above, °C.
    public var hot = 30.0
    /// This temperature and below, °C.
    public var cold = 0.0
    /// This rate of precipitation and above, mm/h.
    public var wet = 0.1
    /// This wind speed and above, m/s; by default Beaufort force 6, a strong breeze.
    public var windy = 10.8

    public init() {}
}
