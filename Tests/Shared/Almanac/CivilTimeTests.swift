import Almanac
import Testing

@Suite struct CivilTimeTests {
    /// Each day follows the previous one, and has the next weekday. The calendar repeats after 400 years.
    @Test(arguments: [
        (1...401, -62_135_596_800, 1), (1890...2110, -2_524_521_600, 3), (9990...9999, 253_086_768_000, 1),
    ])
    func allDays(years: ClosedRange<Int>, firstMidnight: Int, firstWeekday: Int) {
        var (seconds, weekday) = (firstMidnight, firstWeekday)
        var expected = CivilTime(year: years.lowerBound, month: 1, day: 1)
        while years.contains(expected.year) {
            let date = CivilTime(utc: seconds)
            // The macros would take almost a minute for all of them.
            if date != expected || date.utc != seconds || date.weekday != weekday { Issue.record("\(expected)") }
            expected.day += 1
            if expected.utc == nil { (expected.month, expected.day) = (expected.month + 1, 1) }
            if expected.utc == nil { (expected.year, expected.month) = (expected.year + 1, 1) }
            if expected.year < 10_000, date.date(addingDays: 1) != expected || expected.date(addingDays: -1) != date {
                Issue.record("after \(date)")
            }
            (seconds, weekday) = (seconds + 86_400, (weekday + 1) % 7)
        }
        #expect(CivilTime(utc: seconds).year == years.upperBound + 1)
    }

    @Test(arguments: [(0, 0, 0, 0), (86_399, 23, 59, 59), (-1, 23, 59, 59), (1_795_262_523, 12, 2, 3)])
    func timesOfDay(seconds: Int, hour: Int, minute: Int, second: Int) {
        let time = CivilTime(utc: seconds)
        #expect((time.hour, time.minute, time.second) == (hour, minute, second))
        #expect(time.utc == seconds)
    }

    @Test(arguments: [
        CivilTime(year: 2026, month: 2, day: 29), CivilTime(year: 1900, month: 2, day: 29),
        CivilTime(year: 2026, month: 4, day: 31), CivilTime(year: 2026, month: 0, day: 1),
        CivilTime(year: 2026, month: 13, day: 1), CivilTime(year: 2026, month: 1, day: 0),
        CivilTime(year: 2026, month: 1, day: 1, hour: 24), CivilTime(year: 2026, month: 1, day: 1, minute: 60),
        CivilTime(year: 2026, month: 1, day: 1, second: 60), CivilTime(year: 2026, month: 1, day: 1, hour: -1),
        CivilTime(year: 0, month: 1, day: 1), CivilTime(year: 10_000, month: 1, day: 1),
        CivilTime(year: .max, month: .max, day: .max), CivilTime(year: .min, month: .min, day: .min),
    ])
    func invalidTimesAreNil(time: CivilTime) {
        #expect(time.utc == nil)
        #expect(TimeZone.gmt.moment(time) == nil)
    }

    @Test func farTimesAreSafe() {
        #expect(CivilTime(utc: .max).year > 9999)
        #expect(CivilTime(utc: .min).year < 1)
        #expect(CivilTime(year: 9999, month: 12, day: 31).date(addingDays: 1) == nil)
        #expect(CivilTime(year: 1, month: 1, day: 1).date(addingDays: -1) == nil)
        #expect(CivilTime(year: 2026, month: 1, day: 1).date(addingDays: .min) == nil)
        #expect(CivilTime(year: 2026, month: 2, day: 30).date(addingDays: 1) == nil)
    }
}
