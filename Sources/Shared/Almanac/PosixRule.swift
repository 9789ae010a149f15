import Formats

/// A recurring rule for local time, in the format of the POSIX variable `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixRule: Sendable, Equatable {
    var standard: ZoneRules.LocalTimeType
    /// nil without daylight saving time.
    var daylight: Daylight?

    /// The alternative local time, which may be behind standard time: Dublin's is, in winter.
    struct Daylight: Sendable, Equatable {
        var type: ZoneRules.LocalTimeType
        /// Its start, in standard time.
        var start: RuleDate
        /// Its end, in its own time.
        var end: RuleDate
    }

    static let longestAbbreviation = 31

    func period(at time: Int) -> TimeZone.Period {
        guard let daylight else {
            return TimeZone.Period(
                offset: standard.offset, abbreviation: standard.abbreviation, start: .min, end: .max)
        }
        let year = CivilTime(utc: time + standard.offset).year
        var latest = (time: Int.min, isDaylight: false)
        var next = Int.max
        // A transition can be up to a week outside of its year, and the previous one a year before that.
        for year in (year - 2)...(year + 2) {
            let start = daylight.start.seconds(in: year) - standard.offset
            let end = daylight.end.seconds(in: year) - daylight.type.offset
            // If daylight saving time ends when the next year's starts, it never ends.
            for (change, isDaylight) in [(start, true), (end, false)] {
                if change > time {
                    next = min(next, change)
                } else if change >= latest.time {
                    latest = (change, isDaylight)
                }
            }
        }
        let type = latest.isDaylight ? daylight.type : standard
        return TimeZone.Period(
            offset: type.offset, abbreviation: type.abbreviation, start: latest.time, end: next)
    }
}

/// A yearly recurring local time.
struct RuleDate: Sendable, Equatable {
    enum Day: Sendable, Equatable {
        /// From 1 to 365; 29 February is never counted.
        case julian(Int)
        /// From 0 to 365; 29 February is counted.
        case zeroBased(Int)
        /// A month, a week from 1 to 5, where 5 is the last, and a weekday from 0 for Sunday.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Relative to midnight, s: from -167 hours to 167 hours.
    var time = 7200

    /// In local time, counted like Unix time.
    func seconds(in year: Int) -> Int {
        days(in: year) * 86_400 + time
    }

    private func days(in year: Int) -> Int {
        switch day {
        case .julian(let number):
            let isPastLeapDay = GregorianCalendar.isLeap(year) && number >= 60
            return CivilTime.days(year: year, month: 1, day: 1) + number - (isPastLeapDay ? 0 : 1)
        case .zeroBased(let number):
            return CivilTime.days(year: year, month: 1, day: 1) + number
        case .weekday(let month, let week, let weekday):
            let first = CivilTime.days(year: year, month: month, day: 1)
            let wait = (weekday - CivilTime.weekday(days: first) + 7) % 7
            let days = wait + (week - 1) * 7
            return first + (days < GregorianCalendar.length(ofMonth: month, in: year) ? days : days - 7)
        }
    }
}

extension PosixRule {
    /// Parses section 3.3 of RFC 9636: `<+03>-3`, `EST5EDT,M3.2.0,M11.1.0`, `<-02>2<-01>,M3.5.0/-1,M10.5.0/0`; nil for
    /// another format.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.count <= 256 else { return nil }
        var reader = RuleReader(rest: text)
        guard let abbreviation = reader.abbreviation(), let west = reader.duration(hours: 24) else { return nil }
        // POSIX offsets are positive west of Greenwich.
        standard = ZoneRules.LocalTimeType(offset: -west, abbreviation: abbreviation)
        if reader.rest.isEmpty { return }
        guard let abbreviation = reader.abbreviation() else { return nil }
        var offset = standard.offset + 3600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.duration(hours: 24) else { return nil }
            offset = -west
        }
        guard TZif.offsets.contains(offset), reader.take(","), let start = reader.date(), reader.take(","),
            let end = reader.date(), reader.rest.isEmpty
        else { return nil }
        daylight = Daylight(
            type: ZoneRules.LocalTimeType(offset: offset, abbreviation: abbreviation), start: start, end: end)
    }
}

/// Consumes the parts of a rule; nil, or false, for a missing part.
private struct RuleReader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Letters, or digits and signs too between `<` and `>`; at least three.
    mutating func abbreviation() -> String? {
        let isQuoted = take("<")
        let letters = rest.prefix { byte in
            switch Character(UnicodeScalar(byte)) {
            case "A"..."Z", "a"..."z": true
            case "0"..."9", "+", "-": isQuoted
            default: false
            }
        }
        rest = rest.dropFirst(letters.count)
        guard (3...PosixRule.longestAbbreviation).contains(letters.count), !isQuoted || take(">") else { return nil }
        return String(decoding: letters, as: UTF8.self)
    }

    /// One to three digits, as POSIX rules have.
    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...3).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)),
            range.contains(number)
        else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// `-1`, `5:30` or `02:00:00`, s.
    mutating func duration(hours limit: Int) -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(0...limit) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(":") {
            guard let number = number(0...59) else { return nil }
            seconds += number * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// `M3.5.0`, `J60` or `59`, with an optional time of day after a slash.
    mutating func date() -> RuleDate? {
        guard let day = day() else { return nil }
        guard take("/") else { return RuleDate(day: day) }
        return duration(hours: 167).map { RuleDate(day: day, time: $0) }
    }

    private mutating func day() -> RuleDate.Day? {
        if take("J") { return number(1...365).map { .julian($0) } }
        guard take("M") else { return number(0...365).map { .zeroBased($0) } }
        guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }
}
