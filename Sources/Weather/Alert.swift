/// A warning of dangerous weather, as an authority issued it. A nil value is one that it did not give.
public struct Alert: Sendable, Hashable, Codable {
    /// How dangerous it is, as the Common Alerting Protocol has it (OASIS CAP 1.2, 3.2.2).
    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        case unknown, minor, moderate, severe, extreme

        public static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The authority's name for this very issue of the alert; the same alert has the same one whenever it is asked for.
    public var id: String
    /// Earlier issues that this one takes the place of, by their `id`.
    public var replaces: [String]
    /// In a word or two: `Winter Storm Warning`.
    public var event: String
    /// In one line.
    public var headline: String?
    /// In as many lines as it takes.
    public var text: String?
    /// What to do about it.
    public var instruction: String?
    /// Where, in words.
    public var area: String?
    /// The authority, in words.
    public var sender: String?
    public var severity: Severity
    public var issuedAt: UnixTime?
    /// When the danger begins; nil when it has begun, or the authority does not say.
    public var onset: UnixTime?
    /// When the danger ends, or if the authority does not say, when its word on it does.
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

    /// Whether the alert still holds at `now`, be the danger there or to come.
    public func isInForce(at now: UnixTime) -> Bool {
        ends.map { now < $0 } ?? true
    }
}

extension Sequence<Alert> {
    /// The alerts that hold at `now`, the worst first and of those the earliest: none that another one has taken the place
    /// of, and none twice, as when an authority issues the same for two districts.
    public func inForce(at now: UnixTime) -> [Alert] {
        let replaced = Set(flatMap(\.replaces))
        var told: Set<Alert> = []
        let ordered = sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            let onsets = (left.onset ?? .distantPast, right.onset ?? .distantPast)
            return onsets.0 == onsets.1 ? left.id < right.id : onsets.0 < onsets.1
        }
        // Of two that say the same it is always the same one that stays, in whatever order they came.
        return ordered.filter { alert in
            guard alert.isInForce(at: now), !replaced.contains(alert.id) else { return false }
            // The same words at the same time are the same alert, whatever it is called.
            var words = alert
            words.id = ""
            words.replaces = []
            words.area = nil
            return told.insert(words).inserted
        }
    }
}
