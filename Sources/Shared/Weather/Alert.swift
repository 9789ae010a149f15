/// A warning of dangerous weather, issued by an authority. Values that it does not give are nil.
public struct Alert: Sendable, Hashable {
    /// Severity as in the Common Alerting Protocol (OASIS CAP 1.2, 3.2.2).
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        case unknown, minor, moderate, severe, extreme

        public static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// When to act, as in CAP 1.2, 3.2.2.
    public enum Urgency: String, Sendable, Hashable, Codable, CaseIterable {
        case unknown, past, future, expected, immediate
    }

    /// How sure the authority is, as in CAP 1.2, 3.2.2. `likely` is more than 50%.
    public enum Certainty: String, Sendable, Hashable, Codable, CaseIterable {
        case unknown, unlikely, possible, likely, observed
    }

    /// The danger. The raw value is the word of the JSON and of config.toml.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case wind, rain, flood, thunderstorm, tornado, fog, heat, cold, coastal, avalanche, tsunami, dust
        case snowIce = "snow-ice"
        case forestFire = "forest-fire"
        case tropicalCyclone = "tropical-cyclone"
        case airQuality = "air-quality"
        /// Any other, or not given.
        case other
    }

    /// The authority's identifier for this issue of the alert, the same in every answer.
    public var id: String
    /// The `id`s of earlier issues that this one replaces.
    public var replaces: [String]
    /// A short name: `Winter Storm Warning`.
    public var event: String
    /// A single line.
    public var headline: String?
    /// May have several lines.
    public var text: String?
    /// Recommended action.
    public var instruction: String?
    /// The area's name.
    public var area: String?
    /// The authority's name.
    public var sender: String?
    public var severity: Severity
    public var urgency: Urgency
    public var certainty: Certainty
    public var kind: Kind
    public var issuedAt: UnixTime?
    /// The start of the danger; nil when it has started, or when not given.
    public var onset: UnixTime?
    /// The end of the danger, or else the expiry of the message.
    public var ends: UnixTime?
    /// Where it applies, as the union; simplified, with at most `mostPoints` points in all. Empty when not given.
    public var areas: [AlertArea]
    /// A page about it, http or https.
    public var web: String?
    /// How the warning came here, if not from the sender: `via FOSS Public Alert Server`.
    public var attribution: String?

    /// The limit in decoders; more than apply at one place at a time.
    static let most = 100

    /// The most points of all areas.
    public static let mostPoints = 200

    public init(
        id: String, replaces: [String] = [], event: String, headline: String? = nil, text: String? = nil,
        instruction: String? = nil, area: String? = nil, sender: String? = nil, severity: Severity = .unknown,
        urgency: Urgency = .unknown, certainty: Certainty = .unknown, kind: Kind = .other, issuedAt: UnixTime? = nil,
        onset: UnixTime? = nil, ends: UnixTime? = nil, areas: [AlertArea] = [], web: String? = nil,
        attribution: String? = nil
    ) {
        self.id = id
        self.replaces = replaces
        self.event = event
        self.headline = headline
        self.text = text
        self.instruction = instruction
        self.area = area
        self.sender = sender
        self.severity = severity
        self.urgency = urgency
        self.certainty = certainty
        self.kind = kind
        self.issuedAt = issuedAt
        self.onset = onset
        self.ends = ends
        self.areas = areas
        self.web = web
        self.attribution = attribution
    }

    /// Whether the alert is in force or announced: it has not ended, and the danger has not passed (CAP 1.2, 3.2.2 `urgency`).
    public func isStanding(at now: UnixTime) -> Bool {
        urgency != .past && ends.map { now < $0 } ?? true
    }

    /// Whether the danger has begun and has not ended.
    public func isInForce(at now: UnixTime) -> Bool { isStanding(at: now) && !isAnnounced(at: now) }

    /// Whether the danger begins later.
    public func isAnnounced(at now: UnixTime) -> Bool {
        isStanding(at: now) && onset.map { now < $0 } ?? false
    }
}

extension Sequence<Alert> {
    /// The alerts in force at `now`, in the order of `standing(at:)`.
    public func inForce(at now: UnixTime) -> [Alert] { standing(at: now).filter { $0.isInForce(at: now) } }

    /// The alerts in force or announced at `now`, those in force first, by severity and then by onset, without replaced ones
    /// and without duplicates, such as for two districts.
    public func standing(at now: UnixTime) -> [Alert] {
        let replaced = Set(flatMap(\.replaces))
        var seen: Set<Alert> = []
        let ordered = sorted { left, right in
            let announced = (left.isAnnounced(at: now), right.isAnnounced(at: now))
            if announced.0 != announced.1 { return announced.1 }
            if left.severity != right.severity { return left.severity > right.severity }
            let onsets = (left.onset ?? .distantPast, right.onset ?? .distantPast)
            return onsets.0 == onsets.1 ? left.id < right.id : onsets.0 < onsets.1
        }
        // Always keeps the same one of several duplicates, whatever their order.
        return ordered.filter { alert in
            guard alert.isStanding(at: now), !replaced.contains(alert.id) else { return false }
            // Alerts that differ only in their id are the same.
            var words = alert
            words.id = ""
            words.replaces = []
            words.area = nil
            words.areas = []
            words.web = nil
            return seen.insert(words).inserted
        }
    }
}

// Sources word the same alert differently, and some add to its identifier.
extension Alert {
    /// Whether both have the authority's identifier of the same issue.
    func isSameIssue(as other: Alert) -> Bool { id == other.id || authorityID == other.authorityID }

