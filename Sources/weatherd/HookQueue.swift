import Rendering

/// What is still to be told, the oldest first.
struct HookQueue: Sendable {
    private var bulletins: [Bulletin] = []

    /// So many warnings at once are more than anybody reads.
    static let limit = 16

    /// Adds a bulletin, which takes the place of an older one on the same subject.
    ///
    /// - Returns: what will not be told for want of room; nil when there is room.
    mutating func add(_ bulletin: Bulletin) -> Bulletin? {
        bulletins.removeAll { $0.subject == bulletin.subject }
        bulletins.append(bulletin)
        return bulletins.count > Self.limit ? bulletins.removeFirst() : nil
    }

    mutating func next() -> Bulletin? {
        bulletins.isEmpty ? nil : bulletins.removeFirst()
    }
}
