import Testing
import Weather

@Suite struct SpreadTests {
    /// With the values 0 to count − 1, percentiles are fractions of the last value.
    @Test(arguments: [(51, 5, 45), (11, 1, 9), (10, 0.9, 8.1), (31, 3, 27)])
    func spreadIsBetweenPercentiles(count: Int, from: Double, to: Double) throws {
        let spread = try #require(Spread(of: (0..<count).map(Double.init).shuffled()))
        #expect(abs(spread.from - from) < 1e-9 && abs(spread.to - to) < 1e-9)
    }

    @Test func equalMembersHaveNoWidth() throws {
        let spread = try #require(Spread(of: Array(repeating: -3.5, count: 51)))
        #expect(spread.from == -3.5 && spread.to == -3.5)
    }

    @Test func fewMembersHaveNoSpread() {
        #expect(Spread(of: Array(repeating: 1, count: 9)) == nil)
        #expect(Spread(of: []) == nil)
        #expect(Spread(from: 2, to: 1) == nil)
    }

    @Test func oldEnsembleIsNotShown() throws {
        let now = UnixTime(1_795_273_200)
        let date = CalendarDate(year: 2026, month: 11, day: 21)
        let report = EnsembleReport(
            coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), provider: Provider(id: "x", name: "X"),
            fetchedAt: now, days: [EnsembleDay(date: date, members: 51, high: Spread(from: 1, to: 2))])
        #expect(report.day(date, at: now)?.members == 51)
        #expect(report.day(CalendarDate(year: 2026, month: 11, day: 22), at: now) == nil)
        let end = try #require(report.nextChange(after: now))
        #expect(report.day(date, at: end.advanced(by: -1)) != nil)
        #expect(report.day(date, at: end) == nil)
        #expect(report.nextChange(after: end) == nil)
        #expect(report.day(date, at: now.advanced(by: -3600)) == nil, "the clock was set back")
    }
}
