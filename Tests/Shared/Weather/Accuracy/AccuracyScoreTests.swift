import Scratch
import Testing
import Weather

/// Scores of a year in which the truth is known.
struct AccuracyScoreTests {
    @Test func biasOfYearIsFoundWithinTenthOfDegree() throws {
        var year = SyntheticYear()
        year.pass(
            days: 0..<365,
            [
                .init(id: "warm", temperatureBias: 1.4, noise: 2),
                .init(id: "cold", temperatureBias: -0.7, windBias: 2),
            ])
        for lead in AccuracyArchive.LeadTime.allCases {
            let warm = try #require(year.score("warm", lead))
            let cold = try #require(year.score("cold", lead))
            #expect(abs(try #require(warm.temperature.bias) - 1.4) < 0.1)
            #expect(abs(try #require(cold.temperature.bias) + 0.7) < 0.1)
            #expect(abs(try #require(cold.wind.bias) - 2) < 0.1)
            #expect(try #require(warm.temperature.meanAbsolute) > 1.5)
            // All hours but those before the first forecast reaches them.
            #expect(warm.temperature.pairs >= (365 - 3) * 24)
        }
    }

    @Test func rainIsCountedByHour() throws {
        var year = SyntheticYear()
        year.pass(days: 0..<100, [.init(id: "right"), .init(id: "wrong", wrongRain: 1)])
        let right = try #require(year.score("right")).rain
        #expect(right.misses == 0 && right.falseAlarms == 0 && right.hits > 0)
        #expect(right.hits * 19 / right.dry <= 1 && right.dry > right.hits)
        let wrong = try #require(year.score("wrong")).rain
        #expect(wrong.hits == 0 && wrong.dry == 0 && wrong.misses == right.hits && wrong.falseAlarms == right.dry)
    }

    @Test func withoutStationThereAreNoPairs() {
        var year = SyntheticYear()
        year.pass(days: 0..<60, [.init(id: "one")], isMeasured: { _ in false })
        #expect(year.archive.scores.isEmpty)
        let summary = AccuracySummary(year.archive)
        #expect(summary.rows.isEmpty && summary.measured == nil && summary.providers == ["one"])
    }

    /// The station begins after the last forecast, or ended before the first.
    @Test(arguments: [-200, 200]) func separateHoursHaveNoPairs(shift: Int) {
        let hours = HourSeries(start: 498_687, values: Array(repeating: HourValues(temperature: 1), count: 50))
        let others = HourSeries(start: hours.start + shift, values: hours.values)
        let archive = AccuracyArchive(
            position: .oslo, measured: hours,
            forecasts: [
                .init(provider: "a", series: [.oneDay: others]), .init(provider: "b", series: [.oneDay: hours]),
            ])
        #expect(archive.scores.map(\.provider) == ["b"])
        #expect(archive.ranking(of: ["a", "b"])?.order == ["a", "b"])
    }

    /// The station is silent at night and for a month, and the machine is off for a week.
    @Test func gapsOnlyCostPairs() throws {
        var year = SyntheticYear()
        let steady = SyntheticYear.Forecaster(id: "one", temperatureBias: 1)
        let first = SyntheticYear.start.seconds / 3600
        let isMeasured = { (hour: Int) in hour % 24 >= 6 && !(1440..<2160).contains(hour - first) }
        year.pass(days: 0..<40, [steady], isMeasured: isMeasured)
        year.pass(days: 47..<120, [steady], isMeasured: isMeasured)
        let score = try #require(year.score("one"))
        #expect(abs(try #require(score.temperature.bias) - 1) < 0.1)
        #expect(score.temperature.pairs < 18 * 90)
    }

    /// Across both changes of Europe's summer time, each hour is compared with itself.
    @Test(arguments: [86, 296]) func daylightSavingTimeShiftsNothing(day: Int) throws {
        var year = SyntheticYear()
        year.pass(days: day - 4..<day + 4, [.init(id: "exact", noise: 0)])
        let errors = try #require(year.score("exact")).temperature
        #expect(try #require(errors.meanAbsolute) < 0.001 && errors.pairs > 24 * 5)
    }

    @Test func dataOlderThanAYearIsRemoved() throws {
        var year = SyntheticYear()
        year.pass(days: 0..<30, [.init(id: "early")])
        year.pass(days: 395..<400, [.init(id: "late")])
        let end = (SyntheticYear.start.seconds + 400 * 86_400) / 3600
        #expect(year.archive.measured.start >= end - HourSeries.longest)
        #expect(year.archive.forecasts(of: "early")?.series[.oneDay]?.values.isEmpty == true)
    }

    /// An amount for six hours, or without a period, gives no amount for one hour.
    @Test func amountsOfSeveralHoursAreNotCompared() {
        var report = Report.example(at: .oslo, fetchedAt: SyntheticYear.start)
        report.currentOrigin = .station
        report.current?.precipitation = 3
        report.current?.precipitationPeriod = 3 * 3600
        #expect(StationReading(report)?.precipitation == nil)
        report.current?.precipitationPeriod = nil
        #expect(StationReading(report)?.precipitation == nil)
        report.current?.precipitationPeriod = 3600
        #expect(StationReading(report)?.precipitation == 3)
        report.currentOrigin = .analysis
        #expect(StationReading(report) == nil)
    }
}
