import Foundation
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// 2026-11-21 15:00 UTC.
private let now = Contract.now

/// Sums stay with the period for which they are reported.
struct NWSPrecipitationTests {
    private func layer(_ unit: String, _ values: [(time: String, value: Double)]) -> String {
        let values = values.map { #"{"validTime":"2026-11-\#($0.time)","value":\#($0.value)}"# }
        return #"{"uom":"wmoUnit:\#(unit)","values":[\#(values.joined(separator: ","))]}"#
    }

    /// Hours from 15:00 UTC with these probabilities, combined with the grid.
    private func hours(
        _ probabilities: [Double?], water: [(time: String, value: Double)] = [],
        snow: [(time: String, value: Double)] = []
    ) throws -> [Hour] {
        let body =
            #"{"properties":{"quantitativePrecipitation":\#(layer("mm", water)),"#
            + #""snowfallAmount":\#(layer("mm", snow))}}"#
        var hours = probabilities.enumerated().map { index, probability in
            Hour(
                time: now.advanced(by: index * 3600), conditions: Conditions(),
                precipitationProbability: probability)
        }
        try NWSGrid(HTTPAnswer(body), from: "service.test").addAmounts(to: &hours)
        return hours
    }

    @Test func sixHourAmountBelongsToItsFirstHour() throws {
        let hours = try hours(
            Array(repeating: 10, count: 3) + [51, 58, 57, 60, 87, 60] + [5],
            water: [("21T18:00:00+00:00/PT6H", 6)], snow: [("21T18:00:00+00:00/PT6H", 20)])
        #expect(hours.map(\.conditions.precipitation) == [nil, nil, nil, 6, nil, nil, nil, nil, nil, nil])
        #expect(hours.map(\.conditions.precipitationPeriod) == [nil, nil, nil, 21_600, nil, nil, nil, nil, nil, nil])
        #expect(hours.map(\.precipitationProbability) == [10, 10, 10, 51, 58, 57, 60, 87, 60, 5])
        #expect(hours[3].conditions.snowfall == 20)
        #expect(hours[3].conditions.rain == 4)
    }

    @Test func hourlyAmountsStayHourly() throws {
        let hours = try hours(
            [10, 20, 30],
            water: [
                ("21T15:00:00+00:00/PT1H", 0.25), ("21T16:00:00+00:00/PT1H", 0.5), ("21T17:00:00+00:00/PT1H", 0),
            ])
        #expect(hours.map(\.conditions.precipitation) == [0.25, 0.5, 0])
        #expect(hours.map(\.conditions.precipitationPeriod) == [nil, nil, nil])
        #expect(hours.map(\.precipitationProbability) == [10, 20, 30])
    }

    /// The part that has already fallen is unknown.
    @Test func currentSpanHasNoAmount() throws {
        let hours = try hours([70, 60, 50, 10], water: [("21T12:00:00+00:00/PT6H", 6)])
        #expect(hours.allSatisfy { $0.conditions.precipitation == nil && $0.conditions.precipitationPeriod == nil })
        #expect(hours.map(\.precipitationProbability) == [70, 60, 50, 10])
    }

    /// The amount's period is not the probability's.
    @Test func probabilityIsTheHoursOwn() throws {
        var report = Report(
            coordinate: try #require(Contract.newYork), timeZone: "America/New_York",
            provider: ProviderFacts.nws.identity,
            fetchedAt: now)
        report.hours = try hours([51, 58, 57, 60, 87, 60], water: [("21T15:00:00+00:00/PT6H", 6)])
        for (index, percent) in [51.0, 58, 57, 60, 87, 60].enumerated() {
            let time = now.advanced(by: index * 3600)
            let probability = try #require(report.probability(at: time.advanced(by: 1800)))
            #expect(probability.percent == percent && probability.period == 3600)
            #expect(report.amountHour(at: time)?.conditions.precipitation == 6)
        }
    }

    /// An hour without a probability has none, within the amount's period or not.
    @Test func unknownProbabilityIsNotTheHoursBefore() throws {
        let periods = [30, nil, 40, nil, nil, 50].enumerated().map { index, percent in
            let (start, end) = (15 + index, 16 + index)
            return #"{"startTime":"2026-11-21T\#(start):00:00+00:00","endTime":"2026-11-21T\#(end):00:00+00:00","#
                + #""temperature":50,"temperatureUnit":"F","probabilityOfPrecipitation":"#
                + #"{"unitCode":"wmoUnit:percent","value":\#(percent.map { "\($0)" } ?? "null")}}"#
        }
        let hourly = try JSONValue(
            HTTPAnswer(#"{"properties":{"periods":[\#(periods.joined(separator: ","))]}}"#), from: "x")
        var forecast = NWSForecast(hourly: hourly, at: now)
        let water = layer("mm", [("21T15:00:00+00:00/PT6H", 6)])
        forecast.grid = try NWSGrid(
            HTTPAnswer(#"{"properties":{"quantitativePrecipitation":\#(water)}}"#), from: "service.test")
        let place = try #require(Contract.newYork)
        let report = forecast.report(
            for: place, in: PlaceCalendar(timeZone: "UTC", at: place), at: now, after: nil)
        let found = (0..<6).map { report.probability(at: now.advanced(by: $0 * 3600 + 60)) }
        #expect(found.map { $0?.percent } == [30, nil, 40, nil, nil, 50])
        #expect(found.allSatisfy { $0.map { $0.period == 3600 } ?? true })
        #expect(report.amountHour(at: now.advanced(by: 4 * 3600))?.conditions.precipitation == 6)
        #expect(report.days.first?.precipitationProbability == 50)
    }

    /// The probability of the evening's six hours is not the next day's.
    @Test func nextDayHasItsOwnProbability() throws {
        var evening = Hour(time: now.advanced(by: -3600), conditions: Conditions(), precipitationProbability: 90)
        (evening.conditions.precipitation, evening.conditions.precipitationPeriod) = (6, 21_600)
        let hours = [nil, 20.0].enumerated().map { index, percent in
            Hour(time: now.advanced(by: index * 3600), conditions: Conditions(), precipitationProbability: percent)
        }
        func day(_ isHourly: Bool) -> Day {
            Day(
                date: CalendarDate(year: 2026, month: 11, day: 21), start: now, end: now.advanced(by: 86_400),
                hours: hours, before: evening, hasHourlyProbability: isHourly)
        }
        #expect(day(true).precipitationProbability == 20 && day(false).precipitationProbability == 90)
    }

    /// Snow has its own periods.
    @Test(
        arguments: [
            ([("21T15:00:00+00:00/PT6H", 30.0)], 30),
            ([("21T15:00:00+00:00/PT3H", 10), ("21T18:00:00+00:00/PT3H", 20)], 30),
            ([("21T12:00:00+00:00/PT12H", 0)], 0), ([("21T12:00:00+00:00/PT12H", 30)], nil),
            ([("21T15:00:00+00:00/PT3H", 10)], nil), ([], nil),
        ] as [([(String, Double)], Double?)])
    func snowHasTheSamePeriod(snow: [(String, Double)], expected: Double?) throws {
        let hours = try hours(
            Array(repeating: 50, count: 6), water: [("21T15:00:00+00:00/PT6H", 8)],
            snow: snow.map { (time: $0.0, value: $0.1) })
        #expect(hours.first?.conditions.precipitation == 8)
        #expect(hours.first?.conditions.snowfall == expected)
        #expect(hours.first?.conditions.rain == expected.map { 8 - $0 / 10 })
    }

    /// Overlapping, unordered and invalid spans are handled.
    @Test func spansAreOrderedAndDistinct() throws {
        let hours = try hours(
            [1, 2, 3, 4],
            water: [
                ("21T17:00:00+00:00/PT2H", 2), ("21T15:00:00+00:00/PT2H", 1), ("21T16:00:00+00:00/PT2H", 9),
                ("21T15:00:00+00:00/PT0H", 9), ("21T15:00:00+00:00/P30D", 9),
            ])
        #expect(hours.map(\.conditions.precipitation) == [1, nil, 2, nil])
    }
}

/// The first evening: the rest of today is not the whole day.
struct NWSFirstEveningTests {
    private func report(at moment: UnixTime) throws -> Report {
        // 21 November in New York begins at 5:00 UTC.
        let midnight = UnixTime(1_795_237_200)
        let first = moment.advanced(by: -(moment.seconds % 3600))
        func period(_ start: UnixTime, hours: Int, _ values: String) -> JSONValue {
            .object([
                "startTime": .text(start.rfc3339), "endTime": .text(start.advanced(by: hours * 3600).rfc3339),
                "isDaytime": .bool(values.contains("day")), "temperatureUnit": .text("C"),
                "temperature": .number(values.contains("day") ? 23 : 12),
            ])
        }
        let hourly = (0..<72).map { period(first.advanced(by: $0 * 3600), hours: 1, "hour") }
        let halves = (0..<6).map {
            period(midnight.advanced(by: (6 + $0 * 12) * 3600), hours: 12, $0.isMultiple(of: 2) ? "day" : "night")
        }
        func document(_ periods: [JSONValue]) -> JSONValue {
            .object(["properties": .object(["periods": .array(periods)])])
        }
        var forecast = NWSForecast(hourly: document(hourly), at: moment)
        forecast.add(halfDays: document(halves), at: moment)
        let place = try #require(Contract.newYork)
        return forecast.report(
            for: place, in: PlaceCalendar(timeZone: "America/New_York", at: place), at: moment, after: nil)
    }

    /// UTC hours on the 21st; 15:00 is 10:00, and 20:00 is 15:00 in New York.
    @Test(arguments: [(15, 23.0), (20, nil)] as [(Int, Double?)])
    func todaysHighIsKnownUntilEvening(hour: Int, high: Double?) throws {
        let days = try report(at: UnixTime(1_795_237_200 + hour * 3600)).days
        let today = try #require(days.first)
        #expect(today.temperatureMax == high)
        #expect(today.temperatureMin == nil)
        #expect(days.dropFirst().first?.temperatureMax == 12)
    }
}

extension UnixTime {
    /// In UTC.
    fileprivate var rfc3339: String { Date(timeIntervalSince1970: Double(seconds)).ISO8601Format() }
}
