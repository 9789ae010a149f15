import Rendering

/// Pending notifications, oldest first.
struct NotificationQueue: Sendable {
    private var notifications: [Notification] = []

    /// More warnings at once than anyone would read.
    static let limit = 16

    /// Adds a notification, which replaces an older one on the same subject.
    ///
    /// - Returns: a notification dropped from a full queue; nil when there was room.
    mutating func add(_ notification: Notification) -> Notification? {
        notifications.removeAll { $0.subject == notification.subject }
        notifications.append(notification)
        return notifications.count > Self.limit ? notifications.removeFirst() : nil
    }

    mutating func next() -> Notification? {
        notifications.isEmpty ? nil : notifications.removeFirst()
    }
}
