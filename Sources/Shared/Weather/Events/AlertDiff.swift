/// The alerts of a place that are new and those that have ended, so that each is reported once: not again with every fetch, nor
/// when only its wording is updated.
public struct AlertDiff: Sendable, Hashable {
    public struct Change: Sendable, Hashable {
        public var issued: [Alert]
        public var over: [Alert]

        public init(issued: [Alert] = [], over: [Alert] = []) {
            self.issued = issued
            self.over = over
        }
    }

    /// The alerts that were reported and are in force or announced.
    private var reported: [Alert]

    /// - Parameter known: alerts that were reported already; nil for none.
    public init(known: [Alert]?) {
        reported = known ?? []
    }

    /// - Parameters:
    ///   - standing: the alerts in force or announced; nil if unknown.
    ///   - mayStand: whether an alert that is not among them may be in force, since some could not be read.
    public mutating func take(
        _ standing: [Alert]?, mayStand: (Alert) -> Bool = { _ in false }
    ) -> Change {
        guard let standing else { return Change() }
        var change = Change()
        for alert in standing where !reported.contains(where: { alert.isSameDanger(as: $0) }) {
            change.issued.append(alert)
        }
        for alert in reported
        where !standing.contains(where: {
            $0.isSameIssue(as: alert) || $0.isSameDanger(as: alert) || $0.replaces.contains(alert.id)
        }) {
            change.over.append(alert)
        }
        let kept = change.over.filter(mayStand)
        change.over.removeAll(where: kept.contains)
        reported = standing + kept
        return change
    }
}

extension Alert {
    /// Whether this is an update of the other, earlier alert that is no more severe, or the same alert from another source.
    fileprivate func isSameDanger(as other: Alert) -> Bool {
        if isSameIssue(as: other) { return severity <= other.severity }
        let isUpdate = other.replaces.contains(id) || replaces.contains(other.id)
        return isUpdate && severity == other.severity && event == other.event || isSameWarning(as: other)
    }
}

extension AlertDiff: Codable {
    public init(from decoder: any Decoder) throws {
        reported = try [Alert](from: decoder)
    }

    /// Without the texts, which are not compared.
    public func encode(to encoder: any Encoder) throws {
        let known = reported.map { alert in
            Alert(
                id: alert.id, replaces: alert.replaces, event: alert.event, severity: alert.severity, kind: alert.kind,
                onset: alert.onset, ends: alert.ends)
        }
        try known.encode(to: encoder)
    }
}
