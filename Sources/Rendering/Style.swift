public import Weather
public import Wire

/// How a person wants to read the weather.
public struct Style: Sendable, Hashable {
    public var units: Units
    public var icons: Icons
    public var language: Language
    /// By which clock the time of day is told.
    public var clock: ClockFormat
    public var dateOrder: DateOrder
    /// Whether the user chose the clock, so that it stays whatever the language; likewise the order of dates.
    public var keepsClock = false
    public var keepsDateOrder = false
    /// What `short` is written after: that of the request, or else the configured one.
    public var shortTemplate: Template
    /// Whether the user chose that, so that nothing is put before it.
    public var keepsShortTemplate = false
    /// Whether the mark of a warning follows a template that has no `{alert}`: not for a template that the request gives.
    public var marksWarnings = true
    /// What `alt` of Waybar and its like is written after; nil for the condition's code.
    public var altTemplate: Template?
    /// What tooltips are written after, a template a line; nil for the view of now.
    public var tooltipTemplates: [Template]?
    public var thresholds: Thresholds
    /// Whether bars that know colours get them.
    public var hasColors: Bool
    /// The background that colours are for.
    public var theme: Theme
    /// Whether the user chose that, so that it stays whatever the terminal's background is.
    public var keepsTheme = false
    /// What bars show while there is no weather.
    public var placeholder: Placeholder
    /// The colours of the terminal that text is written to.
    public var terminal: ColorDepth
    /// How many columns there are; nil for as many as it takes.
    public var width: Int?
    /// How many lines there are; nil for as many as it takes.
    public var height: Int?
    /// Whether the parts of `short` stand one below the other.
    public var isVertical: Bool
    /// Whether `current` tells how to get the units of the user's region, of which none were chosen.
    public var hintsAtUnits = false

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

    /// Speaks a language, with the clock and the dates of its region, unless the user chose others. A locale without a
    /// region changes nothing for the language that is spoken already.
    public mutating func speak(_ language: Language, locale: String) {
        let region = Language.region(of: locale)
        if region == nil, language == self.language { return }
        self.language = language
        if !keepsClock { clock = language.words.clock(region: region) }
        if !keepsDateOrder { dateOrder = language.words.dateOrder(region: region) }
    }
}

/// From where on weather is called hot, cold, wet or windy. SI units, as in `Conditions`.
public struct Thresholds: Sendable, Hashable {
    /// At this temperature and above, °C.
    public var hot = 30.0
    /// At this temperature and below, °C.
    public var cold = 0.0
    /// From this rate of precipitation on, mm/h.
    public var wet = 0.1
    /// From this wind on, m/s; the default is Beaufort force 6, a strong breeze.
    public var windy = 10.8

    public init() {}
}
