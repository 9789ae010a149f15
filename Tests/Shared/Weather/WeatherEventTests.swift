import Foundation
import Testing
import Weather

/// The events of a report, each notified once.
struct WeatherEventTests {
    private static let start = UnixTime(1_795_273_200)  // 2026-11-21T15:00Z, a Saturday
    private static let all = Set(WeatherEvent.Kind.allCases)
    private let coordinate: Coordinate
    private var history = NotificationHistory()

    init() throws {
        coordinate = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
    }

    // MARK: - Fixtures

    private static func at(_ minutes: Int) -> UnixTime { start.advanced(by: minutes * 60) }

    /// A report fetched this many minutes after the start, with three days of hours from the midnight before the start.
    ///
    /// - Parameter temperature: by the hours since that midnight.
    private func report(
        at minutes: Int = 0, rain: Range<Int>? = nil, provider: Provider = Provider(id: "x", name: "X"),
        temperature: (Int) -> Double? = { _ in 10 }
    ) -> Report {
        let midnight = Self.start.advanced(by: -15 * 3600)
        var report = Report(
            coordinate: coordinate, timeZone: "UTC", provider: provider, fetchedAt: Self.at(minutes))
        report.hours = (0..<72).map { index in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = temperature(index)
            return Hour(time: midnight.advanced(by: index * 3600), conditions: conditions)
        }
        report.days = (0..<3).map { index in
            let start = midnight.advanced(by: index * 86_400)
            return Day(
                date: CalendarDate(year: 2026, month: 11, day: 21 + index), start: start,
                end: start.advanced(by: 86_400))
        }
        report.precipitation = PrecipitationSeries(
            (0..<96).map { index in
                let end = (index + 1) * 15
                let isWet = rain.map { $0.contains(end - 15) } ?? false
                return PrecipitationStep(end: Self.at(end), duration: 900, amount: isWet ? 1 : 0)
            })
        return report
    }

    private func context(
        _ report: Report?, at minutes: Int, alerts: [Alert]? = nil, failedAt: Int? = nil
    ) -> EventContext {
        EventContext(
            report: report, alerts: alerts, failedAt: failedAt.map(Self.at), now: Self.at(minutes), staleAfter: 3600)
    }

    private mutating func take(
        _ report: Report?, at minutes: Int, alerts: [Alert]? = nil, failedAt: Int? = nil,
        _ kinds: Set<WeatherEvent.Kind> = all, elsewhere: Coordinate? = nil
    ) -> [WeatherEvent] {
        history.take(
            context(report, at: minutes, alerts: alerts, failedAt: failedAt), at: elsewhere ?? coordinate, kinds
        ).events
    }

    /// The history after a restart.
    private func restarted() throws -> NotificationHistory {
        try JSONDecoder().decode(NotificationHistory.self, from: JSONEncoder().encode(history))
    }

    // MARK: - Rain

    @Test mutating func rainIsNotifiedOnceHalfAnHourAhead() {
        let report = report(rain: 45..<75)
        #expect(take(report, at: 0) == [])
        #expect(
            history.nextChange(of: context(report, at: 0), at: coordinate, Self.all) == Self.at(15),
            "the next check is due then")
        #expect(take(report, at: 14) == [])
        #expect(take(report, at: 15) == [.rain(begin: Self.at(45), isSnow: false)])
        for minute in 16..<60 { #expect(take(report, at: minute) == []) }
        #expect(history.nextChange(of: context(report, at: 20), at: coordinate, Self.all) == nil)
    }

    @Test mutating func shiftingForecastIsOneRainEvent() {
        #expect(take(report(rain: 30..<60), at: 5) == [.rain(begin: Self.at(30), isSnow: false)])
        for rain in [45..<75, 30..<45, 75..<90, 60..<120] {
            #expect(take(report(at: 10, rain: rain), at: 10) == [])
        }
        // The rain is cancelled, and forecast again.
        #expect(take(report(at: 20), at: 20) == [])
        #expect(take(report(at: 40, rain: 60..<90), at: 40) == [])
    }

