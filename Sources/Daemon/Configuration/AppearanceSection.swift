import ClientProtocol
import Languages
import Rendering
import Weather

/// Display settings: language, clock, icons, colours, templates.
struct AppearanceSection {
    private(set) var style = Style()
    /// The alternative template of `short`, selected by `toggle`.
    private(set) var alternateTemplate = Template.alternate
    private(set) var tray = TraySettings()
    /// The language of place names where available: `de`, `de_AT`.
    private(set) var language = "en"
    /// The locale, if weatherd has no translation for its language and no language is configured; otherwise nil.
    private(set) var unsupportedLocale: String?

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        try takeLanguage(values)
        if let clock = try values.take(.clock, { ClockFormat(rawValue: $0) }, orSay: { Self.oneOf(ClockFormat.self) }) {
            style.clock = clock
            style.keepsClock = true
        }
        if let order = try values.take(.dateOrder, { DateOrder(rawValue: $0) }, orSay: { Self.oneOf(DateOrder.self) }) {
            style.dateOrder = order
            style.keepsDateOrder = true
        }
        if let icons = try values.take(.icons, { Icons(rawValue: $0) }, orSay: { Self.oneOf(Icons.self) }) {
            style.icons = icons
        }
        if let scale = try values.take(.airScale, { AirScale(rawValue: $0) }, orSay: { Self.oneOf(AirScale.self) }) {
            style.airScale = scale
        }
        if let colors = try values.take(.colors, { ["on": true, "off": false][$0] }, orSay: { "must be on or off" }) {
            style.hasColors = colors
        }
        let themes = ["auto"] + Theme.allCases.map(\.rawValue)
        let theme = try values.take(
            .theme, { themes.contains($0) ? $0 : nil }, orSay: { "must be one of \(themes.joined(separator: ", "))" })
        if let theme = theme.flatMap(Theme.init) {
            style.theme = theme
            style.keepsTheme = true
        }
        if let isEnabled = try values.take(
            .tray, { ["true": true, "false": false][$0] }, orSay: { "must be true or false" })
        {
            tray.isEnabled = isEnabled
        }
        if let icon = try values.take(
            .trayIcon, { TraySettings.Icon(rawValue: $0) }, orSay: { Self.oneOf(TraySettings.Icon.self) })
        {
            tray.icon = icon
        }
        tray.theme = style.keepsTheme ? style.theme : nil
        if let placeholder = try values.take(.shortUnavailable, { Placeholder($0) }, orSay: { Self.placeholders }) {
            style.placeholder = placeholder
        }
        if let template = try Self.template(.shortFormat, values) {
            style.shortTemplate = template
            style.keepsShortTemplate = true
        }
        if let template = try Self.template(.shortAlternate, values) { alternateTemplate = template }
        style.altTemplate = try Self.template(.shortAlt, values)
        style.tooltipTemplates = try Self.templates(.shortTooltip, values)
        try take(.hot, -100...100, values, \.hot)
        try take(.cold, -100...100, values, \.cold)
        try take(.wet, 0...1000, values, \.wet)
        try take(.windy, 0...200, values, \.windy)
    }

    private static let placeholders =
        "must be at most \(Placeholder.limit) characters on one line, without \" ' \\ # % { } | < > & :"

    private mutating func takeLanguage(_ values: ConfigurationValues) throws(ConfigurationError) {
        // Place names are available in more languages than messages, but would be the only words in that language.
        if let locale = Language.name(ofLocale: values.locale) {
            if let spoken = Language(locale: locale) {
                language = locale
                style.speak(spoken, locale: locale)
            } else {
                unsupportedLocale = locale
            }
        }
        guard
            let named = try values.take(
                .language,
                { $0.utf8.count > Locality.longestLanguage || Language(locale: $0) == nil ? nil : $0 },
                orSay: { "must be one of \(LanguageSentence.accepted)" }), let spoken = Language(locale: named)
        else { return }
        (language, unsupportedLocale) = (named, nil)
        style.keepsLanguage = true
        style.speak(spoken, locale: named)
    }

    private static func template(
        _ key: ConfigurationKey, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> Template? {
        guard let text = values.text(key) else { return nil }
        do throws(TemplateError) {
            return try Template(text)
        } catch {
            throw values.error(key, error.sentence)
        }
    }

    /// One template per line.
    private static func templates(
        _ key: ConfigurationKey, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> [Template]? {
        guard let text = values.text(key) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var templates: [Template] = []
        for (index, line) in lines.enumerated() {
            do throws(TemplateError) {
                templates.append(try Template(String(line)))
            } catch {
                throw values.error(key, (lines.count > 1 ? "line \(index + 1): " : "") + error.sentence)
            }
        }
        return templates
    }

    private mutating func take(
        _ key: ConfigurationKey, _ range: ClosedRange<Double>, _ values: ConfigurationValues,
        _ threshold: WritableKeyPath<Thresholds, Double>
    ) throws(ConfigurationError) {
        let value = try values.take(
            key, { Double($0).flatMap { range.contains($0) ? $0 : nil } },
            orSay: { "must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))" })
        if let value { style.thresholds[keyPath: threshold] = value }
    }

    /// `must be one of 24h, 12h`.
    private static func oneOf<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type) -> String {
        "must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))"
    }
}
