public import Weather

/// The reaction to a weather event.
public enum Reaction: Sendable, Hashable {
    /// Show a desktop notification.
    case notification
    /// Run a program: its path, or a name to search for in `PATH`, and its arguments. Never empty.
    case command([String])

    /// The values in config.toml other than a command.
    public static let words = [notify, off]
    public static let notify = "notify"
    public static let off = "off"

    public static let accepted =
        "must be \"notify\", \"off\", or a command as a list: [\"/home/me/bin/tell\", \"--loudly\"]"
}

/// The reactions to all events, and what they depend on.
public struct Reactions: Sendable, Hashable {
    private var reactions: [WeatherEvent.Kind: Reaction] = [:]
    /// The thresholds with a reaction, in order of their names.
    public private(set) var thresholds: [Threshold] = []
    private var reactionsToThresholds: [String: Reaction] = [:]
    /// The warnings with a reaction.
    public var alerts = AlertFilter()
    /// When the daily brief is due, at the place.
    public var briefTime = TimeOfDay.morning
    /// The timeout of a command.
    public var deadline = Duration.seconds(30)

    public init() {}

    /// nil for no reaction.
    public subscript(kind: WeatherEvent.Kind) -> Reaction? {
        get { reactions[kind] }
        set { reactions[kind] = newValue }
    }

    /// - Parameter threshold: the name.
    public subscript(threshold name: String) -> Reaction? { reactionsToThresholds[name] }

    /// The reaction to an event; nil for none.
    public func reaction(to event: WeatherEvent) -> Reaction? {
        switch event {
        case .alert(let alert): alerts.admits(alert) ? self[.alert] : nil
        case .threshold(let crossing): self[threshold: crossing.threshold.name]
        default: self[event.kind]
        }
    }

    public mutating func add(_ threshold: Threshold, _ reaction: Reaction) {
        thresholds.append(threshold)
        reactionsToThresholds[threshold.name] = reaction
    }

    /// The events with a reaction.
    public var kinds: Set<WeatherEvent.Kind> { Set(reactions.keys).union(thresholds.isEmpty ? [] : [.threshold]) }
}

extension WeatherEvent {
    /// The key of config.toml with the reaction.
    var setting: String {
        switch self {
        case .threshold(let crossing): "threshold.\(crossing.threshold.name).do"
        case .brief: "brief.do"
        default: "on.\(kind.rawValue)"
        }
    }
}
