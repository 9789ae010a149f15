public import Weather

extension SavingMode {
    /// What is saved and why: `hourly, no radar, no ensemble (metered connection)`; nil when nothing is.
    public var sentence: String? {
        guard !reasons.isEmpty else { return nil }
        let measures = isOnRequest ? ["only on request"] : ["hourly"] + leftOut.map { "no \($0.rawValue)" }
        return "\(measures.joined(separator: ", ")) (\(reasons.map(\.words).joined(separator: ", ")))"
    }

    /// The kinds of reports that are not fetched at all.
    public var leftOut: [ReportKind] { leavesOutExtras ? [.radar, .ensemble] : [] }
}

extension SavingMode.Reason {
    fileprivate var words: String {
        switch self {
        case .metered: "metered connection"
        case .batterySaver: "battery saver"
        case .lowBattery: "low battery"
        case .locked: "locked session"
        case .idle: "idle session"
        }
    }
}
