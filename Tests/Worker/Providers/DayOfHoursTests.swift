import Testing
import Weather

@testable import Providers

/// 2026-11-21, from midnight to midnight UTC.
@Suite struct DayOfHoursTests {
    private static let start = UnixTime(1_795_219_200)
    private static let date = CalendarDate(year: 2026, month: 11, day: 21)

    private func hour(
        _ number: Int, amount: Double? = 0, period: Int? = nil, probability: Double? = nil,
        _ condition: Condition = .overcast, _ likelihood: Likelihood? = nil
    ) -> Hour {
        var conditions = Conditions(condition: condition)
        conditions.temperature = Double(number)
        conditions.precipitation = amount
        conditions.rain = amount
        conditions.precipitationPeriod = period
        conditions.likelihood = likelihood
        return Hour(
            time: Self.start.advanced(by: number * 3600), conditions: conditions, precipitationProbability: probability)
    }

    private func day(_ hours: [Hour], before: Hour? = nil) -> Day {
        Day(date: Self.date, start: Self.start, end: Self.start.advanced(by: 86_400), hours: hours, before: before)
    }

    /// Three hours with the amount in the first one.
    private func step(_ number: Int, _ amount: Double, probability: Double? = nil) -> [Hour] {
        [hour(number, amount: amount, period: 10_800, probability: probability)]
            + [1, 2].map { hour(number + $0, amount: nil) }
    }

    @Test func completeDayHasExtremesAndSums() {
        let whole = day((0..<24).map { hour($0, amount: 0.033) })
        #expect(whole.temperatureMax == 23 && whole.temperatureMin == 0)
        // To a thousandth, not to a tenth.
        #expect(whole.precipitation == 0.792 && whole.rain == 0.792 && whole.precipitationHours == 24)
    }

    @Test func snowCoverIsTheGreatestAndTheFreezingLevelTheLowest() {
        let hours = (0..<24).map { number in
            var hour = hour(number)
            hour.conditions.snowDepth = Double(number % 12) / 100
            hour.conditions.freezingLevel = 2000 - Double(number % 12) * 100
            return hour
        }
        #expect(day(hours).snowDepthMax == 0.11 && day(hours).freezingLevelMin == 900)
        #expect(day(hours.dropLast()).snowDepthMax == nil && day(hours.dropLast()).freezingLevelMin == nil)
    }

    /// Begins at 20:00, or lacks an hour in the middle or at the end.
    @Test(arguments: [Array(20..<24), Array(0..<12) + Array(13..<24), Array(0..<23), Array(1..<24)])
    func partialDayHasNeitherExtremesNorSums(numbers: [Int]) {
        let part = day(numbers.map { hour($0, amount: 1, probability: 60, $0 == 22 ? .rain : .clear) })
        #expect(part.temperatureMax == nil && part.temperatureMin == nil)
        #expect(part.precipitation == nil && part.rain == nil && part.precipitationHours == nil)
        #expect(part.condition == .rain && part.precipitationProbability == 60)
    }

    @Test func unknownAmountMakesSumUnknown() {
        let day = day((0..<24).map { hour($0, amount: $0 == 3 ? nil : 1) })
        #expect(day.precipitation == nil && day.precipitationHours == nil && day.temperatureMax == 23)
    }

    @Test func longPeriodIsCountedOnce() {
        let day = day(step(0, 3.6, probability: 70) + (1..<8).flatMap { number in step(number * 3, 0) })
        #expect(day.precipitation == 3.6 && day.precipitationHours == 3)
        #expect(day.precipitationProbability == 70)
    }

    /// Six hours from 21:00 to 3:00, half on this day and half on the next.
    @Test func periodAcrossMidnightIsSplit() {
        let before = hour(-3, amount: 6, period: 21_600, probability: 90)
        let evening = hour(21, amount: 8, period: 21_600)
        var hours = (0..<3).map { hour($0, amount: nil) }
        hours += (3..<21).map { hour($0) }
        hours += [evening, hour(22, amount: nil), hour(23, amount: nil)]
        let day = day(hours, before: before)
        #expect(day.precipitation == 7 && day.precipitationHours == 6 && day.precipitationProbability == 90)
        // Without it the first three hours are unknown.
        #expect(self.day(hours).precipitation == nil)
        // An hour that ends before midnight is not part of the day.
        let past = self.day((0..<24).map { hour($0) }, before: hour(-1, amount: 9, probability: 100))
        #expect(past.precipitation == 0 && past.precipitationProbability == nil)
    }

    /// The six hours at midnight are of an earlier report; the newer one begins at 1:00.
    @Test func periodEndsWhereANewerReportBegins() {
        let hours = [hour(0, amount: 6, period: 21_600)] + (1..<24).map { hour($0, amount: 1) }
        #expect(day(hours).precipitation == 24)
    }

