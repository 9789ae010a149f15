import Foundation
import Scratch
import Testing
import Weather

@testable import Store

/// Every quantity is in reports.json.
struct QuantityCacheTests {
    private static let start = UnixTime(1_763_694_000)

    @Test func everyQuantityOfAnHourSurvivesTheCache() throws {
        let hours = Hour.quantities.enumerated().map { index, quantity in
            var hour = Hour(time: Self.start.advanced(by: index * 3600), conditions: Conditions(condition: .clear))
            quantity.set(&hour, quantity.range.upperBound)
            return hour
        }
        #expect(try ColumnTable(hours, [.clear]).hours([.clear]) == hours)
    }

    /// NWS merges equal neighbours: a dry spell of days is one amount.
    @Test func dryPeriodOfDaysSurvivesTheCache() throws {
        var dry = Conditions(condition: .clear)
        dry.precipitation = 0
        for days in [1, 2, 14] {
            dry.precipitationPeriod = days * 86_400
            let hours = [Hour(time: Self.start, conditions: dry)]
            #expect(try ColumnTable(hours, [.clear]).hours([.clear]) == hours)
        }
    }

    @Test func everyQuantityOfADaySurvivesTheCache() throws {
        let days = Day.quantities.enumerated().map { index, quantity in
            let start = Self.start.advanced(by: index * 86_400)
            var day = Day(
                date: CalendarDate(year: 2025, month: 11, day: 1 + index), start: start,
                end: start.advanced(by: 86_400), condition: .clear)
            quantity.set(&day, quantity.range.upperBound)
            return day
        }
        #expect(try ColumnTable(days, [.clear]).days([.clear]) == days)
    }

    @Test func everyCurrentQuantitySurvivesTheCache() throws {
        for quantity in Conditions.quantities {
            var report = Report(
                coordinate: .montevideo, timeZone: "UTC", provider: Provider(id: "x", name: "X"), fetchedAt: Self.start)
            var current = Conditions(condition: .clear)
            quantity.set(&current, quantity.range.upperBound)
            report.current = current
            let json = try JSONEncoder().encode(ReportDocument(report))
            #expect(try JSONDecoder().decode(ReportDocument.self, from: json).report == report, "\(quantity.name)")
        }
    }
}
