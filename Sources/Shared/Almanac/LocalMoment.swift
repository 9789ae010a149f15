extension TimeZone {
    /// When a local date and time occurs.
    public enum LocalMoment: Sendable, Hashable {
        case once(Int)
        /// The clocks are set back over it.
        case twice(first: Int, second: Int)
        /// The clocks are set forward over it at `transition`. `shifted` is its time at the offset before the
        /// transition: as long after the transition as the skipped time is after the gap's start.
        case never(transition: Int, shifted: Int)

        /// The first moment.
        public var first: Int {
            switch self {
            case .once(let time), .twice(let time, _), .never(_, let time): time
            }
        }
    }

    /// - Returns: nil for an invalid date or time, and outside of the years 1 to 9999.
    public func moment(_ civilTime: CivilTime) -> LocalMoment? {
        guard let local = civilTime.utc else { return nil }
        // Larger than any offset.
        var period = period(at: local - 100_000)
        var found: [Int] = []
        var gap: LocalMoment?
        while true {
            let time = local - period.offset
            if period.start <= time, time < period.end { found.append(time) }
            guard period.end < local + 100_000 else { break }
            let next = self.period(at: period.end)
            if period.end + period.offset <= local, local < period.end + next.offset {
                gap = .never(transition: period.end, shifted: time)
            }
            period = next
        }
        switch (found.first, found.last) {
        case (let first?, let last?): return first == last ? .once(first) : .twice(first: first, second: last)
        default: return gap
        }
    }

    /// The first moment of a date: the first of two midnights, or the transition when midnight is skipped. A date that
    /// is skipped as a whole starts with the next.
    ///
    /// - Returns: nil for an invalid date, and outside of the years 1 to 9999.
    public func startOfDay(_ date: CivilTime) -> Int? {
        switch moment(CivilTime(year: date.year, month: date.month, day: date.day)) {
        case .never(let transition, _): transition
        case let moment: moment?.first
        }
    }
}
