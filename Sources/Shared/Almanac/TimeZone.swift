/// The local time of a place. Moments are seconds since 1970-01-01T00:00:00Z without leap seconds, as in POSIX, clamped
/// to ±2⁵⁵.
public struct TimeZone: Sendable, Equatable {
    /// The tzdata name, `America/Montevideo`; for a fixed offset, `GMT-0330`; empty for the system's.
    public let name: String
    private let source: Source

    private enum Source: Sendable, Equatable {
        case fixed(Int)
        case rules(ZoneRules)
        case system
    }

    /// A time without a change of the offset.
    public struct Period: Sendable, Hashable {
        /// Seconds east of Greenwich.
        public var offset: Int
        /// `CEST`, or `-03` where there is no alphabetic one.
        public var abbreviation: String
        /// The transition at its start, or `Int.min`.
        public var start: Int
        /// The transition at its end, or `Int.max`.
        public var end: Int
    }

    init(name: String, rules: ZoneRules) {
        self.name = name
        source = .rules(rules)
    }

    init(name: String, offset: Int) {
        self.name = name
        source = .fixed(offset)
    }

    private init() {
        name = ""
        source = .system
    }

    /// UTC, under the name that reports have used since the first release.
    public static let gmt = TimeZone(name: "GMT", offset: 0)

    /// The machine's time zone at each moment, from the C library (`TZ` or /etc/localtime), since laptops travel. Its
    /// periods may end without a change.
    public static let system = TimeZone()

    /// To be called at the start.
    ///
    /// - Parameter variables: this process's environment, from which the C library takes `TZ` and `TZDIR`.
    public static func adoptEnvironment(_ variables: [String: String]) { SystemLocalTime.adopt(variables) }

    public func period(at time: Int) -> Period {
        let time = Self.clamped(time)
        return switch source {
        case .fixed(let offset): Period(offset: offset, abbreviation: name, start: .min, end: .max)
        case .rules(let rules): rules.period(at: time)
        case .system: SystemLocalTime.period(at: time)
        }
    }

    /// Seconds east of Greenwich.
    public func offset(at time: Int) -> Int {
        switch source {
        case .fixed(let offset): offset
        case .rules, .system: period(at: time).offset
        }
    }

    /// What calendar and clock show at a moment.
    public func civilTime(at time: Int) -> CivilTime {
        CivilTime(utc: Self.clamped(time) + offset(at: time))
    }

    static func clamped(_ time: Int) -> Int {
        min(max(time, -1 << 55), 1 << 55)
    }
}

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

extension TimeZone {
    /// The largest offset with a name.
    private static let largestOffset = 18 * 3600

    /// A zone with a fixed offset, named by hours and minutes: `GMT+0530`, or `GMT`.
    ///
    /// - Parameter offset: seconds east of Greenwich.
    /// - Returns: nil beyond 18 hours.
    public init?(offset: Int) {
        guard offset.magnitude <= Self.largestOffset else { return nil }
        let minutes = Int((offset.magnitude + 30) / 60)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let digits = twoDigits(minutes / 60) + twoDigits(minutes % 60)
        self.init(name: minutes == 0 ? "GMT" : "GMT\(offset < 0 ? "-" : "+")\(digits)", offset: offset)
    }

    /// Parses `GMT`, `UTC`, and offsets from them: `GMT+3`, `GMT+03`, `GMT-0330`, `UTC+05:30`; nil for anything else.
    init?(fixed name: String) {
        guard name != "UTC" else {
            self.init(name: name, offset: 0)
            return
        }
        guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
        let rest = Array(name.utf8.dropFirst(3))
        guard let sign = rest.first else {
            self = .gmt
            return
        }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let number = rest.dropFirst()
        let hasColon = number.count == 5 && number[number.startIndex + 2] == UInt8(ascii: ":")
        let digits = (hasColon ? number.prefix(2) + number.suffix(2) : number).map { Int($0) - 48 }
        guard digits.allSatisfy((0...9).contains), [1, 2, 4].contains(digits.count) else { return nil }
        let hours = digits.prefix(2).reduce(0) { $0 * 10 + $1 }
        let minutes = digits.dropFirst(2).reduce(0) { $0 * 10 + $1 }
        guard minutes < 60 else { return nil }
        let offset = hours * 3600 + minutes * 60
        self.init(offset: sign == UInt8(ascii: "-") ? -offset : offset)
    }
}
