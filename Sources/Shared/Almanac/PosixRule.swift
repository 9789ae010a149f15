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
            // If daylight saving time ends when that of the next year starts, it never ends.
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
            let isPastLeapDay = CivilTime.isLeap(year) && number >= 60
            return CivilTime.days(year: year, month: 1, day: 1) + number - (isPastLeapDay ? 0 : 1)
        case .zeroBased(let number):
            return CivilTime.days(year: year, month: 1, day: 1) + number
        case .weekday(let month, let week, let weekday):
            let first = CivilTime.days(year: year, month: month, day: 1)
            let wait = (weekday - CivilTime.weekday(days: first) + 7) % 7
            let days = wait + (week - 1) * 7
            return first + (days < CivilTime.length(ofMonth: month, in: year) ? days : days - 7)
        }
    }
}
