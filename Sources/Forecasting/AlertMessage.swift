import HTTP
import Weather

/// A message of the Common Alerting Protocol (OASIS CAP 1.2, 3.2.1): a warning, or its cancellation.
struct AlertMessage {
    var alert: Alert
    /// Whether the message only ends those that it refers to.
    var isCancellation: Bool

    /// nil for exercises, tests and drafts.
    ///
    /// - Parameters:
    ///   - status: `Actual` and others; defaults to actual.
    ///   - kind: `Alert`, `Update`, `Cancel`; defaults to an alert.
    init?(_ alert: Alert, status: String?, kind: String?) {
        guard (status ?? "actual").lowercased() == "actual" else { return nil }
        self.alert = alert
        isCancellation = kind?.lowercased() == "cancel"
    }
}

extension Sequence<AlertMessage> {
    /// The alerts that no other message has ended. Cancelling an alert also ends those that it had replaced.
    var standing: [Alert] {
        var references: [String: [String]] = [:]
        // In place: any number of messages may share one identifier.
        for message in self { references[message.alert.id, default: []] += message.alert.replaces }
        var ended: Set<String> = []
        var toEnd = filter(\.isCancellation).map(\.alert.id)
        while let id = toEnd.popLast() {
            if ended.insert(id).inserted { toEnd += references[id] ?? [] }
        }
        return compactMap { ended.contains($0.alert.id) ? nil : $0.alert }.bounded
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
            element["identifier"].text.map { [$0] } ?? (element.text == nil ? [] : element.alertReferences)
        }
    }
}
