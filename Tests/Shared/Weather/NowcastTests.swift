import Testing
import Weather

/// A report at time 0 whose steps begin then, each with this amount in mm per step.
private func report(
    _ amounts: [Double?], step: Int = 900, from start: Int = 0, hour: Conditions = Conditions()
) throws -> Report {
    let coordinate = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
    var report = Report(
        coordinate: coordinate, timeZone: "UTC", provider: Provider(id: "x", name: "X"), fetchedAt: UnixTime(0))
    report.precipitation = PrecipitationSeries(
        amounts.enumerated().map { index, amount in
            PrecipitationStep(end: UnixTime(start + (index + 1) * step), duration: step, amount: amount)
        })
    report.hours = (0..<24).map { Hour(time: UnixTime(start + $0 * 3600), conditions: hour) }
    return report
}

private let stale = 100_000

private func minutes(_ count: Int) -> UnixTime { UnixTime(count * 60) }

@Suite struct NowcastTests {
    @Test func rainBeginsAtFirstWetStep() throws {
        let report = try report([0, 0, 0.3, 0.5, 0, 0, 0])
        #expect(report.nowcast(at: minutes(0), staleAfter: stale) == .begins(at: minutes(30), isSnow: false))
        #expect(report.nowcast(at: UnixTime(1799), staleAfter: stale) == .begins(at: minutes(30), isSnow: false))
        #expect(report.nowcast(at: minutes(30), staleAfter: stale) == .ends(at: minutes(60), isSnow: false))
    }

    @Test func oneWetStepCounts() throws {
        let report = try report([0, 0, 0.1, 0, 0, 0])
        #expect(report.nowcast(at: minutes(10), staleAfter: stale) == .begins(at: minutes(30), isSnow: false))
        #expect(report.nowcast(at: minutes(40), staleAfter: stale) == .ends(at: minutes(45), isSnow: false))
    }

    /// 0.1 mm per hour is 0.025 mm in 15 minutes.
    @Test(arguments: [(0.02, false), (0.024, false), (0.025, true), (0.03, true)])
    func traceAmountIsDry(amount: Double, isWet: Bool) throws {
        let nowcast = try report([0, amount, 0, 0]).nowcast(at: minutes(0), staleAfter: stale)
        #expect(nowcast == (isWet ? .begins(at: minutes(15), isSnow: false) : nil))
    }

    @Test func beginningIsReportedTwoHoursAhead() throws {
        let report = try report(Array(repeating: 0, count: 10) + [1, 1])
        #expect(report.nowcast(at: UnixTime(30 * 60 - 1), staleAfter: stale) == nil)
        #expect(report.nowcast(at: minutes(30), staleAfter: stale) == .begins(at: minutes(150), isSnow: false))
    }

    @Test func dryPeriodContinues() throws {
        #expect(try report(Array(repeating: 0, count: 96)).nowcast(at: minutes(20), staleAfter: stale) == nil)
    }

    // MARK: - Ends

    @Test func dryStepDoesNotEndRain() throws {
        // A dry quarter of an hour is a pause, half an hour is an end.
        let paused = try report([1, 0, 1, 0, 0, 1])
        #expect(paused.nowcast(at: minutes(5), staleAfter: stale) == .ends(at: minutes(45), isSnow: false))
        // The pause counts as rain: "rain in 10 min" between two showers is not useful.
        #expect(paused.nowcast(at: minutes(20), staleAfter: stale) == .ends(at: minutes(45), isSnow: false))
        #expect(paused.nowcast(at: minutes(50), staleAfter: stale) == .begins(at: minutes(75), isSnow: false))
    }

