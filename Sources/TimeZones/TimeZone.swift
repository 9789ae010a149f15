/// The local time of a place, at any moment. Moments are seconds since 1970-01-01T00:00:00Z without leap seconds, as POSIX
/// counts them; beyond ±2⁵⁵, they are as if they were the nearest within.
public struct TimeZone: Sendable, Equatable {
    /// As tzdata has it, `America/Montevideo`; of a fixed offset, `GMT-0330`; and empty for the system's.
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
        /// `CEST`, or where there is none in use `-03`.
        public var abbreviation: String
        /// Its first moment: that of a transition, or `Int.min`.
        public var start: Int
        /// The first moment after it: that of the next transition, or `Int.max`.
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

    /// UTC, by the name that it has had in reports since the first release.
    public static let gmt = TimeZone(name: "GMT", offset: 0)

    /// That of this machine at each moment, as the C library has it from `TZ` or /etc/localtime: laptops travel. Its periods may
    /// end where nothing changes.
    public static let system = TimeZone()

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
