/// Exponential backoff: the delay between attempts doubles up to a limit.
package struct Backoff {
    private static let least = 100
    private static let most = 5_000
    private var milliseconds = least

    package init() {}

    package mutating func next() -> Int {
        defer { milliseconds = min(milliseconds * 2, Self.most) }
        return milliseconds
    }

    package mutating func reset() {
        milliseconds = Self.least
    }
}
