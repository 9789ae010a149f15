public import Weather

extension Daylight {
    /// How long the Sun is up on the day that lasts from `start` to `end`, seconds.
    public func length(from start: UnixTime, to end: UnixTime) -> Int {
        switch self {
        case .sun(let rise, let set): set.seconds(since: rise)
        case .polarDay: end.seconds(since: start)
        case .polarNight: 0
        }
    }
}
