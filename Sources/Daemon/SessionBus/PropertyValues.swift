import Almanac
import ClientProtocol
import Formats
import Server
import SystemBus
import Weather

/// The values of the properties at one moment, from the replies of the line protocol.
struct PropertyValues: Sendable {
    typealias Property = WeatherInterface.Property

    /// The known values, without the lists and the age.
    private(set) var values: [Property: BusValue] = [:]
    /// The lists; empty unless they were requested, since they can be large.
    private(set) var lists: [Property: BusValue] = [:]
    /// Hashes of the lists without ages and times of day.
    private var digests: [Property: Int] = [:]
    /// When the report was fetched; nil without one.
    private var fetchedAt: UnixTime?
    /// The time at which the clock alone changes a value; nil for never.
    let next: UnixTime?

    /// The replies from which the values are taken.
    struct Replies: Sendable {
        var current: Reply
        var short: Reply
        var status: Reply
        var alerts: Reply
        var places: Reply
        var temperature: String?
        var units: String
        var next: UnixTime?
    }

    /// The replies in JSON, parsed.
    struct Trees: Sendable {
        let current: JSONTree?
        let status: JSONTree?
        let alerts: JSONTree?
        let places: JSONTree?

        init(_ replies: Replies) {
            (current, status) = (replies.current.tree, replies.status.tree)
            (alerts, places) = (replies.alerts.tree, replies.places.tree)
        }
    }

    /// - Parameter listing: whether to keep the lists.
    init(_ replies: Replies, listing: Bool) {
        self.init(replies, Trees(replies), listing: listing)
    }

    init(_ replies: Replies, _ trees: Trees, listing: Bool) {
        next = replies.next
        let (current, status) = (trees.current, trees.status)
        let place = current?["place"] ?? status?["place"]
        set(.place, place?["name"])
        set(.approximate, place?["approximate"])
        set(.temperatureC, current?["temperatureC"])
        set(.temperature, replies.temperature)
        let condition = current?["condition"]
        set(.conditionCode, condition?["code"])
        set(.conditionText, condition?["text"])
        let isDay = current?["isDay"]?.bool
        set(.iconName, condition?["code"]?.text.flatMap { IconName.name(of: $0, isDay: isDay) })
        set(.isDay, current?["isDay"])
        set(.freshness, status?["freshness"])
        set(.offline, status?["offline"])
        set(.sample, status?["sample"])
        fetchedAt = status?["fetchedAt"]?.text.flatMap(UnixTime.init(rfc3339:))
        values[.fetchedAt] = fetchedAt.map { .uint64(UInt64(clamping: $0.seconds)) }
        set(.summary, current?["summary"])
        if case .ok(let lines) = replies.short { set(.shortText, lines.joined(separator: " ")) }
        set(.units, replies.units)
        set(.errorCode, status?["lastErrorCode"])
        set(.error, status?["lastError"])
        set(.attribution, current?["attribution"])
        set(.version, status?["version"])
        let warnings = trees.alerts
        let alerts = warnings?["alerts"]
        if let elements = alerts?.elements {
            let inForce = elements.count { $0["inForce"]?.bool == true }
            // Without a source of the place's own country, "none in force" is not known.
            if inForce > 0 || warnings?["alertsKnown"]?.bool == true {
                values[.warningCount] = .uint32(UInt32(clamping: inForce))
            }
        }
        set(.warnings, list: alerts, listing)
        set(.places, list: trees.places?["places"], listing)
    }

    private mutating func set(_ property: Property, _ tree: JSONTree?) {
        values[property] = tree.flatMap(BusValue.init(_:))
    }

    private mutating func set(_ property: Property, _ text: String?) {
        values[property] = text.map { .string($0.withoutInvalidCharacters) }
    }

    private mutating func set(_ property: Property, list: JSONTree?, _ listing: Bool) {
        guard let list = list?.withoutTexts else { return }
        digests[property] = list.withoutTimes.hashValue
        if listing { lists[property] = .objects(list) }
    }

    /// All known values.
    func all(at now: UnixTime) -> [String: BusValue] {
        var all: [String: BusValue] = [:]
        for property in Property.allCases { all[property.rawValue] = value(of: property, at: now) }
        return all
    }

    /// nil when it is not known.
    func value(of property: Property, at now: UnixTime) -> BusValue? {
        if property == .ageSeconds { return fetchedAt.map { .uint64(UInt64(clamping: now.seconds(since: $0))) } }
        return values[property] ?? lists[property]
    }

    /// Whether the value is known here without the lists.
    static func isSmall(_ property: Property) -> Bool { property.emission != .invalidation }

    /// The differences from former values, as in PropertiesChanged.
    func changes(from former: PropertyValues) -> PropertyChanges {
        var changes = PropertyChanges()
        for property in Property.allCases {
            switch property.emission {
            case .value:
                let value = values[property]
                guard value != former.values[property] else { continue }
                if let value {
                    changes.changed[property.rawValue] = value
                } else {
                    changes.invalidated.append(property.rawValue)
                }
            case .invalidation:
                if digests[property] != former.digests[property] { changes.invalidated.append(property.rawValue) }
            case .nothing, .constant: break
            }
        }
        return changes
    }

    /// The same values without the lists.
    var withoutLists: PropertyValues {
        var values = self
        values.lists = [:]
        return values
    }
}

/// The contents of PropertiesChanged.
struct PropertyChanges: Sendable, Hashable {
    var changed: [String: BusValue] = [:]
    /// The names of properties that became unknown, or whose values are not sent.
    var invalidated: [String] = []

    var isEmpty: Bool { changed.isEmpty && invalidated.isEmpty }
}

extension PropertyValues.Replies {
    /// - Parameter hasTexts: whether they have ready texts, which are not part of the properties.
    init(_ views: Views, _ glance: Glance, hasTexts: Bool = false) {
        func json(_ view: ViewRequest.View) -> Reply {
            var request = ViewRequest(view, output: .json)
            request.hasTexts = hasTexts
            return views.reply(to: request)
        }
        self.init(
            current: json(.current), short: views.reply(to: ViewRequest(.short(format: nil))), status: json(.status),
            alerts: json(.alerts), places: json(.places), temperature: glance.temperature, units: glance.units,
            next: glance.next)
    }
}

extension Reply {
    /// The JSON in the reply; nil for an error.
    var tree: JSONTree? {
        guard case .ok(let lines) = self else { return nil }
        return (try? JSONDocument(Array(lines.joined(separator: "\n").utf8)))?.tree
    }
}

extension JSONTree {
    private static let times: Set<String> = ["ageSeconds", "localTime"]

    /// The list without the ready texts of its elements; nil for other values.
    fileprivate var withoutTexts: JSONTree? {
        elements.map { elements in
            .array(
                elements.map { element in
                    guard case .object(let members) = element else { return element }
                    return .object(members.filter { $0.key != "texts" })
                })
        }
    }

    /// The value without what changes with the clock alone.
    fileprivate var withoutTimes: JSONTree {
        switch self {
        case .object(let members):
            .object(
                members.compactMap { member in
                    Self.times.contains(member.key) ? nil : JSONMember(member.key, member.value.withoutTimes)
                })
        case .array(let elements): .array(elements.map(\.withoutTimes))
        case .null, .bool, .number, .text: self
        }
    }
}
