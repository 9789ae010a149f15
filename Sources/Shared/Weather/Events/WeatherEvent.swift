/// An event in the weather of a place, which is reported once.
public enum WeatherEvent: Sendable, Hashable {
    /// An authority has issued a warning.
    case alert(Alert)
    /// Rain or snow is near.
    case rain(begin: UnixTime, isSnow: Bool)
    case frost(Frost)
    /// The weather is no longer fresh, and fetching it fails.
    case lost
    /// The weather is fresh again.
    case back
    case sun(SunEvent)
    /// A quantity has crossed a threshold of the user's.
    case threshold(ThresholdCrossing)
    /// The time of the daily brief.
    case brief

    /// The raw values are the words of config.toml.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case alert, rain, frost, lost, back
        case sunrise, sunset, dawn, dusk
        case threshold, brief

        /// The keys of `[on]`. Thresholds and the brief have tables of their own.
        public static let keys = allCases.filter { $0 != .threshold && $0 != .brief }
    }

    public var kind: Kind {
        switch self {
        case .alert: .alert
        case .rain: .rain
        case .frost: .frost
        case .lost: .lost
        case .back: .back
        case .sun(let event): event.kind.eventKind
        case .threshold: .threshold
        case .brief: .brief
        }
    }
}
