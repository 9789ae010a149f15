import Formats
import Languages
import Weather

/// A JSON value (RFC 8259). Objects keep the order of their keys.
enum JSON {
    typealias Member = (key: String, value: JSON)

    case null
    case bool(Bool)
    case integer(Int)
    /// At most three decimals, more precise than any data; null when nil or not finite.
    case number(Double?)
    /// At most six decimals.
    case degrees(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    static func optional(_ bool: Bool?) -> JSON { bool.map(JSON.bool) ?? .null }
    static func optional(_ string: String?) -> JSON { string.map(JSON.string) ?? .null }
    static func optional(_ integer: Int?) -> JSON { integer.map(JSON.integer) ?? .null }

    /// The value, on one line.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .integer(let integer): text += String(integer)
        case .number(let number): text += number.map { Self.shortest($0, scale: 1e3) } ?? "null"
        case .degrees(let degrees): text += Self.shortest(degrees, scale: 1e6)
        case .string(let string): text += string.quotedForJSON
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += member.key.quotedForJSON
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// The shortest text that parses as the rounded number.
    private static func shortest(_ number: Double, scale: Double) -> String {
        guard number.isFinite else { return "null" }
        let scaled = (number * scale).rounded(.toNearestOrAwayFromZero)
        let rounded = scaled.isFinite ? scaled / scale : number
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }
}

// Parts that the JSON of several views shares; see docs/json.md.

extension JSON {
    /// The schema's version. It is incremented when a key is removed or changes its meaning, not when one is added.
    static let schema = 1

    static func place(_ scene: Scene, _ clock: PlaceClock?) -> JSON {
        place(scene.place, isApproximate: scene.isApproximate, clock)
    }

    static func place(_ place: Place, isApproximate: Bool, _ clock: PlaceClock?) -> JSON {
        .object([
            ("name", .optional(place.name ?? place.locality?.text(in: (clock?.style ?? Style()).words))),
            ("region", .optional(place.locality?.region)),
            ("countryCode", .optional(place.locality?.countryCode)),
            ("latitude", .degrees(place.coordinate.latitude)),
            ("longitude", .degrees(place.coordinate.longitude)),
            ("timezone", .optional(clock?.zoneName)),
            ("approximate", .bool(isApproximate)),
        ])
    }

    static func time(_ moment: UnixTime?, _ clock: PlaceClock) -> JSON {
        .optional(moment.map(clock.rfc3339))
    }

    static func text(_ text: String?) -> JSON {
        text?.isEmpty == false ? .optional(text) : .null
    }

    /// The worst condition of the day, according to the provider.
    static func condition(_ day: Day, _ style: Style) -> JSON {
        var conditions = Conditions(condition: day.condition)
        (conditions.likelihood, conditions.isDay) = (day.likelihood, true)
        return condition(conditions, style)
    }

    static func condition(_ conditions: Conditions, _ style: Style) -> JSON {
        .object([
            ("code", .string(conditions.condition.rawValue)),
            ("text", .string(style.condition(conditions))),
            ("icon", .string(style.icon(conditions))),
            ("likelihood", .optional(conditions.likelihood?.rawValue)),
        ])
    }

    /// The providers of measurements, besides the forecast's.
    static func sources(_ sources: [Provider]) -> JSON {
        .array(
            sources.map { source in
                .object([("provider", .string(source.id)), ("attribution", .optional(source.attribution))])
            })
    }

    /// The station of the present observation; null when there is none.
    static func station(_ station: Station?) -> JSON {
        guard let station else { return .null }
        return .object([
            ("id", .string(station.id.plain(limit: 40))),
            ("name", .optional(station.name?.plain(limit: 80))),
            ("distanceM", .number(station.distance)),
            ("heightDifferenceM", .number(station.heightDifference)),
            ("temperatureCorrectionK", .number(station.temperatureCorrection)),
        ])
    }

    static func member<Owner>(_ quantity: Quantity<Owner>, of owner: Owner) -> Member {
        (quantity.key, .number(quantity.get(owner)))
    }

    /// - Parameter probability: the probability of precipitation, in a forecast.
    static func members(of conditions: Conditions, probability: Double? = nil, _ style: Style) -> [Member] {
        let period =
            conditions.precipitation != nil
            ? conditions.precipitationPeriod ?? 3600 : probability.flatMap { _ in conditions.precipitationPeriod }
        return [("condition", .condition(conditions, style)), ("isDay", .optional(conditions.isDay))]
            + Conditions.quantities.flatMap { quantity in
                let member = member(quantity, of: conditions)
                return switch quantity {
                case .precipitation: [member, ("precipitationPeriodSeconds", .optional(period))]
                case .visibility: [member, ("visibilityAtLeast", .bool(conditions.seesAtLeast == true))]
                default: [member]
                }
            }
            + Conditions.comfort.map { member($0, of: conditions) }
    }

