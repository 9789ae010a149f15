public import ClientProtocol
import Languages
public import Weather

/// How well each provider's forecasts agreed with a station's measurements.
public enum AccuracyView {
    /// - Parameters:
    ///   - timeZone: the place's tzdata name; nil for UTC.
    ///   - style: the language, the units and the width.
    public static func lines(
        of summary: AccuracySummary, at place: Place, timeZone: String?, as output: ViewRequest.Output,
        in style: Style = Style()
    ) -> [String] {
        let clock = PlaceClock(zoneName: timeZone, in: style)
        guard output != .json else { return [json(of: summary, place, clock).text] }
        let (name, words) = (place.fullName(), style.words)
        let order = summary.ranking.map { [$0.text(in: words)] } ?? []
        guard let measured = summary.measured, !summary.rows.isEmpty else {
            return wrapped([words.noAccuracy(of: name, reason(summary, clock))] + order, style)
        }
        let heading = words.accuracy(
            of: name, from: "\(clock.date(measured.lowerBound))", until: "\(clock.date(measured.upperBound))")
        let table = table(of: summary.rows, style).lines(within: style.width)
        return wrapped([heading], style) + [""] + ([table.heading] + table.rows).map(\.plain) + [""]
            + wrapped([words.accuracyLegend] + order, style)
    }

    // MARK: - Text

    private static func reason(_ summary: AccuracySummary, _ clock: PlaceClock) -> MissingPairs {
        switch summary.missing {
        case .notConfigured?: return .stations
        case .notCovered?: return .coverage
        case .sample?: return .sample
        case nil: break
        }
        guard let begin = summary.forecastsBegin else { return .forecasts }
        guard summary.measured != nil else { return .measurements }
        return .time("\(clock.date(begin)) \(clock.time(begin))")
    }

    private static func table(of rows: [AccuracySummary.Row], _ style: Style) -> TextTable {
        let (units, words) = (style.units, style.words)
        let (degree, wind) = (units.temperature.step, units.wind.step)
        let temperature = words.symbol(units.temperature.symbol)
        let speed = words.symbol(units.wind.linear.symbol)
        func text(_ value: Double?, _ scale: Double) -> String? {
            value.map { number(($0 * scale).text(decimals: 1), words) }
        }
        func signed(_ value: Double?, _ scale: Double) -> String? {
            value.map { value in
                let size = (abs(value) * scale).text(decimals: 1)
                let sign = size == "0.0" ? "" : value < 0 ? "\u{2212}" : "+"
                return sign + number(size, words)
            }
        }
        return TextTable(columns: [
            .init(
                heading: words.heading(.provider), isRightAligned: false,
                cells: rows.map { $0.provider.plain(limit: 20) }),
            .init(
                heading: words.heading(.ahead), cells: rows.map { words.age(.hours($0.lead.rawValue)) }),
            .init(heading: "\(temperature) ±", cells: rows.map { text($0.score.temperature.meanAbsolute, degree) }),
            .init(
                heading: words.heading(.bias), rank: 1, cells: rows.map { signed($0.score.temperature.bias, degree) }),
            .init(heading: "\(speed) ±", rank: 3, cells: rows.map { text($0.score.wind.meanAbsolute, wind) }),
            .init(heading: words.heading(.bias), rank: 4, cells: rows.map { signed($0.score.wind.bias, wind) }),
            .init(
                heading: words.heading(.hits), rank: 5, cells: rows.map { count($0.score.rain, $0.score.rain.hits) }),
            .init(
                heading: words.heading(.misses), rank: 5,
                cells: rows.map { count($0.score.rain, $0.score.rain.misses) }),
            .init(
                heading: words.heading(.falseAlarms), rank: 5,
                cells: rows.map { count($0.score.rain, $0.score.rain.falseAlarms) }),
            .init(heading: words.heading(.pairs), rank: 2, cells: rows.map { String($0.score.temperature.pairs) }),
        ])
    }

    private static func number(_ text: String, _ words: any Words) -> String {
        text.split(separator: ".").joined(separator: words.decimalSign)
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
    /// Beaufort forces cannot express errors.
    fileprivate var linear: Units.Wind { self == .beaufort ? .metersPerSecond : self }

    /// The size of 1 m/s in this unit.
    fileprivate var step: Double { linear.converted(1) }
}
