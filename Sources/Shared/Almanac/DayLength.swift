public import Weather

extension Daylight {
    /// Time from sunrise to sunset on the day from `start` to `end`, 0 to 86,400 s.
    public func length(from start: UnixTime, to end: UnixTime) -> Int {
        let length =
            switch self {
            case .sun(let rise, let set): set.seconds(since: rise)
            case .risesOnly(let rise): end.seconds(since: max(rise, start))
            case .setsOnly(let set): min(set, end).seconds(since: start)
            case .polarDay: end.seconds(since: start)
            case .polarNight: 0
            }
        // A day with a clock change may have 25 hours.
        return min(max(length, 0), 86_400)
    }
}