    static func words(_ words: [String]) -> JSON {
        .array(words.map(JSON.string))
    }

    /// The worst warning in force and the worst announced one, null when there is none; and how many others may be in force,
    /// null when no warnings are known.
    static func warnings(_ scene: Scene, _ clock: PlaceClock, _ style: Style) -> [Member] {
        let omitted = scene.warnings?.omitted
        return [
            ("alert", alert(scene.alertsInForce?.first, scene, clock, style)),
            ("alertsKnown", .bool(scene.warnings.map { !$0.lacksOwnCountry } ?? false)),
            ("announced", alert(scene.alertsAnnounced?.first, scene, clock, style)),
            ("alertsUnreadable", .optional(omitted?.unreadable)),
            ("alertsUnplaced", .optional(omitted?.unlocated)),
        ]
    }

    private static func alert(_ alert: Alert?, _ scene: Scene, _ clock: PlaceClock, _ style: Style) -> JSON {
        guard let alert, let provider = scene.warnings?.source(of: alert) else { return .null }
        return .object(
            [("event", .string(alert.plainEvent(in: style.words))), ("severity", .string(alert.severity.rawValue))]
                + (alert.isAnnounced(at: scene.now) ? [("onset", .time(alert.onset, clock))] : [])
                + [
                    ("ends", .time(alert.ends, clock)),
                    ("provider", .string(provider.id)),
                    ("attribution", .optional(provider.attribution)),
                ])
    }

    static func sun(_ daylight: Daylight?, _ clock: PlaceClock) -> [Member] {
        [
            ("sunrise", .time(daylight?.sunrise, clock)),
            ("sunset", .time(daylight?.sunset, clock)),
            ("daylight", .optional(daylight?.word)),
        ]
    }

    /// The first members of `hourly` and `daily`.
    static func forecastHead(of report: Report, _ scene: Scene, _ clock: PlaceClock) -> [Member] {
        [
            ("schema", .integer(schema)),
            ("place", .place(scene, clock)),
            ("provider", .string(report.provider.id)),
            ("fetchedAt", .time(report.fetchedAt, clock)),
            ("freshness", .string(scene.freshness.rawValue)),
        ] + trust(in: report, scene, clock)
    }

    /// The first members of `alerts` and `air`.
    static func head(
        of report: some ProviderReport, isFresh: Bool, failure: FetchFailure?, _ scene: Scene, _ clock: PlaceClock
    ) -> [Member] {
        [
            ("schema", .integer(schema)),
            ("place", .place(scene, scene.timeZone == nil ? nil : clock)),
            ("provider", .string(report.provider.id)),
            ("attribution", .optional(report.provider.attribution)),
            ("fetchedAt", .time(report.fetchedAt, clock)),
            ("freshness", .string((isFresh ? Freshness.fresh : .stale).rawValue)),
            ("sample", .bool(report.provider.isSample)),
            ("ageSeconds", .integer(report.age(at: scene.now))),
            ("lastErrorCode", .optional(failure?.code.rawValue)),
            ("lastError", .optional(failure?.sentence)),
        ]
    }

    /// The freshness and the provider of the data.
    static func trust(in report: Report, _ scene: Scene, _ clock: PlaceClock) -> [Member] {
        [
            ("sample", .bool(report.provider.isSample)),
            ("uvIndexIsClearSky", .bool(report.hasClearSkyUV == true)),
            ("attribution", .optional(report.provider.attribution)),
            ("ageSeconds", .integer(report.age(at: scene.now))),
            ("issuedAt", .time(report.issuedAt, clock)),
        ]
    }
}

extension Daylight {
    fileprivate var word: String {
        switch self {
        case .sun, .risesOnly, .setsOnly: "sun"
        case .polarDay: "polar-day"
        case .polarNight: "polar-night"
        }
    }
}

extension JSON {
    /// `{"polygon":[[59.9,10.7],…],"holes":[]}` or `{"center":[59.9,10.7],"radiusM":20000}`. Positions are latitude and
    /// longitude.
    static func area(_ area: AlertArea) -> JSON {
        switch area {
        case .polygon(let rings):
            .object([
                ("polygon", ring(rings.first ?? [])),
                ("holes", .array(rings.dropFirst().map(ring))),
            ])
        case .circle(let center, let radius):
            .object([("center", position(center)), ("radiusM", .number(radius))])
        }
    }

    private static func ring(_ points: [Coordinate]) -> JSON { .array(points.map(position)) }

    private static func position(_ point: Coordinate) -> JSON {
        .array([.degrees(point.latitude), .degrees(point.longitude)])
    }
}
