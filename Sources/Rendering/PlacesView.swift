import Weather
public import Wire

/// One of the places as `places` shows it.
public struct PlaceCard: Sendable, Hashable {
    public var scene: Scene
    /// Where it stands among the favourites, from 1; nil for a current place that is none.
    public var position: Int?
    public var isCurrent: Bool
    /// Whether requests that name no place are about this one.
    public var isShown: Bool

    public init(scene: Scene, position: Int?, isCurrent: Bool, isShown: Bool) {
        self.scene = scene
        self.position = position
        self.isCurrent = isCurrent
        self.isShown = isShown
    }
}

/// The current place and the favourites, each a card of two lines.
public enum PlacesView {
    /// - Parameter noLocation: why there is no current place; nil when there is one.
    public static func lines(
        of cards: [PlaceCard], noLocation: String?, as output: Reading.Output, in style: Style
    ) -> [String] {
        switch output {
        case .text: text(of: cards, noLocation, style)
        case .json: [json(of: cards, style).text]
        }
    }

    private static let noFavourites = "No favourites yet. Add one with: weatherctl places add CITY"

    private static func text(of cards: [PlaceCard], _ noLocation: String?, _ style: Style) -> [String] {
        var blocks = cards.map { [title(of: $0), "   " + weather(of: $0.scene, style)] }
        if let noLocation { blocks.insert([noLocation], at: 0) }
        if !cards.contains(where: { $0.position != nil }) { blocks.append([noFavourites]) }
        let attributions = cards.flatMap { card in
            guard let provider = card.scene.report?.provider else { return [String]() }
            return [provider.attribution?.plain(limit: 160)].compactMap(\.self)
                + card.scene.warningsAttribution(beside: provider)
        }
        if !attributions.isEmpty { blocks.append(Set(attributions).sorted()) }
        return Array(blocks.joined(separator: [""]))
    }

    /// `1. Home, Sat 12:30`, `●  Montevideo, Uruguay, Sat 12:30 (current place, favourite 2)`.
    private static func title(of card: PlaceCard) -> String {
        let mark = card.isCurrent ? "●" : card.position.map { "\($0)." } ?? ""
        var title = mark + String(repeating: " ", count: max(1, 3 - mark.count)) + card.scene.place.fullName
        if let zone = card.scene.timeZone {
            let clock = PlaceClock(zoneName: zone)
            title += ", \(English.weekday(clock.date(card.scene.now)).prefix(3)) \(clock.time(card.scene.now))"
        }
        let notes = [
            card.isCurrent ? "current place" : nil,
            card.isCurrent ? card.position.map { "favourite \($0)" } : nil,
            card.scene.isApproximate ? English.approximate : nil,
            card.isShown && !card.isCurrent ? "shown in the bar" : nil,
        ].compactMap(\.self)
        return notes.isEmpty ? title : "\(title) (\(notes.joined(separator: ", ")))"
    }

    /// `🌧️ rain, 12°, high 14° / low 9°, fetched 3 min ago`.
    private static func weather(of scene: Scene, _ style: Style) -> String {
        do throws(NoWeather) {
            let (report, present) = try scene.present()
            let conditions = present.conditions
            let day = report.day(at: scene.now)
            func temperature(_ celsius: Double?) -> String {
                celsius.map { style.units.temperature.text($0) } ?? Table.unknown
            }
            var parts = [style.icons.labelled(conditions.condition, isDay: conditions.isDay)]
            if conditions.temperature != nil { parts.append(temperature(conditions.temperature)) }
            if day?.temperatureMax != nil || day?.temperatureMin != nil {
                parts.append("high \(temperature(day?.temperatureMax)) / low \(temperature(day?.temperatureMin))")
            }
            parts.append("fetched \(Age(seconds: report.age(at: scene.now)).text) ago")
            if scene.freshness != .fresh { parts.append(scene.freshness.rawValue) }
            if let alert = scene.alertsInForce?.first {
                parts.append(Icons.labelled(style.icons.warning, alert.plainEvent))
            }
            if present.origin == .forecast { parts.append(English.forecast) }
            if report.provider.isSample { parts.append(English.sampleData) }
            return parts.joined(separator: ", ")
        } catch {
            return error.sentence
        }
    }

    private static func json(of cards: [PlaceCard], _ style: Style) -> JSON {
        .object([
            ("schema", .integer(JSON.schema)),
            ("places", .array(cards.map { json(of: $0, style) })),
        ])
    }

    private static func json(of card: PlaceCard, _ style: Style) -> JSON {
        let scene = card.scene
        let clock = PlaceClock(zoneName: scene.timeZone)
        let report = scene.report
        let weather = try? scene.present()
        let now = weather?.present.conditions
        let day = weather?.report.day(at: scene.now)
        return .object([
            ("place", .place(scene, scene.timeZone == nil ? nil : clock)),
            ("current", .bool(card.isCurrent)),
            ("position", .optional(card.position)),
            ("shown", .bool(card.isShown)),
            ("freshness", .string(scene.freshness.rawValue)),
            ("localTime", scene.timeZone == nil ? .null : .time(scene.now, clock)),
            ("provider", .optional(report?.provider.id)),
            ("origin", .optional(weather?.present.origin.word)),
            ("fetchedAt", .time(report?.fetchedAt, clock)),
            ("condition", now.map { .condition($0.condition, isDay: $0.isDay, style.icons) } ?? .null),
            ("isDay", .optional(now?.isDay)),
            ("temperatureC", .number(now?.temperature)),
            ("temperatureMaxC", .number(day?.temperatureMax)),
            ("temperatureMinC", .number(day?.temperatureMin)),
            ("sample", .bool(report?.provider.isSample ?? false)),
            ("attribution", .optional(report?.provider.attribution)),
            ("ageSeconds", .optional(report?.age(at: scene.now))),
            ("lastError", .optional(scene.lastFailure?.sentence)),
            ("alert", .alert(scene, clock)),
        ])
    }
}
