import Formats
import Testing

@testable import Almanac

/// The rules in footers.
@Suite struct PosixRuleTests {
    private func rule(_ text: String) throws -> PosixRule {
        try #require(PosixRule(Array(text.utf8)[...]))
    }

    private func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws -> Int {
        try #require(CivilTime(year: year, month: month, day: day, hour: hour, minute: minute).utc)
    }

    @Test(arguments: [
        ("UTC0", 0, "UTC"), ("<+03>-3", 10_800, "+03"), ("<-0330>3:30", -12_600, "-0330"), ("IST-5:30", 19_800, "IST"),
        ("<+1245>-12:45:30", 45_930, "+1245"), ("ABC+24", -86_400, "ABC"), ("EST+5", -18_000, "EST"),
    ])
    func withoutChanges(text: String, offset: Int, abbreviation: String) throws {
        #expect(
            try rule(text).period(at: 0)
                == .init(offset: offset, abbreviation: abbreviation, start: .min, end: .max))
    }

    @Test(arguments: [
        "", "C-1", "CET", "CET-", "CET-25", "CET-1:60", "<+03-3", "<>-3", "C3T-1", "CET-1CEST", "CET-1CEST,",
        "CET-1CEST,M3.5.0",
        "CET-1CEST,M3.5.0,M10.5.0/", "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,J365", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0 ",
        "CET-1CEST,M3.5.0,M10.5.0/9999999999999999999", "CET-9999999999999999999", "ABC-24DEF-24:00:00X,1,2", "CET--1",
    ])
    func invalidRulesAreRejected(text: String) {
        #expect(PosixRule(Array(text.utf8)[...]) == nil)
    }

    @Test func lastSundaysOfMarchAndOctober() throws {
        let rule = try rule("CET-1CEST,M3.5.0,M10.5.0/3")
        let spring = try utc(2050, 3, 27, 1)
        let autumn = try utc(2050, 10, 30, 1)
        #expect(rule.period(at: spring) == .init(offset: 7200, abbreviation: "CEST", start: spring, end: autumn))
        #expect(rule.period(at: autumn - 1).offset == 7200)
        #expect(rule.period(at: autumn).offset == 3600)
        #expect(rule.period(at: spring - 1).end == spring)
    }

    /// Summer extends over the New Year.
    @Test func southOfTheEquator() throws {
        let rule = try rule("AEST-10AEDT,M10.1.0,M4.1.0/3")
        #expect(try rule.period(at: utc(2060, 1, 1)).abbreviation == "AEDT")
        #expect(try rule.period(at: utc(2060, 7, 1)).abbreviation == "AEST")
        #expect(try rule.period(at: utc(2060, 12, 31, 23)).abbreviation == "AEDT")
    }

    /// Dublin has negative daylight saving in winter.
    @Test func negativeDaylightSaving() throws {
        let rule = try rule("IST-1GMT0,M10.5.0,M3.5.0/1")
        #expect(try rule.period(at: utc(2060, 7, 1)).offset == 3600)
        let winter = try rule.period(at: utc(2060, 1, 1))
        #expect(
            try winter == .init(offset: 0, abbreviation: "GMT", start: utc(2059, 10, 26, 1), end: utc(2060, 3, 28, 1)))
    }

    /// Nuuk changes at -1 o'clock, Jerusalem at 26 o'clock.
    @Test func transitionHoursBeyondTheDay() throws {
        let nuuk = try rule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")
        #expect(try nuuk.period(at: utc(2050, 3, 27, 1)).start == utc(2050, 3, 27, 1))
        let jerusalem = try rule("IST-2IDT,M3.4.4/26,M10.5.0")
        #expect(try jerusalem.period(at: utc(2050, 6, 1)).start == utc(2050, 3, 25))
        let gaza = try rule("EET-2EEST,M3.4.4/50,M10.4.4/50")
        #expect(try gaza.period(at: utc(2050, 6, 1)).start == utc(2050, 3, 26))
    }

    /// Permanent daylight saving time, as in RFC 9636.
    @Test(arguments: ["EST5EDT,0/0,J365/25", "XXX3EDT4,0/0,J365/23"]) func daylightSavingWithoutEnd(text: String) throws
    {
        let rule = try rule(text)
        for year in 2026...2032 {
            for (month, day) in [(1, 1), (2, 29), (6, 30), (12, 31)] {
                for hour in [0, 3, 4, 5, 23] {
                    let time = try utc(year, month, min(day, GregorianCalendar.length(ofMonth: month, in: year)), hour)
                    #expect(rule.period(at: time).offset == -14_400)
                }
            }
        }
    }

    @Test func daysOfTheYear() throws {
        // The first form counts no leap day, the second does.
        let julian = try rule("AAA0BBB,J59/0,J60/0")
        let counted = try rule("AAA0BBB,58/0,59/0")
        for (year, last) in [(2027, 28), (2028, 29)] {
            let change = try utc(year, 2, 28)
            #expect(
                try julian.period(at: change)
                    == .init(
                        offset: 3600, abbreviation: "BBB", start: change, end: utc(year, 2, last) + 23 * 3600))
            #expect(
                counted.period(at: change)
                    == .init(
                        offset: 3600, abbreviation: "BBB", start: change, end: change + 23 * 3600))
        }
    }
}
