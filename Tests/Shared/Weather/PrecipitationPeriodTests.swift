import Testing
import Weather

@Suite struct PrecipitationPeriodTests {
    private static let start = UnixTime(1_795_262_400)

    private func hour(_ number: Int, amount: Double?, period: Int? = nil, probability: Double? = nil) -> Hour {
        var conditions = Conditions()
        conditions.precipitation = amount
        conditions.precipitationPeriod = period
        return Hour(
            time: Self.start.advanced(by: number * 3600), conditions: conditions, precipitationProbability: probability)
    }

    private func report(_ hours: [Hour]) throws -> Report {
        Report(
            coordinate: try #require(Coordinate(latitude: 0, longitude: 0)), timeZone: "UTC",
            provider: Provider(id: "x", name: "X"), fetchedAt: Self.start, hours: hours)
    }

    @Test(
        arguments: [(1.5, nil, 1.5), (1.5, 3600, 1.5), (3, 10_800, 1), (0.5, 900, 2), (2, 0, 2), (nil, 900, nil)]
            as [(Double?, Int?, Double?)])
    func amountsAsHourlyRates(amount: Double?, period: Int?, rate: Double?) {
        #expect(hour(0, amount: amount, period: period).conditions.precipitationRate == rate)
    }

    @Test func longPeriodCoversFollowingHours() throws {
        let report = try report([
            hour(0, amount: 0, probability: 10), hour(1, amount: 3.6, period: 10_800, probability: 80),
            hour(2, amount: nil), hour(3, amount: nil), hour(4, amount: nil),
        ])
        func found(_ seconds: Int) -> ProbabilityOfPrecipitation? {
            report.probability(at: Self.start.advanced(by: seconds))
        }
        #expect(found(-1) == nil)
        #expect(found(0)?.percent == 10 && found(0)?.period == 3600)
        #expect(found(3599) == found(0))
        #expect(found(3600)?.percent == 80 && found(3600)?.period == 10_800)
        #expect(found(4 * 3600 - 1) == found(3600))
        #expect(found(4 * 3600) == nil)
    }

    @Test func probabilityAloneIsFound() throws {
        let report = try report([hour(0, amount: nil, period: 21_600, probability: 40), hour(1, amount: nil)])
        #expect(report.probability(at: Self.start.advanced(by: 7200))?.percent == 40)
    }

    /// An hour's own probability ends that of a longer period, and an amount's period is not the probability's.
    @Test func probabilityEndsWhereAnHourHasItsOwn() throws {
        let report = try report([
            hour(0, amount: 6, period: 21_600, probability: 51), hour(1, amount: nil, probability: 58),
            hour(2, amount: nil, probability: 57), hour(3, amount: 1, period: 10_800), hour(4, amount: nil),
        ])
        let found = (0..<5).map { report.probability(at: Self.start.advanced(by: $0 * 3600)) }
        #expect(found.map { $0?.percent } == [51, 58, 57, nil, nil])
        #expect(found.map { $0?.period } == [3600, 3600, 3600, nil, nil])
        #expect(report.amountHour(at: Self.start.advanced(by: 7200))?.conditions.precipitation == 6)
    }

    @Test func amountBeginsWithItsHour() throws {
        let report = try report([hour(0, amount: nil), hour(1, amount: 3, period: 7200), hour(2, amount: nil)])
        let found = [3599, 3600, 10_799, 10_800].map {
            report.amountHour(at: Self.start.advanced(by: $0))?.conditions.precipitation
        }
        #expect(found == [nil, 3, 3, nil])
    }

    @Test(arguments: [(nil, 3600), (900, 3600), (3600, 3600), (7200, 7200)] as [(Int?, Int)])
    func periodIsAtLeastItsHour(period: Int?, seconds: Int) {
        #expect(hour(0, amount: 1, period: period).precipitationEnd == Self.start.advanced(by: seconds))
    }
}
