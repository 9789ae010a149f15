import ClientProtocol
import Testing
import Weather

@testable import Rendering

@Suite struct DaySummaryTests {
    private func summary(_ scene: Scene, _ style: Style = Style()) throws -> String {
        try line("{summary}", of: scene, in: style)
    }

    /// A day without weather: 10°, and dry.
    private func plainDay(at time: String, change: (Int, inout Conditions) -> Void = { _, _ in }) throws -> Scene {
        var scene = try Montevideo.scene(at: time)
        scene.report?.fetchedAt = scene.now
        scene.report?.observedAt = scene.now
        for index in 0..<72 {
            var conditions = Conditions(condition: .overcast)
            conditions.temperature = 10
            change(index, &conditions)
            scene.report?.hours[index].conditions = conditions
            scene.report?.hours[index].precipitationProbability = nil
        }
        return scene
    }

    @Test(arguments: [
        ("00:00:00", "Today: light rain from 20:00, 12°C to 21°C."),
        ("00:59:59", "Today: light rain from 20:00, 12°C to 21°C."),
        ("01:00:00", "Rest of today: light rain from 20:00, 13°C to 21°C."),
        ("15:42:00", "Rest of today: light rain from 20:00, 16°C to 21°C."),
        ("19:39:59", "Rest of today: light rain from 20:00, 16°C to 19°C."),
        // After sunset the summary is about the coming night.
        ("19:40:00", "Tonight: light rain from 20:00, 12°C."), ("20:00:00", "Tonight: light rain, 12°C."),
        ("23:59:59", "Tonight: light rain, 12°C."),
    ])
    func restOfTheDay(time: String, text: String) throws {
        var scene = try Montevideo.scene(at: "2026-11-21T\(time)-03:00")
        scene.report?.fetchedAt = scene.now
        scene.report?.observedAt = scene.now
        #expect(try summary(scene) == text)
    }

    @Test(arguments: [
        ([15], "rain until 16:00"), ([16], "rain from 16:00 until 17:00"),
        ([16, 18], "rain from 16:00 until 19:00"), ([23], "rain from 23:00"),
        ([16, 20], "rain from 16:00 until 17:00 and from 20:00 until 21:00"),
        ([15, 23], "rain until 16:00 and from 23:00"), ([14], "overcast"), ([24], "overcast"),
    ])
    func whenRainFalls(hours: [Int], text: String) throws {
        let scene = try plainDay(at: "2026-11-21T15:42:00-03:00") { index, conditions in
            if hours.contains(index) { conditions.condition = .rain }
        }
        #expect(try summary(scene) == "Rest of today: \(text), 10°C.")
    }

    @Test(arguments: [
        (0.2, 0.2, 0.0, "light rain from 18:00 until 19:00"), (0.2, 0.0, 3.0, "light snow from 18:00 until 19:00"),
        (0.0, 0.0, 0.0, "overcast"), (0.19, 0.19, 0.0, "overcast"),
        (0.3, nil, nil, "light rain from 18:00 until 19:00"),
    ])
    func precipitationTypes(precipitation: Double, rain: Double?, snowfall: Double?, text: String) throws {
        let scene = try plainDay(at: "2026-11-21T15:42:00-03:00") { index, conditions in
            guard index == 18 else { return }
            conditions.precipitation = precipitation
            conditions.rain = rain
            conditions.snowfall = snowfall
        }
        #expect(try summary(scene) == "Rest of today: \(text), 10°C.")
    }

    @Test func wind() throws {
        var style = Style()
        let scene = try plainDay(at: "2026-11-21T15:42:00-03:00") { index, conditions in
            conditions.windSpeed = index == 20 ? 10.8 : index < 15 ? 30 : 2
        }
        #expect(try summary(scene, style) == "Rest of today: overcast, 10°C, windy.")
        style.thresholds.windy = 11
        #expect(try summary(scene, style) == "Rest of today: overcast, 10°C.")
    }

    @Test func zeroIsShownAndMissingTemperatureIsNot() throws {
        let frost = try plainDay(at: "2026-11-21T15:42:00-03:00") { $1.temperature = $0 == 20 ? -0.3 : 0.2 }
        #expect(try summary(frost) == "Rest of today: overcast, 0°C.")
        let unknown = try plainDay(at: "2026-11-21T15:42:00-03:00") { $1.temperature = nil }
        #expect(try summary(unknown) == "Rest of today: overcast.")
    }

    @Test func withoutSunsetEveningStartsAtSix() throws {
        var scene = try Tromsø.scene()
        #expect(try summary(scene) == "Rest of today: snow until 23:00, 0°C.")
        scene.now = try moment("2026-12-21T17:59:59+01:00")
        #expect(try summary(scene).hasPrefix("Rest of today: "))
        scene.now = try moment("2026-12-21T18:00:00+01:00")
        #expect(try summary(scene).hasPrefix("Tonight: "))
        // If the sun sets in the afternoon, as in winter, there is no evening.
        scene = try plainDay(at: "2026-11-21T16:00:00-03:00")
        scene.report?.days[0].daylight = .sun(
            rise: try moment("2026-11-21T09:00:00-03:00"), set: try moment("2026-11-21T15:00:00-03:00"))
        #expect(try summary(scene) == "Rest of today: overcast, 10°C.")
    }

