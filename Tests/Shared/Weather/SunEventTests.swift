import Foundation
import Testing
import Weather

/// When the Sun's events are reported, and the daily brief.
struct SunEventTests {
    private static let start = UnixTime(1_795_273_200)  // 2026-11-21T15:00Z
    private static let sunKinds: Set<WeatherEvent.Kind> = [.dawn, .sunrise, .sunset, .dusk]
    private let berlin: Coordinate
    private let sydney: Coordinate
    private var history = NotificationHistory()

    init() throws {
        berlin = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
        sydney = try #require(Coordinate(latitude: -33.87, longitude: 151.21))
    }

    private static func at(_ minutes: Int) -> UnixTime { start.advanced(by: minutes * 60) }

    /// - Parameter fetched: when the report was fetched, minutes after the start; nil for no report.
    private func context(
        at minutes: Int, sun: [SunEvent] = [], briefs: [BriefTime] = [], fetched: Int? = nil, isSample: Bool = false
    ) -> EventContext {
        let report = fetched.map { minutes in
            Report(
                coordinate: berlin, timeZone: "UTC", provider: Provider(id: "x", name: "X", isSample: isSample),
                fetchedAt: Self.at(minutes))
        }
        var context = EventContext(
            report: report, alerts: nil, failedAt: nil, now: Self.at(minutes), staleAfter: 3600)
        (context.sun, context.briefs) = (sun, briefs)
        return context
    }

    private mutating func take(
        _ context: EventContext, _ kinds: Set<WeatherEvent.Kind> = sunKinds, at place: Coordinate? = nil
    ) -> [WeatherEvent.Kind] {
        history.take(context, at: place ?? berlin, kinds).events.map(\.kind)
    }

    private static let evening = [SunEvent(.sunset, at: at(60)), SunEvent(.dusk, at: at(95))]

    @Test mutating func sunEventIsReportedOnceWhenItIsDue() {
        #expect(take(context(at: 59, sun: Self.evening)) == [])
        #expect(
            history.nextChange(of: context(at: 59, sun: Self.evening), at: berlin, Self.sunKinds) == Self.at(60),
            "that is when the timer fires")
        #expect(take(context(at: 60, sun: Self.evening)) == [.sunset])
        #expect(take(context(at: 61, sun: Self.evening)) == [])
        #expect(
            history.nextChange(of: context(at: 61, sun: Self.evening), at: berlin, Self.sunKinds) == Self.at(95))
        #expect(take(context(at: 95, sun: Self.evening)) == [.dusk])
        #expect(history.nextChange(of: context(at: 96, sun: Self.evening), at: berlin, Self.sunKinds) == nil)
    }

    @Test(arguments: [(60, true), (75, true), (76, false), (300, false)])
    mutating func lateSunEventIsReportedWithinAQuarterOfAnHour(minutes: Int, isReported: Bool) {
        #expect(take(context(at: minutes, sun: [SunEvent(.sunset, at: Self.at(60))])).isEmpty == !isReported)
    }

    @Test mutating func resumeReportsMissedSunEventsInOrder() {
        let sun = [SunEvent(.dusk, at: Self.at(70)), SunEvent(.sunset, at: Self.at(60))]
        #expect(take(context(at: 74, sun: sun)) == [.sunset, .dusk])
    }

    @Test mutating func sunEventWithoutReactionIsNotReported() {
        #expect(take(context(at: 60, sun: Self.evening), [.sunrise]) == [])
        #expect(history == NotificationHistory())
        #expect(history.nextChange(of: context(at: 0, sun: Self.evening), at: berlin, [.sunrise]) == nil)
    }

    @Test mutating func restartAndClockSetBackDoNotRepeatSunset() throws {
        #expect(take(context(at: 60, sun: Self.evening)) == [.sunset])
        history = try JSONDecoder().decode(NotificationHistory.self, from: JSONEncoder().encode(history))
        #expect(take(context(at: 62, sun: Self.evening)) == [])
        #expect(take(context(at: 50, sun: Self.evening)) == [])
        #expect(take(context(at: 60, sun: Self.evening)) == [])
    }

    @Test mutating func tomorrowHasItsOwnSunset() {
        #expect(take(context(at: 60, sun: Self.evening)) == [.sunset])
        #expect(take(context(at: 1500, sun: [SunEvent(.sunset, at: Self.at(1499))])) == [.sunset])
    }

    @Test mutating func shortMoveDoesNotRepeatSunset() {
        #expect(take(context(at: 60, sun: Self.evening)) == [.sunset])
        let further = [SunEvent(.sunset, at: Self.at(64))]
        #expect(take(context(at: 64, sun: further), at: sydney) == [], "wherever it is")
        #expect(take(context(at: 240, sun: [SunEvent(.sunset, at: Self.at(240))]), at: sydney) == [.sunset])
    }

    @Test mutating func sunEventsNeedNoWeather() {
        #expect(take(context(at: 60, sun: Self.evening, fetched: 60, isSample: true)) == [.sunset])
    }

    // MARK: - The daily brief

    private static func brief(day: Int, at minutes: Int) -> BriefTime {
        BriefTime(date: CalendarDate(year: 2026, month: 11, day: day), time: at(minutes))
    }

    @Test mutating func briefIsReportedOnceADate() {
        let briefs = [Self.brief(day: 21, at: 60), Self.brief(day: 22, at: 1500)]
        #expect(take(context(at: 59, briefs: briefs, fetched: 50), [.brief]) == [])
        #expect(
            history.nextChange(of: context(at: 59, briefs: briefs, fetched: 50), at: berlin, [.brief]) == Self.at(60))
        #expect(take(context(at: 60, briefs: briefs, fetched: 50), [.brief]) == [.brief])
        #expect(take(context(at: 61, briefs: briefs, fetched: 50), [.brief]) == [])
        // The user chooses a later time, or is in another place.
        #expect(take(context(at: 120, briefs: [Self.brief(day: 21, at: 120)], fetched: 110), [.brief]) == [])
        #expect(take(context(at: 62, briefs: briefs, fetched: 50), [.brief], at: sydney) == [])
        #expect(take(context(at: 1500, briefs: briefs, fetched: 1490), [.brief]) == [.brief])
    }

    @Test(arguments: [(60, true), (180, true), (181, false)])
    mutating func briefIsReportedUpToTwoHoursLate(minutes: Int, isReported: Bool) {
        let context = context(at: minutes, briefs: [Self.brief(day: 21, at: 60)], fetched: minutes - 5)
        #expect(take(context, [.brief]).isEmpty == !isReported)
    }

    @Test mutating func briefWaitsForFreshWeather() {
        let briefs = [Self.brief(day: 21, at: 60)]
        #expect(take(context(at: 60, briefs: briefs), [.brief]) == [])
        #expect(take(context(at: 61, briefs: briefs, fetched: -300), [.brief]) == [])
        #expect(take(context(at: 62, briefs: briefs, fetched: 62, isSample: true), [.brief]) == [])
        #expect(take(context(at: 62, briefs: briefs, fetched: 62), [.brief]) == [.brief])
    }
}
