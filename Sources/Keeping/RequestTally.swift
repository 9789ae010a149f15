public import Weather

/// How many requests went out to providers on one day of UTC, which is the day that providers count by.
public struct RequestTally: Sendable, Hashable, Codable {
    /// Days since 1970-01-01.
    public private(set) var day = 0
    private var number = 0

    public init() {}

    /// The requests on the day of `now`.
    public func count(at now: UnixTime) -> Int {
        Self.day(of: now) == day ? number : 0
    }

    public mutating func add(at now: UnixTime) {
        number = count(at: now) + 1
        day = Self.day(of: now)
    }

    private static func day(of now: UnixTime) -> Int {
        Int((Double(now.seconds) / 86_400).rounded(.down))
    }
}
