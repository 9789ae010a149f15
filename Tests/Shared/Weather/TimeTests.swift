import Foundation
import Testing
import Weather

@Suite struct TimeTests {
    @Test func arithmetic() {
        let time = UnixTime(1000)
        #expect(time.advanced(by: 60) == UnixTime(1060))
        #expect(time.advanced(by: -60) < time)
        #expect(time.seconds(since: UnixTime(1060)) == -60)
    }

    /// Extreme values of a provider or a damaged file never overflow.
    @Test func extremeTimesDoNotTrap() {
        #expect(UnixTime(.max) == .distantFuture)
        #expect(UnixTime(.min) == .distantPast)
        #expect(UnixTime(.max).advanced(by: .max) == .distantFuture)
        #expect(UnixTime(.min).advanced(by: .min) == .distantPast)
        #expect(UnixTime(0).advanced(by: .max) == .distantFuture)
        #expect(UnixTime.distantFuture.seconds(since: .distantPast) > 0)
    }

    @Test func coding() throws {
        #expect(try JSONDecoder().decode([UnixTime].self, from: Data("[0,-5]".utf8)) == [UnixTime(0), UnixTime(-5)])
        #expect(
            try JSONDecoder().decode([UnixTime].self, from: Data("[9223372036854775807]".utf8)) == [.distantFuture])
        #expect(try JSONEncoder().encode([UnixTime(1_795_000_000)]) == Data("[1795000000]".utf8))
    }

    @Test func dates() {
        #expect(CalendarDate(year: 2026, month: 11, day: 1).description == "2026-11-01")
        #expect(CalendarDate(year: 2026, month: 1, day: 31) < CalendarDate(year: 2026, month: 2, day: 1))
        #expect(CalendarDate(year: 2025, month: 12, day: 31) < CalendarDate(year: 2026, month: 1, day: 1))
    }

    @Test(arguments: [(2026, 13, 1), (2026, 0, 1), (2026, 1, 32), (0, 1, 1), (10_000, 1, 1), (2026, 1, 0)])
    func decodingChecksTheDate(year: Int, month: Int, day: Int) throws {
        let json = Data(#"{"year":\#(year),"month":\#(month),"day":\#(day)}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CalendarDate.self, from: json) }
        let date = CalendarDate(year: 2026, month: 11, day: 21)
        #expect(try JSONDecoder().decode(CalendarDate.self, from: JSONEncoder().encode(date)) == date)
    }
}
