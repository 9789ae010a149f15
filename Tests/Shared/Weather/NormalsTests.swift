import Testing
import Weather

/// Synthetic archives whose normals are known exactly.
@Suite struct NormalsTests {
    private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    /// Every day of 2016 to 2025, of which 2016, 2020 and 2024 are leap years.
    ///
    /// - Parameter high: °C of a date. The lowest temperature is ten degrees less.
    private func archive(
        years: ClosedRange<Int> = 2016...2025, high: (CalendarDate) -> Double?
    ) -> [Normals.DayOfPast] {
        years.flatMap { year in
            (1...12).flatMap { month in
                let isLong = month == 2 && year.isMultiple(of: 4)
                return (1...Self.lengths[month - 1] + (isLong ? 1 : 0)).map { day in
                    let date = CalendarDate(year: year, month: month, day: day)
                    return (date: date, high: high(date), low: high(date).map { $0 - 10 })
                }
            }
        }
    }

    private func date(_ month: Int, _ day: Int, year: Int = 2026) -> CalendarDate {
        CalendarDate(year: year, month: month, day: day)
    }

    @Test func constantTemperatureIsNormalOnEveryDate() {
        let days = archive { _ in 12.5 }
        #expect(days.count == 3653)
        let normals = Normals(of: days)
        #expect(normals.highs == Array(repeating: 12.5, count: 366))
        #expect(normals.lows == Array(repeating: 2.5, count: 366))
        #expect(!normals.isEmpty)
    }

    /// Within seven days of 29 February, a window has 14 dates in each of ten years and one in three of them: 143 days.
    @Test(
        arguments: [
            (2, 21, 10), (2, 22, 10.3), (2, 28, 10.3), (2, 29, 10.3), (3, 1, 10.3), (3, 7, 10.3), (3, 8, 10),
        ] as [(Int, Int, Double)])
    func leapDaysCountForTheirNeighbours(month: Int, day: Int, high: Double) {
        let normals = Normals(of: archive { $0.month == 2 && $0.day == 29 ? 24.3 : 10 })
        #expect(normals.high(on: date(month, day, year: 2028)) == high)
        let low = normals.low(on: date(month, day, year: 2028))
        #expect(low.map { abs($0 - (high - 10)) < 1e-9 } == true)
    }

    /// One date in fifteen of the window is 15 degrees warmer.
    @Test(arguments: [(12, 23, 10), (12, 24, 11), (12, 31, 11), (1, 1, 11), (1, 7, 11), (1, 8, 10), (7, 1, 10)])
    func windowWrapsAtEndOfYear(month: Int, day: Int, high: Double) {
        let normals = Normals(of: archive { $0.month == 12 && $0.day == 31 ? 25 : 10 })
        #expect(normals.high(on: date(month, day)) == high)
    }

    @Test func meanOfSteadyWarmingIsThatOfTheDate() {
        // A tenth of a degree a day from 1 May, and one degree more each year: the mean year is half past 2020.
        let normals = Normals(
            of: archive { date in
                let days = Self.lengths[..<(date.month - 1)].reduce(0, +) + date.day
                return Double(days) / 10 + Double(date.year - 2016)
            })
        // 1 July is day 182.
        #expect(normals.high(on: date(7, 1)) == 22.7)
        #expect(normals.low(on: date(7, 1)) == 12.7)
    }

    @Test func missingDaysAreNotCounted() {
        let normals = Normals(of: archive { $0.year.isMultiple(of: 2) ? nil : 7 })
        #expect(normals.high(on: date(6, 1)) == 7)
        #expect(normals.high(on: date(2, 29, year: 2028)) == 7)
    }

    /// A window of three years has 45 days.
    @Test func fewYearsAreNotNormal() {
        #expect(Normals(of: archive(years: 2017...2019) { _ in 10 }).isEmpty)
        #expect(!Normals(of: archive(years: 2016...2019) { _ in 10 }).isEmpty)
        #expect(Normals(of: []).isEmpty)
    }

    @Test func invalidDatesAreIgnored() {
        let days = archive { _ in 10 }
        let wrong: [Normals.DayOfPast] = [(2, 30), (13, 1), (0, 1), (4, 31), (1, 0)].map { month, day in
            (date: date(month, day), high: 99, low: 99)
        }
        let normals = Normals(of: days + wrong)
        #expect(normals == Normals(of: days))
        #expect(normals.high(on: date(2, 30)) == nil)
    }

    @Test func onlyWholeYearsAreStored() {
        let values = Array(repeating: Double?.some(1), count: 366)
        #expect(Normals(highs: values, lows: values) != nil)
        #expect(Normals(highs: Array(values.dropLast()), lows: values) == nil)
        #expect(Normals(highs: values, lows: []) == nil)
    }
}
