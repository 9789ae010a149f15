import Foundation
import Testing
import Weather

/// Two days of hours at a place whose midnight is time 0, fetched half an hour into the first day.
private func report() throws -> Report {
    let coordinate = try #require(Coordinate(latitude: -34.9, longitude: -56.2))
    var report = Report(
        coordinate: coordinate, timeZone: "UTC", provider: Provider(id: "open-meteo", name: "Open-Meteo"),
        fetchedAt: UnixTime(1800), observedAt: UnixTime(1500), current: Conditions(condition: .rain))
    report.hours = (0..<48).map { Hour(time: UnixTime($0 * 3600), conditions: Conditions(condition: .clear)) }
    report.days = (0..<2).map { index in
        let start = index * 86_400
        var day = Day(
            date: CalendarDate(year: 1970, month: 1, day: 1 + index), start: UnixTime(start),
            end: UnixTime(start + 86_400))
        day.daylight = .sun(rise: UnixTime(start + 6 * 3600), set: UnixTime(start + 18 * 3600))
        return day
    }
    return report
}

@Suite struct FreshnessTests {
    @Test(arguments: [
        (1800, Freshness.fresh), (1800 + 3599, .fresh), (1800 + 3600, .stale), (172_799, .stale), (172_800, .expired),
        (1_000_000, .expired),
    ])
    func freshnessFollowsAge(now: Int, freshness: Freshness) throws {
        #expect(try report().freshness(at: UnixTime(now), staleAfter: 3600) == freshness)
    }

    @Test func smallClockCorrectionIsIgnored() throws {
        #expect(try report().freshness(at: UnixTime(1740), staleAfter: 3600) == .fresh)
        #expect(try !report().isAhead(of: UnixTime(1740)))
        #expect(try report().age(at: UnixTime(1740)) == 0)
    }

    @Test func clockSetBackMakesReportStale() throws {
        #expect(try report().freshness(at: UnixTime(1739), staleAfter: 3600) == .stale)
        #expect(try report().isAhead(of: UnixTime(1739)))
        #expect(try report().age(at: UnixTime(0)) == 0)
        #expect(try report().freshness(at: UnixTime(-1), staleAfter: 3600) == .expired)
    }

    /// A service that is queried every 15 minutes and keeps returning the same model run.
    @Test func ageOfModelRunCounts() throws {
        var report = try report()
        let run = UnixTime(1800 - Report.modelLifetime)
        report.issuedAt = run.advanced(by: 1)
        #expect(report.freshness(at: UnixTime(1800), staleAfter: 3600) == .fresh)
        #expect(report.nextChange(after: UnixTime(1800), staleAfter: 3600) == UnixTime(1801))
        report.issuedAt = run
        #expect(report.freshness(at: UnixTime(1800), staleAfter: 3600) == .stale)
        #expect(report.present(at: UnixTime(1800), staleAfter: 3600)?.conditions.condition == .rain, "seen just now")
        report.issuedAt = UnixTime(90_000)
        #expect(report.freshness(at: UnixTime(1800), staleAfter: 3600) == .fresh, "a service whose clock is ahead")
    }

    @Test func dailyForecastAloneIsSufficient() throws {
        var report = try report()
        report.hours = []
        #expect(report.freshness(at: UnixTime(100_000), staleAfter: 3600) == .stale)
        report.days = []
        #expect(report.freshness(at: UnixTime(100_000), staleAfter: 3600) == .expired)
        #expect(report.freshness(at: UnixTime(1800), staleAfter: 3600) == .fresh)
    }
}

@Suite struct PresentTests {
    @Test func currentWeatherWhileFresh() throws {
        let present = try #require(try report().present(at: UnixTime(2000), staleAfter: 3600))
        #expect(present.origin == .analysis, "as stored by 0.1.0")
        #expect(present.conditions.condition == .rain)
        #expect(present.time == UnixTime(1500))
        #expect(!present.isFallback)
        var report = try report()
        report.observedAt = nil
        #expect(report.present(at: UnixTime(2000), staleAfter: 3600)?.time == UnixTime(1800))
    }

    @Test func forecastWhenStale() throws {
        let present = try #require(try report().present(at: UnixTime(8000), staleAfter: 3600))
        #expect(present.origin == .forecast)
        #expect(present.isFallback)
        #expect(present.conditions.condition == .clear)
        #expect(present.time == UnixTime(7200))
    }

    @Test func forecastWhereThereIsNoCurrentWeather() throws {
        var report = try report()
        report.current = nil
        #expect(report.present(at: UnixTime(2000), staleAfter: 3600)?.origin == .forecast)
        report.hours = []
        #expect(report.present(at: UnixTime(2000), staleAfter: 3600) == nil)
    }

