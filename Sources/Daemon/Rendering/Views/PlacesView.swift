public import ClientProtocol
import Languages
public import Weather

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
        switch output {
        case .json: [json(of: cards, style).text]
        case .names: PlaceNames.names(of: cards.map(\.scene.place), in: style)
        default: style.written(text(of: cards, noLocation, style))
        }
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
        let name = card.scene.place.fullName(in: style.words)
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
            ] + JSON.warnings(scene, clock, style) + JSON.texts(style, texts(of: card, style)))
    }

    private static func texts(of card: PlaceCard, _ style: Style) -> [(key: String, text: String?)] {
        let line: [(key: String, text: String?)] = [("line", weather(of: card.scene, style).plain)]
        guard let (report, present) = try? card.scene.present() else { return line }
        let day = report.day(at: card.scene.now)
        return line + style.texts(of: present.conditions) + [
            ("high", day?.temperatureMax.map(style.degrees)), ("low", day?.temperatureMin.map(style.degrees)),
        ]
    }
}

/// The cities found by a search, best first, one per line.
public enum SearchView {
    /// - Parameter query: the user's text, shown if its spelling was corrected.
    public static func lines(
        of cities: [City], for query: String = "", as output: ViewRequest.Output, in style: Style = Style()
    ) -> [String] {
        guard output != .json else { return [json(of: cities).text] }
        let correction = cities.first?.correction.map { PlaceSentence.showing($0, insteadOf: query) }
        return text(of: cities, style) + [correction].compactMap(\.self)
    }

    /// `Montevideo, Uruguay  1,270,737  -34.9033 -56.1882`: the position has the format of `set-location`. In a narrow
    /// terminal the population is omitted first, then the position, then the region.
    private static func text(of cities: [City], _ style: Style) -> [String] {
        let positions = cities.map {
            "\($0.coordinate.latitude.text(decimals: 4)) \($0.coordinate.longitude.text(decimals: 4))"
        }
        let table = TextTable(columns: [
            .init(heading: "", isRightAligned: false, cells: cities.map { name($0, style) }),
            .init(
                heading: "", rank: 2,
                cells: cities.map { $0.population.map { $0.grouped(by: style.words.groupSign) } }),
            .init(heading: "", isRightAligned: false, rank: 1, cells: positions),
        ])
        return table.lines(within: style.width).rows.map(\.plain)
    }

    /// The name, without the region if it would be too wide.
    private static func name(_ city: City, _ style: Style) -> String {
        let locality = city.locality
        let separator = style.words.listSeparator
        let other = (city.airportCode ?? city.matchedName)?.plain(limit: 100)
        let name = other.map { "\(locality.text()) (\($0))" } ?? locality.text()
        let full = ([name] + locality.surroundings).joined(separator: separator)
        guard let width = style.width, full.columns > width, let last = locality.surroundings.last else { return full }
        return name + separator + last
    }

    private static func json(of cities: [City]) -> JSON {
        .object([
            ("schema", .integer(JSON.schema)),
            (
                "cities",
                .array(
                    cities.map { city in
                        .object([
                            ("name", .string(city.locality.name)),
                            ("matchedName", .optional(city.matchedName)),
                            ("region", .optional(city.locality.region)),
                            ("country", .optional(city.locality.country)),
                            ("countryCode", .optional(city.locality.countryCode)),
                            ("population", .optional(city.population)),
                            ("latitude", .degrees(city.coordinate.latitude)),
                            ("longitude", .degrees(city.coordinate.longitude)),
                            ("timezone", .optional(city.locality.timeZone)),
                            ("airportCode", .optional(city.airportCode)),
                        ])
                    })
            ),
            ("correction", .optional(cities.first?.correction)),
        ])
    }
}
