import Testing
import Weather

/// The sun of one day continues into the next, as at the beginning and end of the midnight sun and the polar night.
struct DaylightTests {
    private func report(_ daylights: [Daylight]) throws -> Report {
        let coordinate = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
        var report = Report(
            coordinate: coordinate, timeZone: "UTC", provider: Provider(id: "x", name: "X"), fetchedAt: UnixTime(0))
        report.days = daylights.enumerated().map { index, daylight in
            let start = UnixTime(index * 86_400)
            var day = Day(
                date: CalendarDate(year: 1970, month: 1, day: 1 + index), start: start, end: start.advanced(by: 86_400))
            day.daylight = daylight
            return day
        }
        return report
    }

    private func hour(_ hours: Int) -> UnixTime { UnixTime(hours * 3600) }

    @Test func sunWithoutSunriseIsUpUntilSunset() throws {
        let report = try report([.polarNight, .setsOnly(hour(24 + 2)), .polarNight])
        #expect([23, 24, 25, 26, 49].map { report.isDay(at: hour($0)) } == [false, true, true, false, false])
        #expect(Daylight.setsOnly(hour(2)).sunrise == nil && Daylight.setsOnly(hour(2)).sunset == hour(2))
    }

    @Test func sunWithoutSunsetIsUpFromSunrise() throws {
        let report = try report([.polarNight, .risesOnly(hour(24 + 22)), .polarNight])
        #expect([23, 45, 46, 47, 48].map { report.isDay(at: hour($0)) } == [false, false, true, true, false])
        #expect(Daylight.risesOnly(hour(2)).sunrise == hour(2) && Daylight.risesOnly(hour(2)).sunset == nil)
    }

    @Test func dayEndsWhereTheNextBegins() throws {
        let report = try report([.polarDay, .polarNight])
        #expect([0, 23, 24, 47].map { report.isDay(at: hour($0)) } == [true, true, false, false])
        #expect(report.isDay(at: hour(48)) == nil && report.isDay(at: UnixTime(-1)) == nil)
    }

    /// The age of a model run that docs/json.md specifies.
    @Test func modelRunOf18HoursAgoIsStale() throws {
        var report = try report([.polarDay, .polarDay])
        report.fetchedAt = hour(18)
        report.issuedAt = hour(0)
        #expect(report.freshness(at: hour(18).advanced(by: -1), staleAfter: 3600) == .fresh)
        #expect(report.freshness(at: hour(18), staleAfter: 3600) == .stale)
    }

    /// The service's clock may be up to a minute ahead of ours.
    @Test func presentBeginningWithinToleranceIsPredicted() throws {
        var report = try report([])
        report.fetchedAt = UnixTime(10_000)
        report.current = Conditions(condition: .rain)
        report.observedAt = UnixTime(10_000 + 870)
        #expect(report.nextChange(after: UnixTime(9941), staleAfter: 3600) == UnixTime(9970))
    }
}
