/// What is new among the alerts of a place, so that each is told once: not again with every report, nor when only its
/// wording is updated.
public struct AlertNews: Sendable, Hashable {
    public struct Change: Sendable, Hashable {
        public var issued: [Alert]
        public var over: [Alert]

        public init(issued: [Alert] = [], over: [Alert] = []) {
            self.issued = issued
            self.over = over
        }
    }

    /// Those that were told and hold.
    private var told: [Alert]

    /// - Parameter known: alerts that need not be told; nil for none.
    public init(known: [Alert]?) {
        told = known ?? []
    }

    /// - Parameter standing: the alerts that hold now; nil when nobody knows.
    public mutating func take(_ standing: [Alert]?) -> Change {
        guard let standing else { return Change() }
        var change = Change()
        for alert in standing where !told.contains(where: { alert.isSameDanger(as: $0) }) {
            change.issued.append(alert)
        }
        for alert in told
        where !standing.contains(where: {
            $0.id == alert.id || $0.isSameDanger(as: alert) || $0.replaces.contains(alert.id)
        }) {
            change.over.append(alert)
        }
        told = standing
        return change
    }
}

extension Alert {
    /// Whether it is an issue of the same alert as the other, earlier one, and tells nothing worse.
    fileprivate func isSameDanger(as other: Alert) -> Bool {
        if id == other.id { return severity <= other.severity }
        let isUpdate = other.replaces.contains(id) || replaces.contains(other.id)
        return isUpdate && severity == other.severity && event == other.event
    }
}

extension AlertNews: Codable {
    public init(from decoder: any Decoder) throws {
        told = try [Alert](from: decoder)
    }

    /// Without the texts, by which nothing is told apart.
    public func encode(to encoder: any Encoder) throws {
        let known = told.map { Alert(id: $0.id, replaces: $0.replaces, event: $0.event, severity: $0.severity) }
        try known.encode(to: encoder)
    }
}
