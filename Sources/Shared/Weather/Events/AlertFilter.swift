/// The warnings that the user wants to be notified of.
public struct AlertFilter: Sendable, Hashable {
    /// nil for any, also an unknown severity.
    public var leastSeverity: Alert.Severity?
    /// nil for all.
    public var kinds: Set<Alert.Kind>?
    public var exceptions: Set<Alert.Kind> = []
    /// Whether `kinds` admits warnings whose kind is not known, such as in a language that weatherd has no words of.
    public var admitsUnknownKinds = true
    /// Whether warnings for favourites are notified too.
    public var includesFavourites = false

    /// All warnings for the current place.
    public init() {}

    public func admits(_ alert: Alert) -> Bool {
        leastSeverity.map { alert.severity >= $0 } ?? true && !exceptions.contains(alert.kind)
            && (kinds?.contains(alert.kind) ?? true || admitsUnknownKinds && alert.kind == .other)
    }
}
