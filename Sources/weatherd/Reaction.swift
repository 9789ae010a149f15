import Weather

/// What is done when something comes about in the weather.
enum Reaction: Sendable, Hashable {
    /// A notification is shown on the desktop.
    case notification
    /// A program is run: its path, or its name to be looked for along `PATH`, and its arguments. Never empty.
    case command([String])

    /// What config.toml can say besides a command.
    static let words = [notify, off]
    static let notify = "notify"
    static let off = "off"

    static let accepted =
        "takes \"notify\", \"off\", or a command as a list: [\"/home/me/bin/tell\", \"--loudly\"]"
}

/// What is done on which occasions, and for how long a command may run.
struct Reactions: Sendable, Hashable {
    private var reactions: [Occasion.Kind: Reaction] = [:]
    var deadline = Duration.seconds(30)

    /// nil when nothing is done.
    subscript(kind: Occasion.Kind) -> Reaction? {
        get { reactions[kind] }
        set { reactions[kind] = newValue }
    }

    /// The occasions on which something is done.
    var kinds: Set<Occasion.Kind> { Set(reactions.keys) }
}