    @Test func dayTakesMostLikelyOfWorstConditions() {
        func likelihood(_ hours: [Hour]) -> Likelihood? { day(hours).likelihood }
        let possible = hour(0, .thunderstorm, .possible)
        #expect(likelihood([possible, hour(1, .overcast)]) == .possible)
        #expect(likelihood([possible, hour(1, .thunderstorm, .likely)]) == .likely)
        #expect(likelihood([possible, hour(1, .thunderstorm)]) == nil)
        #expect(day([possible, hour(1, .overcast)]).condition == .thunderstorm)
        // A possible condition does not hide expected precipitation.
        #expect(day([possible, hour(1, .rain)]).condition == .rain && likelihood([possible, hour(1, .rain)]) == nil)
    }

    /// In India the first full UTC hour of a day is half an hour after midnight.
    @Test func halfHoursCoverADay() {
        let start = Self.start.advanced(by: -19_800)
        let hours = (0..<24).map { number in
            var hour = hour(number, amount: 1)
            hour.time = start.advanced(by: 1800 + number * 3600)
            return hour
        }
        var before = hour(0, amount: 3)
        before.time = start.advanced(by: -1800)
        let day = Day(
            date: Self.date, start: start, end: start.advanced(by: 86_400), hours: hours, before: before)
        #expect(day.temperatureMax == 23)
        // An hour counts for the day on which it begins, so a day's sum is that of its hours.
        #expect(day.precipitation == 24 && day.precipitationHours == 24)
    }

    /// Values derived from days, such as "5° warmer", are omitted for incomplete days.
    @Test func incompleteLaterDaysAreOmitted() throws {
        let derived = DerivedWeather(
            coordinate: try #require(Contract.london), calendar: PlaceCalendar.greenwich)
        let hours = (20..<66).map { hour($0, amount: 1) }
        let days = derived.days(of: hours, from: Self.start.advanced(by: 20 * 3600))
        #expect(days.map(\.date.day) == [21, 22])
        #expect(days.map(\.temperatureMax) == [nil, 47])
        #expect(days.map(\.precipitation) == [nil, 24])
    }
}

@Suite struct ForecastStepTests {
    private func steps(_ times: [Int], duration: Int) -> [Hour] {
        times.map { time in
            var conditions = Conditions(condition: .rain)
            conditions.temperature = Double(time)
            conditions.precipitation = 6
            conditions.rain = 6
            conditions.snowfall = 0
            return ForecastStep(
                time: UnixTime(time * 3600), duration: duration, conditions: conditions, precipitationProbability: 80)
        }.hours { _ in nil }
    }

    @Test func firstHourOfStepHoldsItsValues() {
        let hours = steps([0, 6], duration: 21_600)
        #expect(hours.count == 12)
        for hour in hours {
            let isFirst = hour.time.seconds.isMultiple(of: 21_600)
            #expect(hour.conditions.precipitation == (isFirst ? 6 : nil))
            #expect(hour.conditions.rain == (isFirst ? 6 : nil))
            #expect(hour.conditions.snowfall == (isFirst ? 0 : nil))
            #expect(hour.conditions.precipitationPeriod == (isFirst ? 21_600 : nil))
            #expect(hour.precipitationProbability == (isFirst ? 80 : nil))
            #expect(hour.conditions.condition == .rain)
        }
        #expect(hours.map(\.conditions.temperature).prefix(4) == [0, 1, 2, 3])
    }

    @Test func hoursWithoutPeriodAreHourly() {
        let hours = steps([0, 1], duration: 3600)
        #expect(hours.map(\.conditions.precipitationPeriod) == [nil, nil])
        #expect(hours.map(\.conditions.precipitation) == [6, 6])
    }

    @Test func stateChangesEvenly() {
        let hours = [0, 60_000].enumerated().map { index, visibility in
            var conditions = Conditions(condition: .clear)
            conditions.visibility = Double(visibility)
            return ForecastStep(time: UnixTime(index * 21_600), duration: 21_600, conditions: conditions)
        }.hours { _ in nil }
        #expect(hours.prefix(7).map(\.conditions.visibility) == [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000])
    }

    /// Services have no longer steps, so that something is missing.
    @Test func stateIsNotInterpolatedAcrossMoreThanSixHours() {
        #expect(steps([0, 6], duration: 21_600)[5].conditions.temperature == 5)
        #expect(steps([0, 7], duration: 21_600).prefix(6).allSatisfy { $0.conditions.temperature == 0 })
    }

    @Test func truncatedStepIsScaled() {
        let hours = steps([0, 2], duration: 10_800)
        #expect(hours.map(\.conditions.precipitation) == [4, nil, 6, nil, nil])
        #expect(hours.map(\.conditions.precipitationPeriod) == [7200, nil, 10_800, nil, nil])
    }
}
