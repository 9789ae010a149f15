import Languages
public import Weather
public import Wire

/// How well each provider's forecasts agreed with a station's measurements, in English as all diagnostics.
public enum AccuracyView {
    /// - Parameters:
    ///   - timeZone: the place's tzdata name; nil for UTC.
    ///   - style: with the units and the width.
    public static func lines(
        of summary: AccuracySummary, at place: Place, timeZone: String?, as output: ViewRequest.Output,
        in style: Style = Style()
    ) -> [String] {
        let clock = PlaceClock(zoneName: timeZone, in: style)
        guard output != .json else { return [json(of: summary, place, clock).text] }
        let name = place.fullName()
        guard !summary.rows.isEmpty else {
            return wrapped(sentences(of: summary, name, clock) + order(of: summary), style)
        }
        let measured =
            summary.measured.map { " from \(clock.date($0.lowerBound)) to \(clock.date($0.upperBound))" } ?? ""
        let heading = "Forecasts for \(name), compared with measurements\(measured)"
        let table = table(of: summary.rows, style).lines(within: style.width)
        return wrapped([heading], style) + [""] + ([table.heading] + table.rows).map(\.plain) + [""]
            + wrapped(legend + order(of: summary), style)
    }

    // MARK: - Text

    /// What to do while there are no pairs.
    private static func sentences(of summary: AccuracySummary, _ name: String, _ clock: PlaceClock) -> [String] {
        guard summary.isRecorded else {
            return [
                "No pairs yet for \(name): nothing is kept, because no weather station is configured. "
                    + "Set current.source to \"both\" in config.toml to use the nearest one."
            ]
        }
        guard let begin = summary.forecastsBegin else {
            return [
                "No pairs yet for \(name): no forecast has been kept. One is kept every six hours; "
                    + "the next refresh is in 'weatherctl status'."
            ]
        }
        let start = "\(clock.date(begin)) \(clock.time(begin))"
        guard summary.measured != nil else {
            return [
                "No pairs yet for \(name): forecasts are kept (the first for \(start)), but no weather station has "
                    + "reported measurements.",
                "Measurements come with the provider nws in the United States: add it to providers in config.toml.",
            ]
        }
        return ["No pairs yet for \(name): the first forecast is for \(start). Run 'weatherctl accuracy' after that."]
    }

    private static func table(of rows: [AccuracySummary.Row], _ style: Style) -> TextTable {
        let units = style.units
        let (degree, wind) = (units.temperature.step, units.wind.step)
        let temperature = Language.english.words.symbol(units.temperature.symbol)
        let speed = Language.english.words.symbol(units.wind.linear.symbol)
        return TextTable(columns: [
            .init(heading: "provider", isRightAligned: false, cells: rows.map { $0.provider.plain(limit: 20) }),
            .init(heading: "ahead", cells: rows.map { "\($0.lead.rawValue) h" }),
            .init(heading: "\(temperature) ±", cells: rows.map { text($0.score.temperature.meanAbsolute, degree) }),
            .init(heading: "bias", rank: 1, cells: rows.map { signed($0.score.temperature.bias, degree) }),
            .init(heading: "\(speed) ±", rank: 3, cells: rows.map { text($0.score.wind.meanAbsolute, wind) }),
            .init(heading: "bias", rank: 4, cells: rows.map { signed($0.score.wind.bias, wind) }),
            .init(heading: "hits", rank: 5, cells: rows.map { count($0.score.rain, $0.score.rain.hits) }),
            .init(heading: "misses", rank: 5, cells: rows.map { count($0.score.rain, $0.score.rain.misses) }),
            .init(heading: "false", rank: 5, cells: rows.map { count($0.score.rain, $0.score.rain.falseAlarms) }),
            .init(heading: "pairs", rank: 2, cells: rows.map { String($0.score.temperature.pairs) }),
        ])
    }

    private static let legend = [
        "±: mean absolute error. bias: forecast minus measurement. hits, misses, false: hours with at least 0.1 mm of "
            + "rain or snow that were forecast, not forecast, or forecast in vain. pairs: hours with both temperatures."
    ]

    private static func order(of summary: AccuracySummary) -> [String] {
        summary.ranking.map { ["providers = \"best\": \($0.sentence)"] } ?? []
    }

    private static func text(_ value: Double?, _ scale: Double) -> String? {
        value.map { ($0 * scale).text(decimals: 1) }
    }

    private static func signed(_ value: Double?, _ scale: Double) -> String? {
        text(value, scale).map { text in
            if text.hasPrefix("-") { return "\u{2212}" + text.dropFirst() }
            return text == "0.0" ? text : "+" + text
        }
    }

    private static func count(_ rain: AccuracyScore.Rain, _ count: Int) -> String? {
        rain.pairs == 0 ? nil : String(count)
    }

    private static func wrapped(_ lines: [String], _ style: Style) -> [String] {
        guard let width = style.width else { return lines }
        return lines.flatMap { StyledText($0).wrapped(to: width, indent: 0) }.map(\.plain)
    }

    // MARK: - JSON

    private static func json(of summary: AccuracySummary, _ place: Place, _ clock: PlaceClock) -> JSON {
        .object([
            ("schema", .integer(JSON.schema)),
            ("place", .place(place, isApproximate: false, clock)),
            ("measuredFrom", .time(summary.measured?.lowerBound, clock)),
            ("measuredUntil", .time(summary.measured?.upperBound, clock)),
            ("forecastsFrom", .time(summary.forecastsBegin, clock)),
            ("scores", .array(summary.rows.map(json))),
            ("providerOrder", summary.ranking.map { .array($0.order.map(JSON.string)) } ?? .null),
        ])
    }

    private static func json(of row: AccuracySummary.Row) -> JSON {
        let (temperature, wind, rain) = (row.score.temperature, row.score.wind, row.score.rain)
        return .object([
            ("provider", .string(row.provider)),
            ("leadHours", .integer(row.lead.rawValue)),
            ("temperatureErrorC", .number(temperature.meanAbsolute)),
            ("temperatureBiasC", .number(temperature.bias)),
            ("temperaturePairs", .integer(temperature.pairs)),
            ("windErrorMS", .number(wind.meanAbsolute)),
            ("windBiasMS", .number(wind.bias)),
            ("windPairs", .integer(wind.pairs)),
            ("rainHits", .integer(rain.hits)),
            ("rainMisses", .integer(rain.misses)),
            ("rainFalseAlarms", .integer(rain.falseAlarms)),
            ("rainPairs", .integer(rain.pairs)),
        ])
    }
}

extension Units.Temperature {
    /// The size of 1 K in this unit; unlike a temperature, a difference has no offset.
    fileprivate var step: Double { converted(1) - converted(0) }
}

extension Units.Wind {
    /// Errors have no Beaufort force.
    fileprivate var linear: Units.Wind { self == .beaufort ? .metersPerSecond : self }

    /// The size of 1 m/s in this unit.
    fileprivate var step: Double { linear.converted(1) }
}