    @Test mutating func nextRainIsANewEvent() {
        #expect(take(report(rain: 15..<30), at: 0) == [.rain(begin: Self.at(15), isSnow: false)])
        #expect(take(report(rain: 15..<30), at: 29) == [])
        let later = report(at: 60, rain: 105..<120)
        #expect(history.nextChange(of: context(later, at: 60), at: coordinate, Self.all) == Self.at(75))
        #expect(take(later, at: 75) == [.rain(begin: Self.at(105), isSnow: false)])
    }

    @Test mutating func hourWithoutRainSeparatesSpells() {
        #expect(take(report(rain: 15..<30), at: 0) == [.rain(begin: Self.at(15), isSnow: false)])
        #expect(take(report(at: 60, rain: 75..<90), at: 60) == [], "45 minutes do not")
        #expect(take(report(at: 120, rain: 150..<165), at: 120) == [.rain(begin: Self.at(150), isSnow: false)])
    }

    @Test mutating func ongoingRainIsNotNotified() {
        #expect(take(report(rain: 0..<60), at: 5) == [])
        #expect(take(report(), at: 5, []) == [])
    }

    @Test mutating func snowIsNotifiedAsSnow() {
        #expect(
            take(report(rain: 15..<30) { _ in -3 }, at: 0, [.rain]) == [.rain(begin: Self.at(15), isSnow: true)])
    }

    @Test mutating func disabledEventIsNotRecorded() {
        #expect(take(report(rain: 15..<30), at: 0, [.frost]) == [])
        #expect(history == NotificationHistory())
        #expect(history.nextChange(of: context(report(rain: 45..<60), at: 0), at: coordinate, []) == nil, "no wake-up")
        #expect(take(report(rain: 15..<30), at: 1).count == 1)
    }

    @Test mutating func oldWeatherIsNotNotified() {
        let report = report(at: -120, rain: 15..<30) { _ in -3 }
        #expect(take(report, at: 0) == [])
        // The report is stale before the rain is near.
        let aging = self.report(at: -50, rain: 60..<90)
        #expect(history.nextChange(of: context(aging, at: 0), at: coordinate, Self.all) == nil)
    }

    // MARK: - Frost

    @Test mutating func frostIsNotifiedOncePerNightFromAfternoon() throws {
        // The start is at 15:00; the coldest hour is 06:00.
        let cold = { (hour: Int) in hour == 30 || hour == 54 ? -2.0 : 3.0 }
        let morning = report(at: -10, temperature: cold)
        #expect(take(morning, at: -1) == [], "14:59")
        #expect(history.nextChange(of: context(morning, at: -1), at: coordinate, Self.all) == Self.at(0))
        let midnight = Self.at(9 * 60)
        let frost = Frost(lowest: -2, time: Self.at(15 * 60), midnight: midnight)
        #expect(take(morning, at: 0) == [.frost(frost)])
        for hour in 1..<24 {
            #expect(take(report(at: hour * 60, temperature: cold), at: hour * 60) == [])
        }
        let next = report(at: 24 * 60, temperature: cold)
        #expect(take(next, at: 24 * 60).count == 1, "the next afternoon belongs to another night")
    }

    @Test mutating func frostForecastLaterIsNotifiedThen() {
        #expect(take(report { _ in 0.1 }, at: 0) == [])
        let colder = report(at: 300) { $0 >= 27 && $0 < 30 ? 0 : 4 }
        let events = take(colder, at: 300)
        #expect(events.map(\.kind) == [.frost])
        #expect(take(report(at: 400) { _ in 5 }, at: 400) == [])
        #expect(take(report(at: 500) { _ in -5 }, at: 500) == [], "the forecast fluctuates")
    }

    @Test(arguments: [(0, true), (8 * 60, true), (9 * 60, true), (16 * 60 + 59, true), (17 * 60, false), (-1, false)])
    mutating func nightIsFrom15To8(minutes: Int, isNight: Bool) {
        let report = report(at: minutes) { _ in -1 }
        #expect((report.frost(at: Self.at(minutes), staleAfter: 3600) != nil) == isNight)
    }

    @Test func frostOutsideTheNightIsIgnored() {
        #expect(report { $0 < 15 || $0 >= 32 ? -9 : 1 }.frost(at: Self.start, staleAfter: 3600) == nil)
        #expect(report { _ in nil }.frost(at: Self.start, staleAfter: 3600) == nil)
    }

    @Test func clockChangeDoesNotAffectFrost() throws {
        // A day of 25 hours, as when summer time ends: the nights before and after it still begin at 15:00.
        var report = report { _ in -1 }
        report.days[1].end = report.days[1].end.advanced(by: 3600)
        let end = report.days[1].end
        func frost(at hours: Int) -> Frost? {
            report.fetchedAt = end.advanced(by: hours * 3600)
            return report.frost(at: end.advanced(by: hours * 3600), staleAfter: 3600)
        }
        #expect(frost(at: -10) == nil)
        #expect(frost(at: -9)?.midnight == end)
    }

    @Test func polarDayHasNights() {
        for daylight in [Daylight.polarDay, .polarNight] {
            var report = report { _ in -1 }
            for index in report.days.indices { report.days[index].daylight = daylight }
            #expect(report.frost(at: Self.start, staleAfter: 3600)?.lowest == -1)
            report.fetchedAt = Self.at(-180)
            #expect(report.frost(at: Self.at(-180), staleAfter: 3600) == nil)
        }
    }

    // MARK: - Lost and recovered

    @Test mutating func lossIsNotifiedAfterRepeatedFailures() {
        let report = report()
        #expect(take(report, at: 59, failedAt: 59) == [], "it is still fresh")
        #expect(take(report, at: 61, failedAt: 60) == [])
        #expect(take(report, at: 64, failedAt: 64) == [], "the network may be about to return")
        #expect(take(report, at: 66, failedAt: 66) == [.lost])
        for minute in 67..<5000 { #expect(take(report, at: minute, failedAt: minute) == []) }
        let fresh = self.report(at: 5000)
        #expect(take(fresh, at: 5000) == [.back])
        #expect(take(fresh, at: 5001) == [])
    }

    @Test mutating func oldWeatherBeingFetchedIsNotLost() {
        // A start in the morning, with last night's weather in the cache, and a network that comes up some seconds
        // later.
        #expect(take(report(), at: 600) == [])
        #expect(take(report(), at: 601, failedAt: 601) == [])
        #expect(take(report(at: 602), at: 602) == [])
        #expect(take(nil, at: 700, failedAt: 700) == [], "nothing was ever fetched")
        #expect(take(nil, at: 900, failedAt: 900) == [])
    }

    @Test mutating func recoveryAloneIsNotified() {
        #expect(take(report(), at: 70, failedAt: 70, [.back]) == [])
        #expect(take(report(), at: 80, failedAt: 80, [.back]) == [])
        #expect(take(report(at: 90), at: 90, [.back]) == [.back])
    }

    @Test mutating func clockSetBackRepeatsNoNotification() {
        let report = report(rain: 15..<30) { _ in -1 }
        #expect(take(report, at: 1).map(\.kind) == [.rain, .frost])
        #expect(take(report, at: 0) == [])
        #expect(take(self.report(at: -60, rain: 15..<30) { _ in -1 }, at: -30) == [])
        #expect(take(report, at: 2) == [])
        // It does not suppress the loss either.
        #expect(take(report, at: 300, failedAt: 300).isEmpty)
        #expect(take(report, at: 100, failedAt: 100).isEmpty)
        #expect(take(report, at: 105, failedAt: 105) == [.lost])
    }

    // MARK: - Alerts

    @Test mutating func alertsAreReportedRegardlessOfSettings() {
        let gale = Alert(id: "1", event: "Gale", text: "Long text", severity: .severe)
        #expect(take(nil, at: 0, alerts: nil, []) == [])
        #expect(take(nil, at: 0, alerts: [gale], []) == [.alert(gale)])
        #expect(take(nil, at: 1, alerts: [gale]) == [])
        var worse = gale
        worse.id = "2"
        worse.replaces = ["1"]
        worse.severity = .extreme
        #expect(take(nil, at: 2, alerts: [worse]) == [.alert(worse)])
        #expect(history.take(context(nil, at: 3, alerts: []), at: coordinate, []).over.map(\.id) == ["2"])
    }

    // MARK: - All events

    @Test mutating func restartRepeatsNoNotification() throws {
        let gale = Alert(id: "1", event: "Gale")
        let report = report(rain: 15..<30) { _ in -1 }
        #expect(take(report, at: 0, alerts: [gale]).map(\.kind) == [.alert, .rain, .frost])
        history = try restarted()
        #expect(take(report, at: 1, alerts: [gale]) == [])
        _ = take(report, at: 100, failedAt: 100)
        #expect(take(report, at: 110, failedAt: 110) == [.lost])
        history = try restarted()
        #expect(take(report, at: 120, failedAt: 120) == [])
        #expect(take(self.report(at: 130), at: 130) == [.back])
    }

    @Test mutating func historyIsPerPlace() throws {
        let far = try #require(Coordinate(latitude: 40, longitude: 13.41))
        let report = report(rain: 15..<30) { _ in -1 }
        #expect(take(report, at: 0).count == 2)
        #expect(take(report, at: 1, elsewhere: far).count == 2)
        #expect(take(report, at: 2) == [])
        #expect(take(report, at: 3, elsewhere: far) == [])
    }

    @Test(arguments: [(52.6, 13.5), (52.4, 13.2)])
    mutating func shortMoveRepeatsNoNotification(latitude: Double, longitude: Double) throws {
        let near = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let gale = Alert(id: "1", event: "Gale")
        let flood = Alert(id: "2", event: "Flood")
        let report = report(rain: 15..<30) { _ in -1 }
        #expect(take(report, at: 0, alerts: [gale]).count == 3)
        #expect(take(report, at: 1, alerts: nil, elsewhere: near) == [])
        // Alerts that are not valid at the new place have not ended.
        let change = history.take(context(report, at: 2, alerts: [flood]), at: near, Self.all)
        #expect(change.events == [.alert(flood)])
        #expect(change.over == [])
        #expect(history.take(context(report, at: 3, alerts: []), at: near, Self.all).over == [flood])
    }

    @Test mutating func neighboursAcrossDateLineShareHistory() throws {
        let east = try #require(Coordinate(latitude: -17, longitude: 179.95))
        let west = try #require(Coordinate(latitude: -17, longitude: -179.95))
        let report = report(rain: 15..<30)
        #expect(take(report, at: 0, elsewhere: east).count == 1)
        #expect(take(report, at: 0, elsewhere: west) == [])
    }

    @Test mutating func historyIsBounded() throws {
        for index in 0..<400 {
            let place = try #require(Coordinate(latitude: Double(index) / 4 - 50, longitude: 0))
            _ = take(report(rain: 15..<30), at: 0, elsewhere: place)
        }
        let size = try JSONEncoder().encode(history).count
        #expect(size < 256 * 200, "\(size)")
    }

    @Test mutating func sampleWeatherIsNotNotified() {
        let sample = Provider(id: "sample", name: "Sample", isSample: true)
        #expect(take(report(rain: 15..<30, provider: sample) { _ in -1 }, at: 0) == [])
        #expect(take(report(provider: sample), at: 100, failedAt: 100) == [])
        #expect(take(report(provider: sample), at: 200, failedAt: 200) == [])
        #expect(history == NotificationHistory())
        #expect(
            history.nextChange(of: context(report(rain: 45..<60, provider: sample), at: 0), at: coordinate, Self.all)
                == nil)
    }
}
