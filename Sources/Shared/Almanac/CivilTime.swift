import Formats
public import Weather

/// A date and a time of day without a time zone, in the proleptic Gregorian calendar.
public struct CivilTime: Sendable, Hashable {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
    /// 0 to 23.
    public var hour: Int
    /// 0 to 59.
    public var minute: Int
    /// 0 to 59: there are no leap seconds.
    public var second: Int

    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// The civil time in UTC.
    ///
    /// - Parameter seconds: since 1970-01-01T00:00:00Z, clamped to ±2⁵⁵.
    public init(utc seconds: Int) {
        let (days, rest) = TimeZone.clamped(seconds).flooredDivision(by: 86_400)
        self.init(days: days)
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// Seconds since 1970-01-01T00:00:00Z if this is UTC; nil for an invalid date or time, and outside of the years 1
    /// to 9999.
    public var utc: Int? {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        return days.map { $0 * 86_400 + hour * 3600 + minute * 60 + second }
    }

    /// 0 for Sunday to 6 for Saturday; nil for an invalid date, and outside of the years 1 to 9999.
    public var weekday: Int? {
        days.map { Self.weekday(days: $0) }
    }

    /// Midnight of the date `count` days later; nil for an invalid date, and outside of the years 1 to 9999.
    public func date(addingDays count: Int) -> CivilTime? {
        // More days than these years have.
        guard let days, count.magnitude < 4_000_000 else { return nil }
        let date = CivilTime(days: days + count)
        return Self.years.contains(date.year) ? date : nil
    }
}

// MARK: - Days

extension CivilTime {
    private static let years = 1...9999

    /// From 1970-01-01 to the date.
    private var days: Int? {
        guard Self.years.contains(year), (1...12).contains(month), day >= 1,
            day <= GregorianCalendar.length(ofMonth: month, in: year)
        else { return nil }
        return Self.days(year: year, month: month, day: day)
    }

    /// From 1970-01-01 to a date.
    ///
    /// Like its inverse below, after H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2021: years start in
    /// March, so that the leap day is the last of its year.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let leapDays =
            year.flooredDivision(by: 4).quotient - year.flooredDivision(by: 100).quotient
            + year.flooredDivision(by: 400).quotient
        return 365 * year + leapDays + (153 * ((month + 9) % 12) + 2) / 5 + day - 1 - 719_468
    }

    /// Midnight of the day `days` after 1970-01-01.
    private init(days: Int) {
        let (cycle, day) = (days + 719_468).flooredDivision(by: 146_097)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            year: cycle * 400 + year + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }

    /// 0 for Sunday to 6 for Saturday: 1970-01-01 was a Thursday.
    static func weekday(days: Int) -> Int { (days + 4).flooredDivision(by: 7).remainder }
}

extension CalendarDate {
    public init(_ time: CivilTime) {
        self.init(year: time.year, month: time.month, day: time.day)
    }
}

extension UnixTime {
    /// `2026-03-05T15:00:00Z`, `2026-03-05T15:00:00.123-05:00`, or `2026-03-05T15:00-05:00` (RFC 3339; CAP 1.2, 3.3.2);
    /// nil for another format. A leap second is the second before.
    public init?(rfc3339 text: String) {
        var scanner = DateScanner(Array(text.utf8)[...])
        guard let date = scanner.date(), scanner.takeSeparator(), let time = scanner.time(needsSecond: false),
            let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let civil = CivilTime(
            year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
            second: min(59, time.second))
        guard let seconds = civil.utc else { return nil }
        self.init(seconds - offset)
    }
}

extension Int {
    /// Floored division, so that the remainder is never negative.
    func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
