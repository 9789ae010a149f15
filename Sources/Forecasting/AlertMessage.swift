import CAP
import HTTP
import Weather

/// A message of the Common Alerting Protocol (OASIS CAP 1.2, 3.2.1): a warning, or its cancellation.
struct AlertMessage {
    var alert: Alert
    /// Whether the message only ends those that it refers to.
    var isCancellation = false
    /// Whether it is a warning: not an exercise, test or draft, and not expired.
    var isActual = true

    init(_ alert: Alert, isActual: Bool = true) {
        (self.alert, self.isActual) = (alert, isActual)
    }

    /// nil for a status that CAP does not have.
    ///
    /// - Parameters:
    ///   - status: `Actual` and others; defaults to actual.
    ///   - kind: `Alert`, `Update`, `Cancel`; defaults to an alert.
    init?(_ alert: Alert, status: String?, kind: String? = nil) {
        guard let status = CAPMessage.Status(rawValue: (status ?? "actual").lowercased()) else { return nil }
        self.init(alert, isActual: status == .actual)
        isCancellation = kind?.lowercased() == "cancel"
    }
}

extension Sequence<AlertMessage> {
    /// The alerts that no other message has ended. Cancelling an alert also ends those that it had replaced.
    fileprivate var standing: [Alert] {
        let messages = filter(\.isActual)
        var references: [String: [String]] = [:]
        // In place: any number of messages may share one identifier.
        for message in messages { references[message.alert.id, default: []] += message.alert.replaces }
        var ended: Set<String> = []
        var toEnd = messages.filter(\.isCancellation).map(\.alert.id)
        while let id = toEnd.popLast() {
            if ended.insert(id).inserted { toEnd += references[id] ?? [] }
        }
        return messages.compactMap { ended.contains($0.alert.id) ? nil : $0.alert }
    }
}

/// The warnings of an answer, and the number of entries that could not be read but may apply.
struct ReadAlerts {
    private(set) var alerts: [Alert]
    private(set) var omitted = OmittedAlerts()

    /// nil when no entry could be read: the service has changed its format.
    ///
    /// - Parameter messages: one for each entry; nil for one that could not be read.
    init?(_ messages: [AlertMessage?]) {
        let read = messages.compactMap(\.self)
        guard messages.isEmpty || !read.isEmpty else { return nil }
        let standing = read.standing
        alerts = standing.bounded
        omitted.unreadable = messages.count - read.count + standing.count - alerts.count
    }

    /// - Parameter host: the sender, for failures.
    /// - Throws: `malformed` when no entry could be read.
    init(_ messages: [AlertMessage?], from host: String) throws(FetchFailure) {
        guard let read = Self(messages) else { throw .unreadableWarnings(host: host, count: messages.count) }
        self = read
    }
}

extension AlertReport {
    mutating func take(_ read: ReadAlerts) {
        alerts = read.alerts
        omitted = read.omitted
    }
}

extension FetchFailure {
    /// The failure if none of an answer's warnings could be read.
    static func unreadableWarnings(host: String, count: Int) -> FetchFailure {
        .malformed(
            host: host,
            reason: count == 1 ? "its only warning could not be read" : "none of its \(count) warnings could be read")
    }
}

extension Alert.Severity {
    /// As in CAP: `Severe`; unknown for anything else.
    init(cap: String?) {
        self = cap.flatMap { Self(rawValue: $0.lowercased()) } ?? .unknown
    }
}

extension Alert.Urgency {
    /// As in CAP: `Immediate`; unknown for anything else.
    init(cap: String?) {
        self = cap.flatMap { Self(rawValue: $0.lowercased()) } ?? .unknown
    }
}

extension JSONValue {
    /// The messages that this one refers to: a list of strings or of objects with an `identifier`, or CAP's own form
    /// `sender,identifier,sent sender,identifier,sent`.
    var alertReferences: [String] {
        if let text {
            return text.split { $0.isWhitespace }.compactMap { reference in
                let parts = reference.split(separator: ",", omittingEmptySubsequences: false)
                return parts.count == 3 ? String(parts[1]) : parts.count == 1 ? String(parts[0]) : nil
            }
        }
        return elements.flatMap { element in
            element["identifier"].word.map { [$0] } ?? (element.text == nil ? [] : element.alertReferences)
        }
    }

    /// A text, or the digits of an integer: some services send identifiers as numbers.
    var word: String? { text ?? integer.map(String.init) }

    /// The elements of an array, or the value itself, which some services send instead of an array of one.
    var list: [JSONValue] {
        switch self {
        case .array(let elements): elements
        case .null: []
        default: [self]
        }
    }
}
