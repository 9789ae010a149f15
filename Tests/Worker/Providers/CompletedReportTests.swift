import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

struct CompletedReportTests {
    private static let now = UnixTime(1_795_262_400)

    /// From midnight UTC for two days: 0 °C, one degree warmer each hour.
    private func report(_ change: (inout Conditions, Int) -> Void = { _, _ in }) throws -> Report {
        var report = Report(
            coordinate: try #require(Coordinate(latitude: 51.5, longitude: 0)), timeZone: "Europe/London",
            provider: Provider(id: "x", name: "X"), fetchedAt: Self.now)
        report.hours = (0..<48).map { index in
            var conditions = Conditions(condition: .rain)
            conditions.temperature = Double(index)
            conditions.windDirection = index.isMultiple(of: 2) ? 350 : 10
            conditions.precipitation = 1.5
            change(&conditions, index)
            return Hour(time: Self.now.advanced(by: (index - 12) * 3600), conditions: conditions)
        }
        return report
    }

    /// Each value alone, interpolated by its kind; what is known stays.
    @Test func missingPresentComesFromTheHour() throws {
        var report = try report()
        report.observedAt = Self.now.advanced(by: 1800)
        report.current = Conditions()
        report.current?.humidity = 71
        report.currentOrigin = .analysis
        let current = try #require(report.completed.current)
        #expect(current.temperature == 12.5 && current.windDirection == 0 && current.humidity == 71)
        #expect(current.condition == .rain && current.isDay == true)
        #expect(current.precipitation == 1.5 && current.precipitationPeriod == 3600)
        #expect(report.completed.currentOrigin == .analysis)
    }

    @Test func knownPresentStays() throws {
        var report = try report()
        var known = Conditions(condition: .clear)
        (known.temperature, known.windSpeed, known.precipitation, known.precipitationPeriod) = (30, 0, 0, 900)
        known.isDay = true
        (report.current, report.currentOrigin) = (known, .analysis)
        #expect(report.completed.current == known)
    }

    /// The total from its parts, or else the amounts of the hour as a whole.
    @Test func missingTotalIsCompleted() throws {
        let hourly = try report { conditions, _ in (conditions.rain, conditions.snowfall) = (1.5, 0) }
        func current(_ rain: Double?, _ snowfall: Double?, in report: Report) throws -> Conditions {
            var report = report
            (report.current, report.currentOrigin) = (Conditions(), .analysis)
            report.current?.rain = rain
            report.current?.snowfall = snowfall
            report.current?.precipitationPeriod = 900
            return try #require(report.completed.current)
        }
        for report in [hourly, try report()] {
            #expect(try current(2, 0, in: report).precipitation == 2)
            #expect(try current(2, 10, in: report).precipitation == 3)
            #expect(try current(2, 10, in: report).precipitationPeriod == 900)
        }
        // No snow in the hour.
        #expect(try current(2, nil, in: hourly).precipitation == 2)
        let whole = try current(nil, 0, in: hourly)
        #expect(whole.precipitation == 1.5 && whole.rain == 1.5 && whole.precipitationPeriod == 3600)
    }

    /// Providers decide themselves which measurements may be mixed with a forecast.
    @Test func measurementIsNotMixed() throws {
        var report = try report()
        report.current = Conditions(condition: .clear)
        report.currentOrigin = .station
        #expect(report.completed.current?.temperature == nil)
    }

    @Test func withoutAnHourThePresentStaysUnknown() throws {
        var report = try report()
        report.hours.removeAll { $0.time <= Self.now }
        (report.current, report.currentOrigin) = (Conditions(), .analysis)
        #expect(report.completed.current?.temperature == nil)
    }

    /// A model without weather codes, such as GFS: hours, days and the present.
    @Test func conditionsAreDerivedWithoutCodes() throws {
        var report = try report { conditions, index in
            conditions.condition = .unknown
            conditions.precipitation = index == 30 ? 9 : 0
            conditions.cloudCover = index < 24 ? 5 : 95
        }
        let today = CalendarDate(year: 2026, month: 11, day: 21)
        let midnight = Self.now.advanced(by: -43_200)
        report.days = [Day(date: today, start: midnight, end: midnight.advanced(by: 86_400))]
        report.current = Conditions()
        report.currentOrigin = .analysis
        let completed = report.completed
        #expect(completed.hours[0].conditions.condition == .clear)
        #expect(completed.hours[24].conditions.condition == .overcast)
        #expect(completed.hours[30].conditions.condition == .rainHeavy)
        #expect(completed.current?.condition == .clear)
        #expect(completed.days.map(\.condition) == [.clear])
        #expect(completed.days.first?.daylight != nil)

        // Without a daily part, the days follow from the hours.
        report.days = []
        #expect(report.completed.days.map(\.condition) == [.clear, .rainHeavy])
        #expect(report.completed.days.first?.temperatureMax == 23)
    }

    /// A day's thunderstorm that the service states is not replaced by what follows from its hours.
    @Test func knownDayStays() throws {
        var report = try report { conditions, _ in (conditions.condition, conditions.cloudCover) = (.unknown, 100) }
        let midnight = Self.now.advanced(by: -43_200)
        report.days = [
            Day(
                date: CalendarDate(year: 2026, month: 11, day: 21), start: midnight, end: midnight.advanced(by: 86_400),
                condition: .thunderstorm)
        ]
        #expect(report.completed.days.first?.condition == .thunderstorm)
    }

    /// A code that weatherd does not know may be a hazard, which clouds do not show.
    @Test func unknownCodesAreNotReplaced() throws {
        var report = try report { conditions, _ in (conditions.condition, conditions.cloudCover) = (.unknown, 0) }
        report.unknownCodes = ["weather code 98"]
        report.current = report.hours[12].conditions
        report.currentOrigin = .analysis
        #expect(report.completed.hours[0].conditions.condition == .unknown)
        #expect(report.completed.current?.condition == .unknown)
    }