    @Test func endNeedsHalfAnHourKnownDry() throws {
        #expect(try report([1, 1, 0]).nowcast(at: minutes(0), staleAfter: stale) == .lasts(isSnow: false))
        #expect(
            try report([1, 1, 0, 0]).nowcast(at: minutes(0), staleAfter: stale)
                == .ends(at: minutes(30), isSnow: false))
        #expect(try report([1, 1, 0, nil, 0]).nowcast(at: minutes(0), staleAfter: stale) == .lasts(isSnow: false))
    }

    /// If less than half an hour is known, nothing is stated about the time after it.
    @Test func rainContinuesOnlyAsFarAsItIsKnown() throws {
        let rain = try report([1, 1, 1, 1])
        #expect(rain.nowcast(at: minutes(30), staleAfter: stale) == .lasts(isSnow: false))
        #expect(rain.nowcast(at: UnixTime(1801), staleAfter: stale) == nil)
        #expect(rain.nextNowcastChange(after: minutes(5), staleAfter: stale) == UnixTime(1801))
        #expect(rain.nowcast(at: minutes(55), staleAfter: stale) == nil, "5 minutes are known")
        #expect(try report([1, 0]).nowcast(at: minutes(5), staleAfter: stale) == nil, "nor is its end known")
    }

    @Test func stepsOfMoreThanAQuarterHourGiveNoMinutes() throws {
        for step in [901, 1800, 3600] {
            let report = try report([0, 1, 1, 0, 0], step: step)
            #expect(report.nowcast(at: minutes(5), staleAfter: stale) == nil)
            #expect(report.wetSpells(at: minutes(5), staleAfter: stale).isEmpty)
        }
    }

    @Test func endIsReportedSixHoursAhead() throws {
        let report = try report(Array(repeating: 1, count: 26) + [0, 0, 0])
        #expect(report.nowcast(at: UnixTime(30 * 60 - 1), staleAfter: stale) == .lasts(isSnow: false))
        #expect(report.nowcast(at: minutes(30), staleAfter: stale) == .ends(at: minutes(390), isSnow: false))
    }

    // MARK: - Minutes

    @Test func minuteByMinute() throws {
        // 0.1 mm/h is 0.00167 mm per minute, which is stored as 0.002.
        var amounts: [Double?] = Array(repeating: 0, count: 20) + Array(repeating: 0.1 / 60, count: 15)
        amounts += Array(repeating: 0, count: 30)
        let report = try report(amounts, step: 60)
        let nowcast = try #require(report.nowcast(at: minutes(0), staleAfter: stale))
        #expect(nowcast == .begins(at: minutes(20), isSnow: false))
        #expect(report.nowcast(at: minutes(25), staleAfter: stale) == .ends(at: minutes(35), isSnow: false))
        #expect(report.nowcast(at: minutes(40), staleAfter: stale) == nil)
    }

    @Test func dryMinuteDoesNotEndRain() throws {
        var amounts: [Double?] = Array(repeating: 0.02, count: 60)
        amounts[10] = 0
        let report = try report(amounts, step: 60)
        #expect(report.nowcast(at: minutes(5), staleAfter: stale) == .lasts(isSnow: false))
        #expect(report.nowcast(at: UnixTime(630), staleAfter: stale) == .lasts(isSnow: false))
    }

    // MARK: - Unknown values

    @Test func withoutSeriesThereIsNoNowcast() throws {
        #expect(try report([]).nowcast(at: minutes(0), staleAfter: stale) == nil)
        #expect(try report([]).nextNowcastChange(after: minutes(0), staleAfter: stale) == nil)
    }

    @Test func outsideSeriesThereIsNoNowcast() throws {
        let report = try report([1, 1, 0, 0], from: 3600)
        #expect(report.nowcast(at: UnixTime(3599), staleAfter: stale) == nil)
        #expect(report.nowcast(at: UnixTime(3600), staleAfter: stale) == .ends(at: UnixTime(5400), isSnow: false))
        #expect(report.nowcast(at: UnixTime(7200), staleAfter: stale) == nil)
        #expect(report.nowcast(at: UnixTime(90_000), staleAfter: stale) == nil)
    }

    @Test func acrossGapThereIsNoNowcast() throws {
        let unknown = try report([nil, nil])
        #expect(unknown.nowcast(at: minutes(0), staleAfter: stale) == nil)
        let report = try report([0, nil, 1, 1, 0, 0])
        #expect(report.nowcast(at: minutes(5), staleAfter: stale) == nil)
        #expect(report.nowcast(at: minutes(20), staleAfter: stale) == nil)
        #expect(report.nowcast(at: minutes(30), staleAfter: stale) == .ends(at: minutes(60), isSnow: false))
    }

    @Test func gapSeparatesSpells() throws {
        let report = try report([1, nil, 1, 1, 0, 0])
        #expect(report.wetSpells(at: minutes(31), staleAfter: stale).map(\.lowerBound) == [minutes(30)])
    }

    @Test func snowOfALongerPeriodIsSnow() throws {
        var mild = Conditions()
        mild.temperature = 5
        var report = try report(Array(repeating: 0, count: 8) + [1, 1], hour: mild)
        #expect(report.nowcast(at: minutes(60), staleAfter: stale) == .begins(at: minutes(120), isSnow: false))
        report.hours[0].conditions.precipitation = 2
        report.hours[0].conditions.snowfall = 20
        report.hours[0].conditions.precipitationPeriod = 6 * 3600
        #expect(report.nowcast(at: minutes(60), staleAfter: stale) == .begins(at: minutes(120), isSnow: true))
    }

    @Test func oldOrFutureReportHasNoNowcast() throws {
        let report = try report(Array(repeating: 1, count: 20))
        #expect(report.nowcast(at: UnixTime(3599), staleAfter: 3600) != nil)
        #expect(report.nowcast(at: UnixTime(3600), staleAfter: 3600) == nil)
        var ahead = report
        ahead.fetchedAt = UnixTime(1000)
        #expect(ahead.nowcast(at: UnixTime(939), staleAfter: 3600) == nil)
        #expect(ahead.nowcast(at: UnixTime(940), staleAfter: 3600) == .lasts(isSnow: false))
    }

    // MARK: - Snow

    @Test(
        arguments: [
            (nil, nil, nil, false), (nil, nil, 1.0, true), (nil, nil, 1.1, false), (nil, nil, -5.0, true),
            (0.0, 0.0, -5.0, true), (0.0, 8.0, 3.0, true), (1.0, 0.0, -3.0, false), (1.0, 5.0, 0.0, false),
            (0.2, 5.0, 0.0, true),
        ] as [(rain: Double?, snowfall: Double?, temperature: Double?, isSnow: Bool)])
    func snowOrRain(rain: Double?, snowfall: Double?, temperature: Double?, isSnow: Bool) throws {
        var hour = Conditions()
        hour.rain = rain
        hour.snowfall = snowfall
        hour.temperature = temperature
        #expect(
            try report([0, 1, 0, 0], hour: hour).nowcast(at: minutes(0), staleAfter: stale)
                == .begins(at: minutes(15), isSnow: isSnow))
    }

    @Test func typeFollowsHourOfBeginning() throws {
        var report = try report([0, 0, 0, 0, 1, 1, 0, 0])
        report.hours[1].conditions.snowfall = 10
        #expect(report.nowcast(at: minutes(30), staleAfter: stale) == .begins(at: minutes(60), isSnow: true))
        report.hours = []
        #expect(report.nowcast(at: minutes(30), staleAfter: stale) == .begins(at: minutes(60), isSnow: false))
    }
}

