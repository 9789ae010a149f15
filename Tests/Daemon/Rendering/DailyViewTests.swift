import ClientProtocol
import Rendering
import Testing
import Weather

@testable import Languages

@Suite struct DailyViewTests {
    private func lines(_ scene: Scene, days: Int? = nil, _ style: Style = Style()) throws -> [String] {
        try DailyView.lines(of: scene, days: days, as: .text, in: style)
    }

    @Test func wholeWeek() throws {
        #expect(
            try lines(Montevideo.scene()).joined(separator: "\n") == """
                Montevideo, Saturday 21 November 2026

                Day          Low                    High   Precip  Prob  Max wind  Cloud  Sun          Condition
                Today       12°C     ▗▄▄▄▄▄▄▄▄▄     21°C   0.0 mm    0%   22 km/h    40%  05:21–19:40  🌧️  light rain
                Sun 22 Nov  12°C     ▄▄▄▄▄▄▄▄▄▄▖    22°C   1.7 mm   14%   22 km/h    40%  05:21–19:40  🌧️  light rain
                Mon 23 Nov  11°C    ▗▄▄▄▄▄▄▄▄▄▄▄    22°C   3.4 mm   28%   22 km/h    40%  05:21–19:40  ☀️  sunny
                Tue 24 Nov  11°C    ▄▄▄▄▄▄▄▄▄▄▄▄▖   23°C   5.1 mm   42%   22 km/h    40%  05:21–19:40  ⛈️  thunderstorm
                Wed 25 Nov  10°C   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄   23°C   6.8 mm   56%   22 km/h    40%  05:21–19:40  ⛅ partly cloudy
                Thu 26 Nov   9°C  ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖  24°C   8.5 mm   70%   22 km/h    40%  05:21–19:40  🌧️  light rain
                Fri 27 Nov   9°C  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  24°C  10.2 mm   84%   22 km/h    40%  05:21–19:40  ☀️  sunny

                updated at 15:38
                Weather data by Open-Meteo.com (CC BY 4.0)
                """)
    }

    @Test func snowAndNoSun() throws {
        #expect(
            try lines(Tromsø.scene())[2...4] == [
                "Day           Low                    High    Snow  Sun         Condition",
                "Today       −13°C  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄   0°C  8.4 cm  no sunrise  🌨️  snow",
                "Tue 22 Dec      –                 ▖   0°C  8.4 cm  no sunrise  🌨️  snow",
            ])
    }

    /// Snow on the ground has a column if there is any on one of the days.
    @Test func snowOnTheGround() throws {
        var scene = try Tromsø.scene()
        scene.report?.days[0].snowDepthMax = 0.42
        scene.report?.days[1].snowDepthMax = 0
        #expect(
            try lines(scene)[2...4] == [
                "Day           Low                    High    Snow  On ground  Sun         Condition",
                "Today       −13°C  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄   0°C  8.4 cm      42 cm  no sunrise  🌨️  snow",
                "Tue 22 Dec      –                 ▖   0°C  8.4 cm     0.0 cm  no sunrise  🌨️  snow",
            ])
        scene.report?.days[0].snowDepthMax = 0
        #expect(try lines(scene)[2] == "Day           Low                    High    Snow  Sun         Condition")
    }

    /// On a day with precipitation, if the level comes within 3,000 m of the place.
    @Test(
        arguments: [
            (0.1, 2999.0, 0.0, "2999 m"), (5, 300, 0, "300 m"), (5, -200, 0, "0 m"), (0.05, 300, 0, nil),
            (nil, 300, 0, nil), (5, 3000, 0, nil), (5, nil, 0, nil), (5, 5999, 3000, "5999 m"), (5, 6000, 3000, nil),
            (5, 2999, nil, "2999 m"),
        ] as [(Double?, Double?, Double?, String?)])
    func freezingLevelIsShownWhereItMatters(
        precipitation: Double?, level: Double?, elevation: Double?, expected: String?
    ) throws {
        var scene = try Tromsø.scene()
        scene.report?.elevation = elevation
        scene.report?.days[1].precipitation = precipitation
        scene.report?.days[1].freezingLevelMin = level
        let lines = try lines(scene)
        #expect(lines[2].contains("  Freezing  ") == (expected != nil))
        #expect(!lines[3].contains(" m "))
        if let expected { #expect(lines[4].contains("  \(expected)  ")) } else { #expect(!lines[4].contains(" m ")) }
    }

    /// In feet with miles, to 100 of them.
    @Test func freezingLevelFollowsTheUnitOfDistances() throws {
        var scene = try Tromsø.scene()
        scene.report?.elevation = 0
        scene.report?.days[1].precipitation = 5
        scene.report?.days[1].freezingLevelMin = 2134
        var style = Style()
        #expect(try lines(scene, style)[4].contains("  2134 m  "))
        style.units.distance = .miles
        #expect(try lines(scene, style)[4].contains("  7000 ft  "))
        scene.report?.current?.freezingLevel = 2134
        let formats = [
            ("{freezing-level}", "7000 ft"), ("{freezing-level:m}", "2134 m"), ("{freezing-level:.1km}", "2.1 km"),
            ("{freezing-level:n}", "7001"), ("{freezing-level:mi}", "1.3 mi"), ("{freezing-level:ft}", "7000 ft"),
        ]
        for (template, text) in formats { #expect(try line(template, of: scene, in: style) == text) }
        #expect(try line("{freezing-level} {freezing-level:ft}", of: scene) == "2134 m 7000 ft")
    }

    @Test func imperialInNerdFont() throws {
        #expect(
            try lines(Montevideo.scene(), days: 2, Style(units: .imperial, icons: .nerdFont))[2...4] == [
                "Day          Low                    High   Precip  Prob  Max wind  Cloud  Sun          Condition",
                "Today       54°F   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄   70°F  0.00 in    0%    14 mph    40%  05:21–19:40  \u{E31B} light rain",
                "Sun 22 Nov  53°F  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  71°F  0.07 in   14%    14 mph    40%  05:21–19:40  \u{E31B} light rain",
            ])
    }

    @Test(arguments: [
        ("2026-11-21T23:59:59-03:00", "Sun 22 Nov"), ("2026-11-22T00:00:00-03:00", "Mon 23 Nov"),
    ])
    func dayChangesAtLocalMidnight(time: String, tomorrow: String) throws {
        let lines = try lines(Montevideo.scene(at: time))
        #expect(lines[3].hasPrefix("Today       ") && lines[4].hasPrefix(tomorrow))
    }

    @Test func todayIsLabelledInEveryLanguageAndWidth() throws {
        var style = Style(language: .german)
        #expect(try lines(Montevideo.scene(), style)[3].hasPrefix("Heute "))
        style.width = 40
        #expect(try lines(Montevideo.scene(), style)[3].hasPrefix("Heute "))
    }

    /// JSON output has its date.
    @Test func todayHasItsDateInJSON() throws {
        let json = try DailyView.lines(of: Montevideo.scene(), days: 1, as: .json, in: Style())
        #expect(json[0].contains(#""days":[{"date":"2026-11-21","weekday":"Saturday""#))
    }

    @Test func oneDigitDaysAreAligned() throws {
        var scene = try Montevideo.scene()
        scene.report?.days[1].date = CalendarDate(year: 2026, month: 12, day: 1)
        #expect(try lines(scene)[4].hasPrefix("Tue  1 Dec  12°C"))
    }

    @Test func nothingKnown() throws {
        var scene = try Montevideo.scene()
        let day = try #require(scene.report?.days.first)
        scene.report?.hours = []
        scene.report?.days = [Day(date: day.date, start: day.start, end: day.end)]
        #expect(try lines(scene)[2...3] == ["Day    Condition", "Today  ❔ unknown"])
    }

    @Test func staleAndSample() throws {
        var scene = try Montevideo.scene(at: "2026-11-23T08:00:00-03:00", provider: sampleProvider)
        scene.lastFailure = timeout
        let lines = try lines(scene)
        #expect(lines.first == "Montevideo, Monday 23 November 2026 (sample data)")
        #expect(
            lines.suffix(3) == [
                "last updated at 15:38 on Saturday 21 November",
                "last error: api.open-meteo.com did not answer within 20 s",
                "sample data, made up: not the weather of this place",
            ])
    }
}
