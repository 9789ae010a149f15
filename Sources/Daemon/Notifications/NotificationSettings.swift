public import Rendering

/// The settings of notifications, from config.toml.
public struct NotificationSettings: Sendable, Hashable {
    public var reactions: Reactions
    /// The appearance of values in notifications.
    public var style: Style
    /// The age in seconds from which a report is no longer fresh.
    public var staleAfter: Int

    public init(reactions: Reactions = Reactions(), style: Style = Style(), staleAfter: Int = 3600) {
        self.reactions = reactions
        self.style = style
        self.staleAfter = staleAfter
    }
}