    /// Whether both describe the same danger, with the same severity and the same times: as from two sources.
    public func isSameWarning(as other: Alert) -> Bool {
        if isSameIssue(as: other) { return true }
        guard kind != .other, onset != nil, ends != nil else { return false }
        return kind == other.kind && severity == other.severity && onset == other.onset && ends == other.ends
    }

    /// The identifier without the prefix of the National Weather Service's interface, and the languages of Deutscher
    /// Wetterdienst's files.
    private var authorityID: String {
        var id = id[...]
        if id.hasPrefix("urn:oid:") { id = id.dropFirst(8) }
        for language in [".MUL", ".DEU", ".ENG", ".GER"] where id.hasSuffix(language) { id = id.dropLast(4) }
        return String(id)
    }
}

// Cached alerts. Values that are not given are left out, so that files of former versions can be read, and stay the same.
extension Alert: Codable {
    private enum CodingKeys: CodingKey {
        case id, replaces, event, headline, text, instruction, area, sender, severity, urgency, certainty, kind
        case issuedAt, onset, ends, areas, web, attribution
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys, upTo limit: Int = 3000) throws -> String? {
            try container.textIfPresent(forKey: key, upTo: limit)
        }
        func time(_ key: CodingKeys) throws -> UnixTime? { try container.decodeIfPresent(UnixTime.self, forKey: key) }
        self.init(
            id: try container.text(forKey: .id, upTo: 1000),
            replaces: try container.textsIfPresent(forKey: .replaces, upTo: Self.most, ofUpTo: 1000) ?? [],
            event: try container.text(forKey: .event, upTo: 300), headline: try text(.headline),
            text: try text(.text, upTo: String.longestText),
            instruction: try text(.instruction, upTo: String.longestText), area: try text(.area),
            sender: try text(.sender), severity: try container.decode(Severity.self, forKey: .severity),
            // A later version may know more words.
            urgency: try text(.urgency).flatMap { Urgency(rawValue: $0) } ?? .unknown,
            certainty: try text(.certainty).flatMap { Certainty(rawValue: $0) } ?? .unknown,
            kind: try text(.kind).flatMap { Kind(rawValue: $0) } ?? .other, issuedAt: try time(.issuedAt),
            onset: try time(.onset), ends: try time(.ends),
            areas: try container.decodeIfPresent([AlertArea].self, forKey: .areas) ?? [],
            web: try text(.web, upTo: 2000), attribution: try text(.attribution, upTo: 300))
        guard areas.reduce(0, { $0 + $1.pointCount }) <= Self.mostPoints else { throw ReportMisfit() }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(replaces, forKey: .replaces)
        try container.encode(event, forKey: .event)
        try container.encodeIfPresent(headline, forKey: .headline)
        try container.encodeIfPresent(text, forKey: .text)
        try container.encodeIfPresent(instruction, forKey: .instruction)
        try container.encodeIfPresent(area, forKey: .area)
        try container.encodeIfPresent(sender, forKey: .sender)
        try container.encode(severity, forKey: .severity)
        if urgency != .unknown { try container.encode(urgency, forKey: .urgency) }
        if certainty != .unknown { try container.encode(certainty, forKey: .certainty) }
        if kind != .other { try container.encode(kind, forKey: .kind) }
        try container.encodeIfPresent(issuedAt, forKey: .issuedAt)
        try container.encodeIfPresent(onset, forKey: .onset)
        try container.encodeIfPresent(ends, forKey: .ends)
        if !areas.isEmpty { try container.encode(areas, forKey: .areas) }
        try container.encodeIfPresent(web, forKey: .web)
        try container.encodeIfPresent(attribution, forKey: .attribution)
    }
}

/// A part of the area of a warning, for maps.
public enum AlertArea: Sendable, Hashable {
    /// Rings of points without a repeated last one: the first is the outline, others are holes. Edges are straight in
    /// degrees, and the shorter way around the Earth.
    case polygon([[Coordinate]])
    /// The radius is in metres.
    case circle(centre: Coordinate, radius: Double)

    /// The number of points in all rings; 1 for a circle.
    public var pointCount: Int {
        switch self {
        case .polygon(let rings): rings.reduce(0) { $0 + $1.count }
        case .circle: 1
        }
    }
}

extension AlertArea: Codable {
    private enum CodingKeys: CodingKey {
        case polygon, circle
    }

    /// Rings are lists of latitude, longitude, latitude, longitude…; a circle is latitude, longitude and radius.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let numbers = try container.decodeIfPresent([Double].self, forKey: .circle) {
            guard numbers.count == 3, let centre = Coordinate(latitude: numbers[0], longitude: numbers[1]),
                Self.radii.contains(numbers[2])
            else {
                throw DecodingError.dataCorruptedError(forKey: .circle, in: container, debugDescription: "no circle")
            }
            self = .circle(centre: centre, radius: numbers[2])
            return
        }
        self = .polygon(
            try container.decode([[Double]].self, forKey: .polygon).map { numbers in
                try stride(from: 0, to: numbers.count - 1, by: 2).map { index in
                    guard let point = Coordinate(latitude: numbers[index], longitude: numbers[index + 1]) else {
                        throw DecodingError.dataCorruptedError(
                            forKey: .polygon, in: container, debugDescription: "position out of range")
                    }
                    return point
                }
            })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .polygon(let rings):
            try container.encode(rings.map { $0.flatMap { [$0.latitude, $0.longitude] } }, forKey: .polygon)
        case .circle(let centre, let radius):
            try container.encode([centre.latitude, centre.longitude, radius], forKey: .circle)
        }
    }

    /// Metres, up to half of the Earth's circumference.
    public static let radii = Coordinate.distances
}