    @Test(arguments: Origin.allCases)
    func originIsThatOfService(origin: Origin) throws {
        var report = try report()
        report.currentOrigin = origin
        report.station = origin == .station ? Station(id: "KSEA", distance: 12_000) : nil
        let present = try #require(report.present(at: UnixTime(2000), staleAfter: 3600))
        #expect(present.origin == origin)
        #expect(present.station == report.station)
        #expect(!present.isFallback, "a forecast served as current weather replaces nothing")
    }

    /// All current weather has an age limit, however recently the report was fetched.
    @Test(arguments: [(Origin.station, 5400), (.analysis, 5400), (.sample, 5400), (.radar, 1800), (.forecast, 3600)])
    func tooOldWeatherIsNotCurrent(origin: Origin, limit: Int) throws {
        var report = try report()
        report.currentOrigin = origin
        report.fetchedAt = UnixTime(50_000)
        func present(observed seconds: Int) -> Present? {
            report.observedAt = UnixTime(seconds)
            return report.present(at: UnixTime(50_000), staleAfter: 6 * 3600)
        }
        #expect(present(observed: 50_001 - limit)?.conditions.condition == .rain)
        let old = present(observed: 50_000 - limit)
        #expect(old?.conditions.condition == .clear)
        #expect(old?.isFallback == true)
        #expect(report.freshness(at: UnixTime(50_000), staleAfter: 3600) == .fresh, "its forecast is new")
        #expect(present(observed: 50_900)?.isFallback == false, "the end of the quarter hour")
        #expect(present(observed: 50_901)?.isFallback == true)
        report.observedAt = UnixTime(50_000 - limit + 100)
        #expect(report.nextChange(after: UnixTime(50_000), staleAfter: 6 * 3600) == UnixTime(50_100))
    }

    /// Current weather that is a forecast for six hours has their amount, with its period.
    @Test func hourWithinLongPeriodHasItsPrecipitation() throws {
        var report = try report()
        report.hours[1].conditions.precipitation = 6
        report.hours[1].conditions.rain = 5
        report.hours[1].conditions.precipitationPeriod = 6 * 3600
        let present = try #require(report.present(at: UnixTime(3 * 3600), staleAfter: 60))
        #expect(present.time == UnixTime(3 * 3600))
        #expect(present.conditions.precipitation == 6)
        #expect(present.conditions.rain == 5)
        #expect(present.conditions.precipitationPeriod == 6 * 3600)
        #expect(report.present(at: UnixTime(7 * 3600), staleAfter: 60)?.conditions.precipitation == nil)
        report.hours.removeSubrange(2..<8)
        report.days = []
        #expect(report.nextChange(after: UnixTime(3 * 3600), staleAfter: 60) == UnixTime(7 * 3600))
    }

    @Test func nothingBeyondTheForecast() throws {
        #expect(try report().present(at: UnixTime(172_800), staleAfter: 3600) == nil)
        #expect(try report().present(at: UnixTime(-100), staleAfter: 3600) == nil)
    }

    @Test(arguments: [
        (6 * 3600 - 1, false), (6 * 3600, true), (18 * 3600 - 1, true), (18 * 3600, false), (30 * 3600, true),
    ])
    func dayOrNightFollowsNow(now: Int, isDay: Bool) throws {
        var report = try report()
        report.current?.isDay = !isDay
        #expect(report.present(at: UnixTime(now), staleAfter: 100_000_000)?.conditions.isDay == isDay)
        #expect(report.isDay(at: UnixTime(now)) == isDay)
    }

    @Test func withoutDaysProviderDayFlagIsUsed() throws {
        var report = try report()
        report.days = []
        report.current?.isDay = true
        #expect(report.isDay(at: UnixTime(2000)) == nil)
        #expect(report.present(at: UnixTime(2000), staleAfter: 3600)?.conditions.isDay == true)
    }

    @Test func sunsetAfterMidnight() throws {
        var report = try report()
        report.days[0].daylight = .sun(rise: UnixTime(3 * 3600), set: UnixTime(86_400 + 1800))
        report.days[1].daylight = .sun(rise: UnixTime(86_400 + 3 * 3600), set: UnixTime(172_800 + 1800))
        #expect(report.isDay(at: UnixTime(86_400 + 1799)) == true)
        #expect(report.isDay(at: UnixTime(86_400 + 1800)) == false)
        #expect(report.isDay(at: UnixTime(86_400 + 3 * 3600)) == true)
    }

