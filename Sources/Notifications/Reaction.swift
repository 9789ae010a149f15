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

/// The reactions to all events, and the timeout of commands.
public struct Reactions: Sendable, Hashable {
    private var reactions: [WeatherEvent.Kind: Reaction] = [:]
    /// The timeout of a command.
    public var deadline = Duration.seconds(30)

    public init() {}

    /// nil for no reaction.
    public subscript(kind: WeatherEvent.Kind) -> Reaction? {
        get { reactions[kind] }
        set { reactions[kind] = newValue }
    }

    /// The events with a reaction.
    public var kinds: Set<WeatherEvent.Kind> { Set(reactions.keys) }
}