@Suite struct NowcastChangeTests {
    @Test func minutesAreCountedDown() throws {
        let nowcast = Nowcast.begins(at: minutes(30), isSnow: false)
        #expect(nowcast.minutesUntilBegin(at: minutes(10)) == 20)
        #expect(nowcast.minutesUntilBegin(at: UnixTime(601)) == 20)
        #expect(nowcast.minutesUntilBegin(at: UnixTime(659)) == 20)
        #expect(nowcast.minutesUntilBegin(at: minutes(11)) == 19)
        #expect(nowcast.minutesUntilBegin(at: UnixTime(1799)) == 1)
        #expect(nowcast.minutesUntilBegin(at: minutes(31)) == 0)
        #expect(Nowcast.lasts(isSnow: false).minutesUntilBegin(at: minutes(0)) == nil)

        let report = try report([0, 0, 1, 0, 0])
        #expect(report.nextNowcastChange(after: minutes(10), staleAfter: stale) == minutes(11))
        #expect(report.nextNowcastChange(after: UnixTime(659), staleAfter: stale) == minutes(11))
        #expect(report.nextNowcastChange(after: UnixTime(1799), staleAfter: stale) == minutes(30))
    }

    @Test func rainEnds() throws {
        #expect(try report([1, 1, 0, 0, 0]).nextNowcastChange(after: minutes(5), staleAfter: stale) == minutes(30))
    }