    @Test func polarDayAndNight() throws {
        var report = try report()
        report.days[0].daylight = .polarDay
        report.days[1].daylight = .polarNight
        #expect(report.isDay(at: UnixTime(0)) == true)
        #expect(report.isDay(at: UnixTime(86_400 + 43_200)) == false)
        #expect(report.isDay(at: UnixTime(172_800)) == nil)
        #expect(Daylight.polarDay.sunrise == nil)
        #expect(Daylight.polarNight.sunset == nil)
    }
}

@Suite struct SeriesTests {
    @Test func hourAt() throws {
        let report = try report()
        #expect(report.hour(at: UnixTime(3599))?.time == UnixTime(0))
        #expect(report.hour(at: UnixTime(3600))?.time == UnixTime(3600))
        #expect(report.hour(at: UnixTime(172_799))?.time == UnixTime(169_200))
        #expect(report.hour(at: UnixTime(172_800)) == nil)
        #expect(report.hour(at: UnixTime(-1)) == nil)
    }

    @Test func gapHasNoHour() throws {
        var report = try report()
        report.hours.removeSubrange(1..<6)
        #expect(report.hour(at: UnixTime(3600)) == nil)
        #expect(report.hour(at: UnixTime(6 * 3600))?.time == UnixTime(6 * 3600))
    }

    @Test func hoursFromBefore() throws {
        let report = try report()
        let hours = report.hours(from: UnixTime(5000), before: UnixTime(4 * 3600))
        #expect(hours.map(\.time.seconds) == [3600, 7200, 10_800])
        #expect(report.hours(from: UnixTime(0), before: UnixTime(1)).count == 1)
        #expect(report.hours(from: UnixTime(5000), before: UnixTime(3600)).isEmpty)
        #expect(report.hours(from: UnixTime(-1), before: .distantFuture).count == 48)
        #expect(report.hours(from: UnixTime(172_800), before: .distantFuture).isEmpty)
    }

    @Test func daysFrom() throws {
        let report = try report()
        #expect(report.days(from: UnixTime(86_399)).count == 2)
        #expect(report.days(from: UnixTime(86_400)).map(\.date.day) == [2])
        #expect(report.days(from: UnixTime(172_800)).isEmpty)
        #expect(report.day(at: UnixTime(86_400))?.date.day == 2)
        #expect(report.day(at: UnixTime(-1)) == nil)
    }
}

@Suite struct NextTurnTests {
    @Test(arguments: [
        (1800, 3600), (3600, 1800 + 3600), (1800 + 3600, 7200), (5 * 3600, 6 * 3600), (17 * 3600, 18 * 3600),
        (169_200, 172_800), (0, 1740), (-5000, 0),
    ])
    func nextChangeIsTheFirstOfHourSunDayAndAge(now: Int, turn: Int) throws {
        #expect(try report().nextChange(after: UnixTime(now), staleAfter: 3600) == UnixTime(turn))
    }

    @Test func withoutFutureDataThereIsNoNextChange() throws {
        #expect(try report().nextChange(after: UnixTime(172_800), staleAfter: 3600) == nil)
    }

    @Test func sunEventFallsWithinHour() throws {
        var report = try report()
        report.days[0].daylight = .sun(rise: UnixTime(6 * 3600 + 600), set: UnixTime(18 * 3600 + 600))
        #expect(report.nextChange(after: UnixTime(6 * 3600), staleAfter: 3600) == UnixTime(6 * 3600 + 600))
        #expect(report.nextChange(after: UnixTime(18 * 3600), staleAfter: 3600) == UnixTime(18 * 3600 + 600))
    }

    @Test func hourEndsBeforeGap() throws {
        var report = try report()
        report.hours.removeSubrange(8..<12)
        #expect(report.nextChange(after: UnixTime(7 * 3600), staleAfter: 3600) == UnixTime(8 * 3600))
        #expect(report.nextChange(after: UnixTime(8 * 3600), staleAfter: 3600) == UnixTime(12 * 3600))
    }
}

@Suite struct CodingTests {
    @Test func reportRoundTrips() throws {
        var report = try report()
        report.days[1].daylight = .polarNight
        report.precipitation = [PrecipitationStep(end: UnixTime(900), duration: 900, amount: nil)]
        let data = try JSONEncoder().encode(report)
        #expect(try JSONDecoder().decode(Report.self, from: data) == report)
    }

    @Test func conditionCodesMatchDocumentation() {
        let codes = """
            clear mostly-clear partly-cloudy overcast fog drizzle freezing-drizzle rain-light rain rain-heavy \
            freezing-rain sleet snow-light snow snow-heavy rain-showers snow-showers thunderstorm thunderstorm-hail \
            haze smoke dust squall tornado unknown
            """
        #expect(Condition.allCases.map(\.rawValue).joined(separator: " ") == codes)
    }
}
