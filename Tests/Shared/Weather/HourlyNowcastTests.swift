import Testing
import Weather

private let stale = 100_000

private func minutes(_ count: Int) -> UnixTime { UnixTime(count * 60) }

/// Forecasts without short steps.
@Suite struct HourlyNowcastTests {
    /// A report at moment 0 with these amounts of rain per hour, mm.
    private func report(_ amounts: [Double], probability: Double? = nil, period: Int? = nil) throws -> Report {
        var report = Report(
            coordinate: try #require(Coordinate(latitude: 52.52, longitude: 13.41)), timeZone: "UTC",
            provider: Provider(id: "x", name: "X"), fetchedAt: UnixTime(0))
        report.hours = amounts.enumerated().map { index, amount in
            var conditions = Conditions(condition: amount > 0 ? .rain : .overcast)
            (conditions.precipitation, conditions.precipitationPeriod) = (amount, period)
            (conditions.rain, conditions.temperature) = (amount, 10)
            return Hour(
                time: UnixTime(index * 3600), conditions: conditions, precipitationProbability: probability)
        }
        return report
    }

    @Test func hourlyForecastGivesNoMinutes() throws {
        let nowcast = try report([0, 0, 1]).nowcast(at: minutes(20), staleAfter: stale)
        #expect(nowcast == .around(hour: minutes(120), isSnow: false))
        #expect(nowcast?.minutesUntilBegin(at: minutes(20)) == nil)
    }

    @Test func rainBeyondTwoHoursIsNotAnnounced() throws {
        let report = try report([0, 0, 0, 1])
        #expect(report.nowcast(at: minutes(59), staleAfter: stale) == nil)
        #expect(report.nowcast(at: minutes(60), staleAfter: stale) == .around(hour: minutes(180), isSnow: false))
        #expect(report.nextNowcastChange(after: minutes(10), staleAfter: stale) == minutes(60))
    }

    @Test func rainThatHasBegunIsNotAnnounced() throws {
        #expect(try report([1, 1, 0]).nowcast(at: minutes(20), staleAfter: stale) == nil)
    }

    @Test(arguments: [(49.0, false), (50.0, true)]) func unlikelyRainIsNotAnnounced(percent: Double, isSaid: Bool)
        throws
    {
        let nowcast = try report([0, 1], probability: percent).nowcast(at: minutes(20), staleAfter: stale)
        #expect((nowcast != nil) == isSaid)
    }

    /// In six hours it may rain at any time.
    @Test func longerPeriodsAreNotAnnounced() throws {
        #expect(try report([0, 1], period: 6 * 3600).nowcast(at: minutes(20), staleAfter: stale) == nil)
    }
}