    @Test func rainEntersNowcastRange() throws {
        let report = try report(Array(repeating: 0, count: 10) + [1, 1, 0, 0])
        #expect(report.nextNowcastChange(after: minutes(1), staleAfter: stale) == minutes(30))
    }

    @Test func endEntersNowcastRange() throws {
        let report = try report(Array(repeating: 1, count: 26) + [0, 0, 0])
        #expect(report.nextNowcastChange(after: minutes(1), staleAfter: stale) == minutes(30))
        #expect(report.nextNowcastChange(after: minutes(30), staleAfter: stale) == minutes(390))
    }

    /// Neither coincides with the end of another step, or with a full hour.
    @Test func rangesOfUnevenStepsAreEntered() throws {
        let ends = try report(Array(repeating: 1, count: 59) + Array(repeating: 0, count: 6), step: 420)
        #expect(ends.nextNowcastChange(after: minutes(1), staleAfter: stale) == minutes(53))
        let begins = try report(Array(repeating: 0, count: 30) + [1, 1], step: 420)
        #expect(begins.nextNowcastChange(after: minutes(1), staleAfter: stale) == minutes(90))
    }

    @Test func seriesEndsOrBecomesStale() throws {
        let report = try report(Array(repeating: 1, count: 4))
        #expect(report.nextNowcastChange(after: minutes(1), staleAfter: stale) == UnixTime(1801))
        #expect(report.nextNowcastChange(after: minutes(1), staleAfter: 1800) == minutes(30))
        #expect(report.nextNowcastChange(after: minutes(60), staleAfter: stale) == nil)
        #expect(report.nextNowcastChange(after: minutes(30), staleAfter: 1800) == nil)
    }

    @Test func clockSetBackCatchesUp() throws {
        var report = try report(Array(repeating: 1, count: 40))
        report.fetchedAt = UnixTime(7200)
        #expect(report.nextNowcastChange(after: UnixTime(100), staleAfter: 3600) == UnixTime(7140))
    }

    @Test func rainTurnsIntoSnow() throws {
        var report = try report(Array(repeating: 1, count: 40))
        report.hours[1].conditions.snowfall = 10
        #expect(report.nextNowcastChange(after: minutes(1), staleAfter: stale) == minutes(60))
    }

    /// For any series, changes happen only at the predicted times.
    @Test func everyChangeIsPredicted() throws {
        let report = try report([0, 0, 0.5, 0, 0.1, 0, 0, 0, nil, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0, 0, 0])
        func reading(_ now: Int) -> [String] {
            let nowcast = report.nowcast(at: UnixTime(now), staleAfter: 18_000)
            return ["\(String(describing: nowcast))", "\(nowcast?.minutesUntilBegin(at: UnixTime(now)) ?? -1)"]
        }
        var next = report.nextNowcastChange(after: UnixTime(0), staleAfter: 18_000)
        for now in 1..<22_000 where reading(now) != reading(now - 1) {
            #expect(next == UnixTime(now))
            next = report.nextNowcastChange(after: UnixTime(now), staleAfter: 18_000)
        }
        #expect(next == nil)
    }
}
