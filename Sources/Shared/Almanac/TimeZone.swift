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
