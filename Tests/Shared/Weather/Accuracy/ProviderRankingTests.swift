import Scratch
import Testing
import Weather

/// `providers = "best"` in a year in which the truth is known.
struct ProviderRankingTests {
    private let good = SyntheticYear.Forecaster(id: "good", noise: 1)
    private let poor = SyntheticYear.Forecaster(id: "poor", temperatureBias: 0.5, noise: 1.5, wrongRain: 0.05)
    private let twin = SyntheticYear.Forecaster(id: "twin", noise: 1)

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func betterProviderIsFoundWithinThirtyDaysOfPairs(seed: UInt64) throws {
        var year = SyntheticYear(seed: seed)
        // Forecasts for a day ahead have their first pairs on the second day.
        year.pass(days: 0..<31, [poor, good])
        let ranking = try #require(year.archive.ranking(of: ["poor", "good"]))
        #expect(ranking.order == ["good", "poor"] && ranking.isMeasured)
        #expect(try #require(ranking.comparisons.first?.relativeError) > 1.1)
    }

    @Test func defaultOrderAppliesBeforeThirtyDays() throws {
        var year = SyntheticYear()
        year.pass(days: 0..<29, [poor, good])
        let ranking = try #require(year.archive.ranking(of: ["poor", "good"]))
        #expect(ranking.order == ["poor", "good"] && !ranking.isMeasured)
        #expect(try #require(ranking.comparisons.first).days < 30)
    }

    /// Two equal providers never replace each other by chance.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func equalProvidersDoNotAlternate(seed: UInt64) throws {
        var year = SyntheticYear(seed: seed)
        for day in 0..<365 {
            year.pass(days: day..<day + 1, [good, twin])
            year.archive.preferred = year.archive.ranking(of: ["good", "twin"])?.order.first
            #expect(year.archive.preferred == "good")
        }
    }

    /// A provider that becomes better replaces the other one once, and back only if that one is better again.
    @Test func orderChangesOncePerChangeOfQuality() {
        var year = SyntheticYear()
        var firsts: [String] = []
        for day in 0..<300 {
            var (a, b) = (good, poor)
            (a.id, b.id) = day < 150 ? ("a", "b") : ("b", "a")
            year.pass(days: day..<day + 1, [a, b])
            year.archive.preferred = year.archive.ranking(of: ["a", "b"])?.order.first
            if let first = year.archive.preferred, first != firsts.last { firsts.append(first) }
        }
        #expect(firsts == ["a", "b"])
    }

    /// The station omits amounts of dry hours, which would favour constant rain; or there were too few wet hours.
    @Test(arguments: [(wet: 200, dry: 50), (wet: 9, dry: 900)]) func rainOfFewHoursDecidesNothing(wet: Int, dry: Int)
        throws
    {
        #expect(try relativeErrorOfConstantRain(wet: wet, dry: dry) == 1)
    }

    @Test(arguments: [(wet: 10, dry: 900), (wet: 200, dry: 200)]) func constantRainIsWorse(wet: Int, dry: Int) throws {
        #expect(try relativeErrorOfConstantRain(wet: wet, dry: dry) > 1)
    }

    /// Compared with a provider that forecasts half of the rain. In other hours, no amount was measured.
    private func relativeErrorOfConstantRain(wet: Int, dry: Int) throws -> Double {
        func series(_ amount: (Int) -> Double?) -> HourSeries {
            HourSeries(
                start: 490_000,
                values: (0..<1200).map { HourValues(temperature: 10, wind: 3, precipitation: amount($0)) })
        }
        let archive = AccuracyArchive(
            position: .oslo, measured: series { $0 < wet ? 1 : $0 < wet + dry ? 0 : nil },
            forecasts: [
                .init(provider: "half", series: [.oneDay: series { $0 < wet && $0 % 2 == 0 ? 1 : 0 }]),
                .init(provider: "constant", series: [.oneDay: series { _ in 1 }]),
            ])
        return try #require(archive.ranking(of: ["half", "constant"])?.comparisons.first?.relativeError)
    }

    /// A second provider with forecasts of half of the day is compared in these hours only.
    @Test func onlyCommonHoursAreCompared() throws {
        var year = SyntheticYear()
        var half = good
        half.isAsked = { $0 % 24 < 12 }
        year.pass(days: 0..<60, [poor, half])
        let ranking = try #require(year.archive.ranking(of: ["poor", "good"]))
        #expect(ranking.order == ["good", "poor"])
    }

    @Test func withoutStationTheDefaultOrderStays() throws {
        var year = SyntheticYear()
        year.pass(days: 0..<90, [poor, good], isMeasured: { _ in false })
        let ranking = try #require(year.archive.ranking(of: ["poor", "good", "none"]))
        #expect(ranking.order == ["poor", "good", "none"] && !ranking.isMeasured)
        #expect(year.archive.ranking(of: []) == nil)
        #expect(year.archive.ranking(of: ["good"])?.order == ["good"])
    }

    /// The preferred provider may no longer have a key, or cover the place.
    @Test func preferredProviderThatIsNoCandidateIsIgnored() {
        var archive = AccuracyArchive(position: .oslo)
        archive.preferred = "gone"
        #expect(archive.ranking(of: ["a", "b"])?.order == ["a", "b"])
    }

    @Test func providerThatLacksPairsIsRequestedNext() throws {
        var year = SyntheticYear()
        year.pass(days: 0..<40, [good, poor])
        let ranking = try #require(year.archive.ranking(of: ["good", "poor", "new"]))
        #expect(year.archive.challenger(in: ranking, at: SyntheticYear.start) == "new")
        let both = try #require(year.archive.ranking(of: ["good", "poor"]))
        #expect(year.archive.challenger(in: both, at: SyntheticYear.start) == "poor")
        let alone = try #require(year.archive.ranking(of: ["good"]))
        #expect(year.archive.challenger(in: alone, at: SyntheticYear.start) == nil)
    }

    /// Four requests a day, whatever their outcome, and never two within ten minutes.
    @Test(arguments: [0, 7000, 21_599]) func secondProviderIsRequestedFourTimesADay(phase: Int) {
        var archive = AccuracyArchive(position: .oslo, phase: phase)
        var times: [Int] = []
        for quarter in 0..<10 * 96 {
            let now = SyntheticYear.start.advanced(by: quarter * 900)
            guard archive.mayAsk("second", at: now) else { continue }
            archive.ask("second", at: now)
            times.append(now.seconds)
        }
        #expect((40...41).contains(times.count))
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 600 })
    }
}
