/// The local time of a zone by a rule that holds in every year, as the environment variable `TZ` of POSIX gives it:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct PosixRule: Sendable, Equatable {
    var standard: ZoneRules.LocalTimeType
    /// nil when the clocks never change.
    var daylight: Daylight?

    /// The other local time, which need not be ahead of the standard one: Dublin's is behind it in winter.
    struct Daylight: Sendable, Equatable {
        var type: ZoneRules.LocalTimeType
        /// When it begins, by standard time.
        var start: RuleDate
        /// When it ends, by its own time.
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
        // A change can be up to a week outside of its year, and the one that is in force of the year before that.
        for year in (year - 2)...(year + 2) {
            let start = daylight.start.seconds(in: year) - standard.offset
            let end = daylight.end.seconds(in: year) - daylight.type.offset
            // Where daylight saving time ends when that of the next year begins, it never ends.
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

/// A moment of each year by the clock of a zone.
struct RuleDate: Sendable, Equatable {
    enum Day: Sendable, Equatable {
        /// From 1 to 365, where 29 February is never counted.
        case julian(Int)
        /// From 0 to 365, where it is.
        case zeroBased(Int)
        /// A month, the week from 1 to 5, which is the last, and a weekday from 0 for Sunday.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// After midnight, seconds: from -167 hours to 167 hours.
    var time = 7200

    /// In local time, counted as those since 1970 are in UTC.
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
