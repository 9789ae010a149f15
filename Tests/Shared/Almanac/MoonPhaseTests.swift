import Almanac
import Testing
import Weather

struct MoonPhaseTests {
    /// From the U.S. Naval Observatory, <https://aa.usno.navy.mil/data/MoonPhases>, as collected in `moonphases.txt` of
    /// the repository cosinekitty/astronomy.
    static let published: [(MoonPhase, String)] = [
        (.firstQuarter, "1990-02-02T18:32:00Z"), (.fullMoon, "1990-02-09T19:16:00Z"),
        (.lastQuarter, "1990-02-17T18:48:00Z"), (.newMoon, "1990-02-25T08:54:00Z"),
        (.newMoon, "2000-01-06T18:14:00Z"), (.firstQuarter, "2000-01-14T13:34:00Z"),
        (.fullMoon, "2000-01-21T04:40:00Z"), (.lastQuarter, "2000-01-28T07:57:00Z"),
        (.lastQuarter, "2010-07-04T14:35:00Z"), (.newMoon, "2010-07-11T19:40:00Z"),
        (.firstQuarter, "2010-07-18T10:10:00Z"), (.fullMoon, "2010-07-26T01:37:00Z"),
        (.fullMoon, "2020-01-10T19:21:00Z"), (.newMoon, "2020-01-24T21:42:00Z"),
        (.fullMoon, "2020-06-05T19:12:00Z"), (.lastQuarter, "2020-06-13T06:24:00Z"),
        (.newMoon, "2020-06-21T06:41:00Z"), (.firstQuarter, "2020-06-28T08:16:00Z"),
        (.newMoon, "2020-12-14T16:16:00Z"), (.firstQuarter, "2020-12-21T23:41:00Z"),
        (.fullMoon, "2020-12-30T03:28:00Z"), (.newMoon, "2030-03-04T06:34:00Z"),
        (.firstQuarter, "2030-03-12T08:47:00Z"), (.fullMoon, "2030-03-19T17:56:00Z"),
        (.lastQuarter, "2030-03-26T09:51:00Z"), (.newMoon, "2040-09-06T15:13:00Z"),
        (.fullMoon, "2040-09-20T17:43:00Z"),
    ]

    @Test(arguments: published)
    func nextPhaseMatchesAlmanac(phase: MoonPhase, time: String) throws {
        let expected = try utc(time)
        for daysBefore in [1, 10, 28] {
            let next = Moon().next(phase, after: expected.advanced(by: -daysBefore * 86_400))
            #expect(agree(next, expected, within: 120))
        }
    }

    @Test(arguments: published)
    func dayOfPhaseHasPhaseName(phase: MoonPhase, time: String) throws {
        let moment = try utc(time)
        let all = MoonPhase.allCases
        let index = phase.rawValue
        #expect(Moon().phase(at: moment) == phase)
        #expect(Moon().phase(at: moment.advanced(by: -10 * 3600)) == phase)
        #expect(Moon().phase(at: moment.advanced(by: 10 * 3600)) == phase)
        #expect(Moon().phase(at: moment.advanced(by: -16 * 3600)) == all[(index + 7) % 8])
        #expect(Moon().phase(at: moment.advanced(by: 16 * 3600)) == all[(index + 1) % 8])
    }

    /// The U.S. Naval Observatory's names for days between the phases.
    @Test(arguments: [
        ("2015-07-28T19:00:00Z", MoonPhase.waxingGibbous), ("2016-12-01T11:00:00Z", .waxingCrescent),
        ("2018-06-10T19:00:00Z", .waningCrescent), ("2024-03-05T17:00:00Z", .waningCrescent),
        ("2026-09-27T12:00:00Z", .waningGibbous),
    ])
    func daysBetweenPhasesAreWaxingOrWaning(noon: String, phase: MoonPhase) throws {
        #expect(Moon().phase(at: try utc(noon)) == phase)
    }

    /// New moon on 2000-01-06 at 18:14 and 2000-02-05 at 13:03.
    @Test func ageCountsFromNewMoon() throws {
        let newMoon = try utc("2000-01-06T18:14:00Z")
        #expect(abs(Moon().age(at: newMoon.advanced(by: 7 * 86_400)) - 7) < 0.002)
        #expect(abs(Moon().age(at: newMoon.advanced(by: 29 * 86_400)) - 29) < 0.002)
        #expect(Moon().age(at: try utc("2000-02-05T13:10:00Z")) < 0.01)
        #expect(Moon().age(at: try utc("2000-02-05T12:50:00Z")) > 29.7)
    }

    @Test func nextPhasesAscend() throws {
        var moment = try utc("2026-01-01T00:00:00Z")
        for _ in 0..<60 {
            let next = Moon().next(.fullMoon, after: moment)
            #expect((29 * 86_400...30 * 86_400).contains(Moon().next(.fullMoon, after: next).seconds(since: next)))
            moment = next
        }
    }
}