    /// A code that weatherd does not know concerns its own hour, day or present.
    @Test func otherConditionsAreDerivedBesideUnknownCodes() throws {
        var report = try report { conditions, index in
            (conditions.condition, conditions.cloudCover, conditions.precipitation) = (.unknown, 5, 0)
            if index == 12 { conditions.condition = .fog }
        }
        let midnight = Self.now.advanced(by: -43_200)
        report.days = [21, 22].map { day in
            let start = midnight.advanced(by: (day - 21) * 86_400)
            return Day(
                date: CalendarDate(year: 2026, month: 11, day: day), start: start, end: start.advanced(by: 86_400))
        }
        (report.current, report.currentOrigin) = (Conditions(), .analysis)
        let first = report
        report.deriveConditions(except: UnknownConditions(hours: [report.hours[40].time]))
        #expect(report.current?.condition == .fog)
        #expect(report.hours[0].conditions.condition == .clear && report.hours[40].conditions.condition == .unknown)
        #expect(report.days.map(\.condition) == [.fog, .unknown])
        report = first
        report.deriveConditions(except: UnknownConditions(isPresent: true))
        #expect(report.current?.condition == .unknown && report.days.map(\.condition) == [.fog, .clear])
    }

    @Test(
        arguments: [
            (0, nil, nil, 20, 0, nil, .clear), (0, nil, nil, 20, 30, nil, .mostlyClear),
            (0, nil, nil, 20, 60, nil, .partlyCloudy), (0, nil, nil, 20, 90, nil, .overcast),
            (0.05, nil, nil, 20, 90, nil, .overcast), (nil, nil, nil, 20, 90, nil, .overcast),
            (0, nil, nil, 20, nil, nil, .unknown), (0, nil, nil, 2, 90, 400, .fog), (1, nil, nil, 0, 90, 400, .snow),
            (2.5, nil, nil, 10, 90, nil, .rainLight), (3, 3, 0, 10, nil, nil, .rain),
            (8, 8, 0, 10, nil, nil, .rainHeavy),
            (0.5, nil, nil, -3, 90, nil, .snowLight), (1, 0, 10, 1, 90, nil, .snow),
            (6, 0, 60, -8, 90, nil, .snowHeavy),
            (2, 1, 10, 1, 90, nil, .sleet), (1, nil, nil, 2.5, 90, nil, .sleet),
            (1, 1, 0, -0.5, 90, nil, .freezingRain),
            (nil, 1, 0, 9, 90, nil, .rainLight), (1, nil, nil, nil, 90, nil, .rainLight),
        ] as [(Double?, Double?, Double?, Double?, Double?, Double?, Condition)])
    func conditionFollows(
        water: Double?, rain: Double?, snow: Double?, temperature: Double?, cover: Double?, sight: Double?,
        expected: Condition
    ) {
        var conditions = Conditions()
        (conditions.precipitation, conditions.rain, conditions.snowfall) = (water, rain, snow)
        (conditions.temperature, conditions.cloudCover, conditions.visibility) = (temperature, cover, sight)
        conditions.deriveCondition(snowPerWater: 10)
        #expect(conditions.condition == expected)
    }

    /// The rate counts, not the amount.
    @Test func amountsAreOfTheirPeriod() {
        var conditions = Conditions()
        (conditions.precipitation, conditions.precipitationPeriod, conditions.temperature) = (6, 6 * 3600, 9)
        conditions.deriveCondition(snowPerWater: 10)
        #expect(conditions.condition == .rainLight)
        conditions.condition = .unknown
        (conditions.precipitation, conditions.precipitationPeriod) = (2, 900)
        conditions.deriveCondition(snowPerWater: 10)
        #expect(conditions.condition == .rainHeavy)
    }

    /// The water that is not rain is snow; where the rain is unknown, Open-Meteo's 7 cm of snow are 10 mm of water.
    @Test(
        arguments: [
            (2, 0, 14, -3, .snow), (1, 0, 7, -3, .snow), (0.6, 0, 4.2, -10, .snowLight), (1, 0, 7, 0.5, .snow),
            (2, nil, 14, -3, .snow), (nil, nil, 14, -3, .snow), (nil, 0, 4.2, -3, .snowLight), (2, 2, 0, 8, .rainLight),
            // Without snow and without rain, the temperature decides.
            (2, 0, 0, -3, .snow), (2, 0, 0, 8, .rainLight), (2, 1, 7, 1, .sleet),
        ] as [(Double?, Double?, Double?, Double, Condition)])
    func snowOfOpenMeteo(water: Double?, rain: Double?, snow: Double?, temperature: Double, expected: Condition) throws
    {
        var report = try report { conditions, _ in
            conditions.condition = .unknown
            (conditions.precipitation, conditions.rain, conditions.snowfall) = (water, rain, snow)
            (conditions.temperature, conditions.cloudCover) = (temperature, 95)
        }
        report.provider = ProviderFacts.openMeteo.identity
        (report.current, report.currentOrigin) = (Conditions(), .analysis)
        #expect(report.completed.hours[12].conditions.condition == expected)
        #expect(report.completed.current?.condition == expected)
    }

    /// A total that Open-Meteo leaves out is that of its own snow.
    @Test func waterOfOpenMeteosSnow() throws {
        var report = try report()
        report.provider = ProviderFacts.openMeteo.identity
        var present = Conditions(condition: .snow)
        (present.rain, present.snowfall) = (0.5, 14)
        (report.current, report.currentOrigin) = (present, .analysis)
        #expect(report.completed.current?.precipitation == 2.5)
    }
}
