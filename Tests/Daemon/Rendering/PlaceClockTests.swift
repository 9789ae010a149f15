import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Local times around clock changes, and in zones that are not whole hours from UTC.
@Suite struct PlaceClockTests {
    /// The hour that occurs twice has its zone, in any direction from UTC; its neighbours have none.
    @Test(arguments: [
        ("Europe/Berlin", "2026-10-24T23:59:59Z", "01:59"), ("Europe/Berlin", "2026-10-25T00:00:00Z", "02:00 CEST"),
        ("Europe/Berlin", "2026-10-25T00:59:59Z", "02:59 CEST"), ("Europe/Berlin", "2026-10-25T01:00:00Z", "02:00 CET"),
        ("Europe/Berlin", "2026-10-25T01:59:59Z", "02:59 CET"), ("Europe/Berlin", "2026-10-25T02:00:00Z", "03:00"),
        // Clocks set forward repeat nothing.
        ("Europe/Berlin", "2026-03-29T00:59:00Z", "01:59"), ("Europe/Berlin", "2026-03-29T01:00:00Z", "03:00"),
        ("America/New_York", "2026-11-01T05:30:00Z", "01:30 EDT"),
        ("America/New_York", "2026-11-01T06:30:00Z", "01:30 EST"),
        ("America/St_Johns", "2026-11-01T03:45:00Z", "01:15 NDT"),
        // Half an hour, in a zone without letters.
        ("Australia/Lord_Howe", "2026-04-04T14:29:00Z", "01:29"),
        ("Australia/Lord_Howe", "2026-04-04T14:30:00Z", "01:30 UTC+11"),
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", "01:30 UTC+10:30"),
        ("Australia/Lord_Howe", "2026-04-04T15:30:00Z", "02:00"),
        // Two hours.
        ("Antarctica/Troll", "2026-10-24T23:30:00Z", "01:30 UTC+2"),
        ("Antarctica/Troll", "2026-10-25T01:30:00Z", "01:30 UTC+0"),
        // Without changes.
        ("Asia/Kolkata", "2026-10-25T00:30:00Z", "06:00"), ("UTC", "2026-10-25T00:30:00Z", "00:30"),
    ])
    func repeatedHours(zone: String, time: String, text: String) throws {
        #expect(PlaceClock(zoneName: zone).time(try moment(time)) == text)
    }

    @Test func repeatedHourOnATwelveHourClock() throws {
        let clock = PlaceClock(zoneName: "America/New_York", in: Style(clock: .hours12))
        #expect(clock.time(try moment("2026-11-01T05:30:00Z")) == "1:30 AM EDT")
    }

    /// As in CLDR; German alone has its own names of zones.
    @Test(arguments: [
        (Language.german, "Europe/Berlin", "2026-10-25T00:00:00Z", "02:00 MESZ"),
        (.german, "Europe/Berlin", "2026-10-25T01:00:00Z", "02:00 MEZ"),
        (.german, "Europe/Athens", "2026-10-25T00:30:00Z", "03:30 OESZ"),
        (.german, "Europe/Athens", "2026-10-25T01:30:00Z", "03:30 OEZ"),
        (.german, "Europe/Lisbon", "2026-10-25T00:30:00Z", "01:30 WESZ"),
        (.german, "Europe/Lisbon", "2026-10-25T01:30:00Z", "01:30 WEZ"),
        (.german, "America/New_York", "2026-11-01T05:30:00Z", "01:30 EDT"),
        (.french, "Europe/Paris", "2026-10-25T00:00:00Z", "02:00 CEST"),
    ])
    func zonesInTheLanguage(language: Language, zone: String, time: String, text: String) throws {
        var style = Style()
        style.speak(language, locale: language.rawValue)
        #expect(PlaceClock(zoneName: zone, in: style).time(try moment(time)) == text)
    }

    /// In the table, the chart and the sentence.
    @Test func repeatedHoursAreToldApart() throws {
        var scene = try hourly(in: "Europe/Berlin", from: "2026-10-25T00:00:00+02:00", hours: 25)
        scene.report?.hours[2].conditions.condition = .rain
        var style = Style()
        let rows = try HourlyView.lines(of: scene, hours: 6, as: .text, in: style)
        #expect(rows.contains { $0.hasPrefix("02:00 CEST ") } && rows.contains { $0.hasPrefix("02:00 CET ") })
        #expect(rows.contains { $0.hasPrefix("03:00 ") } && rows.contains { $0.hasPrefix("01:00 ") })
        #expect(
            try line("{summary}", of: scene)
                == "Today: rain from 02:00 CEST until 02:00 CET, 0°C to 24°C. (forecast)")
        style.width = 100
        let chart = try HourlyView.lines(of: scene, hours: 6, as: .text, in: style)
        #expect(chart.contains { $0.contains("02:00 CEST") && $0.contains("02:00 CET") && !$0.hasPrefix("02") })
    }

    /// The current hour began yesterday by the local date.
    @Test(arguments: [
        ("Asia/Kolkata", "2026-11-20T18:00:00Z"), ("Asia/Kathmandu", "2026-11-20T18:00:00Z"),
        ("America/St_Johns", "2026-11-21T03:00:00Z"), ("Australia/Lord_Howe", "2026-07-20T13:00:00Z"),
    ])
    func nowIsUnderItsOwnDay(zone: String, start: String) throws {
        var scene = try hourly(in: zone, from: start, hours: 30)
        let clock = PlaceClock(zoneName: zone)
        scene.now = clock.midnight(after: scene.now).advanced(by: 60)
        scene.report?.fetchedAt = scene.now
        let rows = try HourlyView.lines(of: scene, hours: 26, as: .text, in: Style())
        let now = try #require(rows.firstIndex { $0.hasPrefix("Now") })
        // The header has the date; the first date in the table is tomorrow's.
        #expect(rows[now - 1].hasPrefix("Time"), "\(rows)")
        let dates = rows.filter { Language.english.words.beginsWithWeekday($0) }
        #expect(dates == [clock.longDate(clock.date(clock.midnight(after: scene.now)))])
    }

    /// As in CLDR 48: order of dates, clock, and halves of the day.
    @Test(arguments: [
        ("en_GB.UTF-8", "Saturday 21 November 2026", "15:42"), ("en_AU", "Saturday 21 November 2026", "3:42 pm"),
        ("en_NZ", "Saturday 21 November 2026", "3:42 pm"), ("en_IE", "Saturday 21 November 2026", "15:42"),
        ("en_ZA", "Saturday 21 November 2026", "15:42"), ("en_IN", "Saturday 21 November 2026", "3:42 pm"),
        ("en_CA.UTF-8", "Saturday, November 21, 2026", "3:42 p.m."),
        ("en_US", "Saturday, November 21, 2026", "3:42 PM"),
        ("en_PR", "Saturday, November 21, 2026", "3:42 PM"), ("en_PH", "Saturday, November 21, 2026", "3:42 PM"),
        ("en_JP", "Saturday, November 21, 2026", "15:42"), ("en_DE", "Saturday 21 November 2026", "15:42"),
    ])
    func englishRegions(locale: String, date: String, time: String) throws {
        var style = Style()
        style.speak(.english, locale: locale)
        let clock = PlaceClock(zoneName: "America/Montevideo", in: style)
        let moment = try moment("2026-11-21T15:42:00-03:00")
        #expect(clock.longDate(moment) == date)
        #expect(clock.time(moment) == time)
    }
}
