import Almanac
import Testing

/// From local times to moments, by the zones' real rules.
@Suite struct LocalMomentTests {
    private func zone(_ name: String) throws -> TimeZone { try TimeZoneDatabase.system.zone(named: name) }

    @Test func skippedAndRepeatedHours() throws {
        let oslo = try zone("Europe/Oslo")
        let transition = 1_774_746_000
        let skipped = CivilTime(year: 2026, month: 3, day: 29, hour: 2, minute: 30)
        #expect(oslo.moment(skipped) == .never(transition: transition, shifted: transition + 1800))
        #expect(oslo.moment(CivilTime(year: 2026, month: 3, day: 29, hour: 3)) == .once(transition))
        let repeated = CivilTime(year: 2026, month: 10, day: 25, hour: 2, minute: 30)
        #expect(oslo.moment(repeated) == .twice(first: 1_792_888_200, second: 1_792_891_800))
        #expect(oslo.moment(CivilTime(year: 2026, month: 10, day: 25, hour: 3)) == .once(1_792_893_600))
    }

    /// The dates around the one that Samoa and Kwajalein skipped.
    @Test(arguments: [("Pacific/Apia", 2011, 12, 30, 1_325_239_200), ("Pacific/Kwajalein", 1993, 8, 21, 745_934_400)])
    func skippedDate(name: String, year: Int, month: Int, day: Int, midnight: Int) throws {
        let zone = try zone(name)
        let noon = CivilTime(year: year, month: month, day: day, hour: 12)
        #expect(zone.moment(noon) == .never(transition: midnight, shifted: midnight + 43_200))
        #expect(zone.startOfDay(noon) == midnight)
        #expect(zone.startOfDay(CivilTime(year: year, month: month, day: day + 1)) == midnight)
        #expect(zone.startOfDay(CivilTime(year: year, month: month, day: day - 1)) == midnight - 86_400)
    }

    @Test(arguments: [
        // Midnight is skipped.
        ("America/Sao_Paulo", 2018, 11, 4, 1_541_300_400, 23.0), ("Africa/Cairo", 2026, 4, 24, 1_776_981_600, 23),
        ("America/Toronto", 1919, 3, 31, -1_601_753_400, 23.5),
        // It occurs twice, once on each of the two days.
        ("America/Havana", 2026, 11, 1, 1_793_505_600, 25), ("America/Sao_Paulo", 2018, 2, 17, 1_518_832_800, 25),
        ("America/Sao_Paulo", 2018, 2, 18, 1_518_922_800, 24), ("America/St_Johns", 2006, 10, 29, 1_162_089_000, 25),
        // Half an hour.
        ("Australia/Lord_Howe", 2026, 10, 4, 1_791_034_200, 23.5),
        ("Australia/Lord_Howe", 2027, 4, 4, 1_806_757_200, 24.5),
        // Beyond the tables of tzdata.
        ("Europe/Dublin", 2061, 3, 27, 2_879_107_200, 23), ("Africa/Casablanca", 2101, 6, 1, 4_147_023_600, 24),
    ])
    func days(name: String, year: Int, month: Int, day: Int, start: Int, hours: Double) throws {
        let zone = try zone(name)
        let date = CivilTime(year: year, month: month, day: day, hour: 15)
        #expect(zone.startOfDay(date) == start)
        let next = try #require(date.date(addingDays: 1).flatMap(zone.startOfDay))
        #expect(Double(next - start) / 3600 == hours)
    }

    /// The local time at a moment maps back to that moment, and to at most one other.
    @Test(arguments: [
        "Europe/Oslo", "Europe/Dublin", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "America/St_Johns",
        "Pacific/Kwajalein", "Asia/Gaza", "America/Nuuk", "Etc/GMT+12", "Antarctica/Troll", "Africa/Monrovia",
    ])
    func conversionRoundTrips(name: String) throws {
        let zone = try zone(name)
        for time in stride(from: -4_000_000_000, to: 6_000_000_000, by: 86_400 * 33 + 4321) {
            switch zone.moment(zone.civilTime(at: time)) {
            case .once(let moment): #expect(moment == time)
            case .twice(let first, let second): #expect(first < second && (first == time || second == time))
            default: Issue.record("\(time) is shown, and never")
            }
            let period = zone.period(at: time)
            #expect(period.start <= time && time < period.end)
        }
    }
}
