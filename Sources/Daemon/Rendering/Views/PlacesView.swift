public import ClientProtocol
import Languages
import Weather

/// A place in `places`.
public struct PlaceCard: Sendable, Hashable {
    public var scene: Scene
    /// The position among the favourites, from 1; nil for a current place that is not a favourite.
    public var position: Int?
    public var isCurrent: Bool
    /// Whether it is the place shown by default.
    public var isShown: Bool

    public init(scene: Scene, position: Int?, isCurrent: Bool, isShown: Bool) {
        self.scene = scene
        self.position = position
        self.isCurrent = isCurrent
        self.isShown = isShown
    }
}

/// The current place and the favourites, two lines each.
public enum PlacesView {
    /// - Parameter noLocation: why there is no current place; nil when there is one.
    public static func lines(
        of cards: [PlaceCard], noLocation: String?, as output: ViewRequest.Output, in style: Style
    ) -> [String] {
        output == .json ? [json(of: cards, style).text] : style.written(text(of: cards, noLocation, style))
    }

    private static func text(of cards: [PlaceCard], _ noLocation: String?, _ style: Style) -> [StyledText] {
        var blocks = cards.map { card in
            let lines = [title(of: card, style), "   " + weather(of: card.scene, style)]
            return style.width.map { width in lines.flatMap { $0.wrapped(to: width, indent: 3) } } ?? lines
        }
        if let noLocation { blocks.insert([StyledText(noLocation)], at: 0) }
        if !cards.contains(where: { $0.position != nil }) {
            blocks.append([StyledText(style.words.phrase(.noFavourites))])
        }
        let attributions = cards.flatMap { $0.scene.attributions(style) }
        if !attributions.isEmpty { blocks.append(Set(attributions).sorted { $0.plain < $1.plain }) }
        return Array(blocks.joined(separator: [""]))
    }

    /// `1. Home, Sat 12:30`, `●  Montevideo, Uruguay, Sat 12:30 (current place, favourite 2)`.
    private static func title(of card: PlaceCard, _ style: Style) -> StyledText {
        let words = style.words
        let mark = card.isCurrent ? "●" : card.position.map { "\($0)." } ?? ""
        let name = card.scene.place.fullName(in: style)
        let place = StyledText(mark + String(repeating: " ", count: max(1, 3 - mark.count)) + name, .bold)
        var title = ""
        if let zone = card.scene.timeZone {
            let clock = PlaceClock(zoneName: zone, in: style)
            let weekday = words.shortWeekday(clock.date(card.scene.now))
            title += words.listSeparator + words.time(clock.time(card.scene.now), onDay: weekday)
        }
        let notes = [
            card.isCurrent ? words.phrase(.currentPlace) : nil,
            card.isCurrent ? card.position.map(words.favourite) : nil,
            card.scene.isApproximate ? words.phrase(.approximate) : nil,
            card.isShown && !card.isCurrent ? words.phrase(.shownInBar) : nil,
        ].compactMap(\.self)
        if !notes.isEmpty { title += words.parenthesized(notes.joined(separator: words.listSeparator)) }
        return place + StyledText(title)
    }

    /// `🌧️  rain, 12°, high 14° / low 9°, updated 3 min ago`.
    private static func weather(of scene: Scene, _ style: Style) -> StyledText {
        do throws(NoWeather) {
            let (report, present) = try scene.present()
            let conditions = present.conditions
            let words = style.words
            func temperature(_ celsius: Double?) -> String {
                celsius.map { style.temperature($0) } ?? TextTable.unknown
            }
            var parts = [style.coloredCondition(conditions)]
            if let celsius = conditions.temperature { parts.append(style.coloredTemperature(celsius)) }
            let clock = PlaceClock(zoneName: report.timeZone, in: style)
            if let text = report.extremes(at: scene.now, beside: present)?.text(clock, style) {
                parts.append(StyledText(text))
            }
            let age = Age(seconds: report.age(at: scene.now))
            parts.append(StyledText(words.updated(age, isLast: false), .faint))
            if scene.freshness != .fresh { parts.append(StyledText(words.freshness(scene.freshness), .stale)) }
            for alert in [scene.alertsInForce?.first, scene.alertsAnnounced?.first].compactMap(\.self) {
                parts.append(
                    StyledText(
                        style.labelled(style.icons.warning, alert.brief(at: scene.now, clock, words)),
                        .severity(alert.severity).bold))
            }
            if present.isFallback { parts.append(StyledText(words.phrase(.forecast))) }
            if report.provider.isSample { parts.append(StyledText(words.phrase(.sampleData), .severity(.minor))) }
            return parts.joined(separator: StyledText(style.words.listSeparator))
        } catch {
            return StyledText(error.sentence)
        }
    }

    private static func json(of cards: [PlaceCard], _ style: Style) -> JSON {
        .object([
            ("schema", .integer(JSON.schema)),
            ("places", .array(cards.map { json(of: $0, style) })),
        ])
    }

    /// A place in JSON.
    static func json(of card: PlaceCard, _ style: Style) -> JSON {
        let scene = card.scene
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        let report = scene.report
        let weather = try? scene.present()
        let now = weather?.present.conditions
        let day = weather?.report.day(at: scene.now)
        return .object(
            [
                ("place", .place(scene, scene.timeZone == nil ? nil : clock)),
                ("current", .bool(card.isCurrent)),
                ("position", .optional(card.position)),
                ("shown", .bool(card.isShown)),
                ("freshness", .string(scene.freshness.rawValue)),
                ("localTime", scene.timeZone == nil ? .null : .time(scene.now, clock)),
                ("provider", .optional(report?.provider.id)),
                ("origin", .optional(weather?.present.origin.rawValue)),
                ("fetchedAt", .time(report?.fetchedAt, clock)),
                ("condition", now.map { .condition($0, style) } ?? .null),
                ("isDay", .optional(now?.isDay)),
                ("temperatureC", .number(now?.temperature)),
                ("temperatureMaxC", .number(day?.temperatureMax)),
                ("temperatureMinC", .number(day?.temperatureMin)),
                ("sample", .bool(report?.provider.isSample ?? false)),
                ("attribution", .optional(report?.provider.attribution)),
                ("ageSeconds", .optional(report?.age(at: scene.now))),
                ("lastErrorCode", .optional(scene.lastFailure?.code.rawValue)),
                ("lastError", .optional(scene.lastFailure?.sentence)),
            ] + JSON.warnings(scene, clock, style))
    }
}