    @Test func lastDayOfTheForecast() throws {
        let scene = try Montevideo.scene(at: "2026-11-23T20:10:00-03:00")
        #expect(try summary(scene) == "Tonight: clear, 16°C. (forecast)")
        #expect(try line("{tomorrow-summary}", of: scene) == "(forecast)")
    }

    /// Clocks change in the night from 24 to 25 October: the day has 25 hours.
    @Test func dayOf25Hours() throws {
        var scene = try hourly(in: "Europe/Berlin", from: "2026-10-25T00:00:00+02:00", hours: 25)
        #expect(try summary(scene) == "Today: sunny, 0°C to 24°C. (forecast)")
        scene.now = try moment("2026-10-25T17:59:59+01:00")
        scene.report?.fetchedAt = scene.now
        scene.report?.observedAt = scene.now
        #expect(try summary(scene) == "Rest of today: sunny, 18°C to 24°C. (forecast)")
        scene.now = scene.now.advanced(by: 1)
        #expect(try summary(scene) == "Tonight: clear, 19°C. (forecast)")
        scene.report?.hours[20].conditions.condition = .rain
        scene.now = try moment("2026-10-25T12:00:00+01:00")
        scene.report?.fetchedAt = scene.now
        scene.report?.observedAt = scene.now
        #expect(try summary(scene) == "Rest of today: rain from 19:00 until 20:00, 13°C to 24°C. (forecast)")
    }

    /// Sunny hours and an overcast evening are a sunny day; without daytime hours, those after dark count.
    @Test(arguments: [
        (10, "Rest of today: sunny, 10°C."), (15, "Rest of today: partly cloudy, 10°C."),
        (18, "Rest of today: overcast, 10°C."),
    ])
    func daySkyIsTheMostFrequent(hour: Int, text: String) throws {
        let scene = try plainDay(at: "2026-11-21T\(hour):00:00-03:00") { index, conditions in
            conditions.isDay = (6..<20).contains(index)
            conditions.condition = index < 16 ? .clear : index < 18 ? .partlyCloudy : .overcast
        }
        #expect(try summary(scene) == text)
    }

    /// The provider's condition covers the whole day, whose worst part has passed, and hours that the sentence knows better.
    @Test(arguments: [
        ("15:42:00", "Rest of today: partly cloudy, 10°C.", "partly cloudy"),
        ("20:00:00", "Tonight: clear, 10°C.", "clear"), ("00:00:00", "Today: rain until 10:00, 10°C.", "rain"),
    ])
    func todayInTablesMatchesSummary(time: String, sentence: String, condition: String) throws {
        var scene = try plainDay(at: "2026-11-21T\(time)-03:00") { index, conditions in
            conditions.isDay = (6..<20).contains(index % 24)
            conditions.condition = index < 10 ? .rain : index < 20 ? .partlyCloudy : .clear
        }
        scene.report?.days[0].condition = .thunderstorm
        scene.report?.days[1].condition = .thunderstorm
        #expect(try summary(scene) == sentence)
        var style = Style(icons: .ascii)
        for width in [200, 80] {
            style.width = width
            let views = [
                try CurrentView.lines(of: scene, as: .text, in: style),
                try DailyView.lines(of: scene, days: nil, as: .text, in: style),
            ]
            for lines in views {
                #expect(lines.contains { $0.hasPrefix("Today ") && $0.hasSuffix(" \(condition)") })
                #expect(lines.contains { $0.hasPrefix("Sun ") && $0.hasSuffix(" sunny") })
            }
        }
        style.width = 200
        let show = try ShowView.lines(of: scene, as: .text, in: style)
        #expect(show.contains { $0.contains(" Today ") && $0.contains(" \(condition)") })
        let json = try DailyView.lines(of: scene, days: 1, as: .json, in: style)
        #expect(json[0].contains(#""expected":{"code":"\#(condition.replacing(" ", with: "-"))""#))
    }

    /// The sentence is about the night, the row only about today.
    @Test func snowAfterMidnightIsTomorrow() throws {
        let scene = try plainDay(at: "2026-11-21T20:00:00-03:00") { index, conditions in
            conditions.isDay = (6..<20).contains(index % 24)
            conditions.condition = index < 26 ? .overcast : .snowLight
        }
        #expect(try summary(scene).contains("snow"))
        let style = Style(icons: .ascii)
        for lines in [
            try CurrentView.lines(of: scene, as: .text, in: style),
            try DailyView.lines(of: scene, days: nil, as: .text, in: style),
        ] {
            #expect(lines.contains { $0.hasPrefix("Today ") && $0.hasSuffix(" overcast") }, "\(lines)")
        }
    }

    @Test func withoutHoursProviderDayIsUsed() throws {
        var scene = try Montevideo.scene()
        scene.report?.hours = []
        #expect(try DailyView.lines(of: scene, days: 1, as: .text, in: Style())[3].hasSuffix("⛅ partly cloudy"))
    }

    @Test func nightSkyIsThatOfItsHours() throws {
        let scene = try plainDay(at: "2026-11-21T20:00:00-03:00") { index, conditions in
            conditions.isDay = false
            conditions.condition = index < 27 ? .clear : .overcast
        }
        #expect(try summary(scene) == "Tonight: clear, 10°C.")
    }
}
