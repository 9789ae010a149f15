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
        // Of duplicates, the same one stays in whatever order they came.
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
