import Scratch
import Testing
import Weather

/// Wrong clocks.
struct AccuracyClockTests {
    /// Ten years ahead: nothing is lost, and nothing is compared with the wrong hour.
    @Test func clockAheadRemovesNothing() throws {
        var year = SyntheticYear()
        year.pass(days: 0..<60, [.init(id: "one", temperatureBias: 1)])
        let before = year.archive
        var report = year.report(of: .init(id: "one"), at: SyntheticYear.start.advanced(by: 60 * 86_400))
        report.fetchedAt = report.fetchedAt.advanced(by: 3650 * 86_400)
        year.archive.take(report)
        year.archive.take(SyntheticYear.reading(at: SyntheticYear.start), at: report.fetchedAt)
        #expect(year.archive.measured == before.measured)
        #expect(year.archive.scores.map(\.score) == before.scores.map(\.score))
    }

    /// With a clock a day behind, hours that seem a day ahead are the current ones.
    @Test func forecastFetchedByClockBehindIsNotTaken() {
        var year = SyntheticYear()
        var report = year.report(of: .init(id: "one"), at: SyntheticYear.start)
        report.fetchedAt = report.fetchedAt.advanced(by: -86_400)
        let isTaken = year.archive.take(report)
        #expect(!isTaken && year.archive.forecasts.isEmpty)
    }

    /// With a clock a day ahead, hours that seem a day ahead are two days ahead.
    @Test(arguments: 1...8) func forecastFetchedByClockAheadIsNotTaken(days: Int) {
        for isComputed in [false, true] {
            var year = SyntheticYear()
            var report = year.report(of: .init(id: "one"), at: SyntheticYear.start)
            if isComputed { (report.issuedAt, report.observedAt) = (report.observedAt, nil) }
            report.fetchedAt = report.fetchedAt.advanced(by: days * 86_400)
            let isTaken = year.archive.take(report)
            #expect(!isTaken && year.archive.forecasts.isEmpty)
        }
    }

    /// A global model that was computed 12 hours ago, and an airport that reported 90 minutes ago.
    @Test func oldestForecastsOfServicesAreTaken() {
        var year = SyntheticYear()
        var report = year.report(of: .init(id: "one"), at: SyntheticYear.start)
        report.issuedAt = SyntheticYear.start.advanced(by: -12 * 3600)
        report.observedAt = SyntheticYear.start.advanced(by: -5400)
        let isTaken = year.archive.take(report)
        #expect(isTaken)
    }

    /// The station's clock and the machine's, which may be the same, are ahead by days or years.
    @Test(arguments: [10, 400, 100_000]) func measurementsOfTheFutureReplaceNothing(days: Int) {
        var year = SyntheticYear()
        year.pass(days: 0..<60, [.init(id: "one")])
        let before = year.archive
        let ahead = SyntheticYear.start.advanced(by: (60 + days) * 86_400)
        year.archive.take(StationReading(time: ahead, temperature: 40, precipitation: 9), at: ahead)
        #expect(year.archive == before)
    }

    /// For a day, measurements are stored as those of tomorrow. After that, only these hours are wrong.
    @Test func measurementsAfterAClockAheadAreTaken() {
        var year = SyntheticYear()
        year.pass(days: 0..<10, [.init(id: "one")])
        let ahead = SyntheticYear.start.advanced(by: 11 * 86_400)
        year.archive.take(StationReading(time: ahead, temperature: 40), at: ahead)
        year.pass(days: 10..<13, [.init(id: "one")])
        let first = SyntheticYear.start.seconds / 3600
        let wrong = (first + 240..<first + 13 * 24).filter { hour in
            let temperature = year.archive.measured[hour].temperature ?? 99
            return abs(temperature - (SyntheticYear.truth(hour).temperature ?? 0)) > 1
        }
        #expect(wrong == [ahead.seconds / 3600])
    }

    /// Both clocks are a day behind: what was measured yesterday stays.
    @Test func clockBehindReplacesNoMeasurement() {
        var year = SyntheticYear()
        year.pass(days: 0..<10, [.init(id: "one")])
        let before = year.archive.measured
        let behind = SyntheticYear.start.advanced(by: 8 * 86_400)
        year.archive.take(StationReading(time: behind, temperature: 40, wind: 40, precipitation: 40), at: behind)
        #expect(year.archive.measured == before)
    }

    @Test func clockSetBackAllowsTheNextForecast() {
        var year = SyntheticYear()
        let now = SyntheticYear.start.advanced(by: 10 * 86_400)
        year.archive.take(year.report(of: .init(id: "one"), at: now))
        #expect(!year.archive.needsForecast(of: "one", fetchedAt: now))
        #expect(year.archive.needsForecast(of: "one", fetchedAt: now.advanced(by: -86_400)))
    }

    @Test func sampleDataIsNotKept() {
        var archive = AccuracyArchive(position: .oslo)
        var report = Report.example(at: .oslo, fetchedAt: SyntheticYear.start)
        report.provider.isSample = true
        archive.take(report)
        #expect(archive.forecasts.isEmpty)
    }
}
