/// A warning of dangerous weather, issued by an authority. Values that it does not give are nil.
public struct Alert: Sendable, Hashable, Codable {
    /// Severity as in the Common Alerting Protocol (OASIS CAP 1.2, 3.2.2).
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        case unknown, minor, moderate, severe, extreme

        public static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
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
    public var issuedAt: UnixTime?
    /// The start of the danger; nil when it has started, or when not given.
    public var onset: UnixTime?
    /// The end of the danger, or else the expiry of the message.
    public var ends: UnixTime?

    public init(
        id: String, replaces: [String] = [], event: String, headline: String? = nil, text: String? = nil,
        instruction: String? = nil, area: String? = nil, sender: String? = nil, severity: Severity = .unknown,
        issuedAt: UnixTime? = nil, onset: UnixTime? = nil, ends: UnixTime? = nil
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
        self.issuedAt = issuedAt
        self.onset = onset
        self.ends = ends
    }

    /// Whether the alert applies at `now` or will apply later.
    public func isInForce(at now: UnixTime) -> Bool {
        ends.map { now < $0 } ?? true
    }
}

extension Sequence<Alert> {
    /// The alerts in force at `now`, by severity and then by onset, without replaced ones and without duplicates, such
    /// as for two districts.
    public func inForce(at now: UnixTime) -> [Alert] {
        let replaced = Set(flatMap(\.replaces))
        var seen: Set<Alert> = []
        let ordered = sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            let onsets = (left.onset ?? .distantPast, right.onset ?? .distantPast)
            return onsets.0 == onsets.1 ? left.id < right.id : onsets.0 < onsets.1
        }
        // Of duplicates, the same one stays in whatever order they came.
        return ordered.filter { alert in
            guard alert.isInForce(at: now), !replaced.contains(alert.id) else { return false }
            // Alerts that differ only in their id are the same.
            var words = alert
            words.id = ""
            words.replaces = []
            words.area = nil
            return seen.insert(words).inserted
        }
    }
}
