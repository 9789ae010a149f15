import Languages
import Weather

// How far the members of an ensemble differ, day by day.
extension Scene {
    /// The spread on a day of the forecast; nil when unknown.
    func spread(on day: Day) -> EnsembleDay? {
        report?.provider.isSample == true ? nil : ensemble?.day(day.date, at: now)
    }

    /// From the lowest low to the highest high of most members on a day; nil when unknown.
    func temperatures(on day: Day) -> Spread? {
        guard let spread = spread(on: day), let low = spread.low, let high = spread.high else { return nil }
        return Spread(from: low.from, to: high.to)
    }

    /// A heading, and a line per day with the ranges of low, high and precipitation. Empty if nothing is known, or if
    /// it does not fit.
    ///
    /// - Parameter name: the text of a date.
    func ensembleRows(of days: [Day], _ style: Style, name: (CalendarDate) -> StyledText) -> [StyledText] {
        let known = days.compactMap { day in spread(on: day).map { (name: name(day.date), spread: $0) } }
        guard !known.isEmpty else { return [] }
        let words = style.words
        func column(_ heading: Heading, _ text: (EnsembleDay) -> String?) -> TextTable.Column {
            TextTable.Column(heading: words.heading(heading), cells: known.map { text($0.spread) })
        }
        let table = TextTable(columns: [
            TextTable.Column(heading: words.heading(.day), isRightAligned: false, cells: known.map(\.name)),
            column(.low) { $0.low.map(style.temperatures) }, column(.high) { $0.high.map(style.temperatures) },
            column(.precipitation) { $0.precipitation.map(style.amounts) },
        ])
        let title = StyledText(words.phrase(.ensembleSpread).capitalizedFirst, .faint)
        let (heading, rows) = table.lines()
        let lines = [title, heading] + rows
        guard style.width.map({ width in lines.allSatisfy { $0.columns <= width } }) ?? true else { return [] }
        return [""] + lines
    }

    /// The attribution of the ensemble, if it is shown and not that of the forecast.
    func ensembleAttribution(of days: [Day], beside provider: Provider, _ words: any Words) -> [StyledText] {
        guard let ensemble, days.contains(where: { spread(on: $0) != nil }) else { return [] }
        return attribution(of: ensemble.provider, .ensemble, beside: provider, words)
    }

    /// The attribution of the normals, if they are known and it is not that of the forecast.
    func normalsAttribution(beside provider: Provider, _ words: any Words) -> [StyledText] {
        normals.map { attribution(of: $0.provider, .normals, beside: provider, words) } ?? []
    }

    private func attribution(of other: Provider, _ data: Label, beside provider: Provider, _ words: any Words)
        -> [StyledText]
    {
        guard let attribution = other.attribution, attribution != provider.attribution else { return [] }
        return [StyledText(other.credit(for: data, words), .faint)]
    }
}

extension Style {
    /// `12°C – 15°C`; one temperature if both are shown the same.
    func temperatures(_ spread: Spread) -> String { range(temperature(spread.from), temperature(spread.to)) }

    /// `0.0 mm – 4.2 mm`
    fileprivate func amounts(_ spread: Spread) -> String { range(precipitation(spread.from), precipitation(spread.to)) }

    private func range(_ from: String, _ to: String) -> String { from == to ? from : "\(from) – \(to)" }
}

extension JSON {
    /// The members of a day of `daily`.
    static func members(of spread: EnsembleDay?) -> [Member] {
        func range(_ spread: Spread?) -> JSON { spread.map { .array([.number($0.from), .number($0.to)]) } ?? .null }
        return [
            ("highRangeC", range(spread?.high)), ("lowRangeC", range(spread?.low)),
            ("precipitationRangeMM", range(spread?.precipitation)), ("ensembleMembers", .optional(spread?.members)),
        ]
    }

    /// The source of the ensemble; null without one.
    static func ensemble(_ scene: Scene, of days: [Day], _ clock: PlaceClock) -> JSON {
        guard let ensemble = scene.ensemble, days.contains(where: { scene.spread(on: $0) != nil }) else { return .null }
        return .object([
            ("provider", .string(ensemble.provider.id)), ("attribution", .optional(ensemble.provider.attribution)),
            ("fetchedAt", .time(ensemble.fetchedAt, clock)),
        ])
    }
}
