extension TimeZone {
    /// When calendar and clock of a zone show a date and time.
    public enum LocalMoment: Sendable, Hashable {
        case once(Int)
        /// The clocks are put back over it.
        case twice(first: Int, second: Int)
        /// The clocks are put forward over it at `transition`. `shifted` is when they would show it if that came later: as long
        /// after the transition as the time is after the one that is skipped first.
        case never(transition: Int, shifted: Int)

        /// The first moment.
        public var first: Int {
            switch self {
            case .once(let time), .twice(let time, _), .never(_, let time): time
            }
        }
    }

    /// - Returns: nil when there is no such date or time of day, and outside of the years 1 to 9999.
    public func moment(_ civilTime: CivilTime) -> LocalMoment? {
        guard let local = civilTime.utc else { return nil }
        // No offset is as large.
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

    /// The first moment of a date: of two midnights the first, and where midnight is skipped, when the clocks are put forward. A
    /// date that is skipped as a whole begins with the next.
    ///
    /// - Returns: nil when there is no such date, and outside of the years 1 to 9999.
    public func startOfDay(_ date: CivilTime) -> Int? {
        switch moment(CivilTime(year: date.year, month: date.month, day: date.day)) {
        case .never(let transition, _): transition
        case let moment: moment?.first
        }
    }
}
