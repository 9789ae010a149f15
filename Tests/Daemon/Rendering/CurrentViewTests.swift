import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

@Suite struct CurrentViewTests {
    private func text(_ scene: Scene, _ style: Style = Style()) throws -> String {
        try CurrentView.lines(of: scene, as: .text, in: style).joined(separator: "\n")
    }

    @Test func mildDay() throws {
        let text = try text(Montevideo.scene())
        #expect(
            text == """
                Montevideo, Saturday 21 November 2026, 15:42

                Rest of today: light rain from 20:00, 16°C to 21°C.

                Condition         ⛅ partly cloudy
                Temperature       17.6°C
                Feels like        16.9°C
                High / low today  21.0°C / 12.3°C
                Humidity          63%
                Dew point         10.5°C
                Cloud cover       40%
                Wind              ↗ 14 km/h from SSW, gusts 31 km/h
                Pressure          1015 hPa
                Precipitation     0.0 mm in 1 h
                Visibility        24 km
                UV index          6 (high)
                Sunrise           05:21
                Sunset            19:40

                Next hours
                16:00  20°C           5%  ⛅ partly cloudy
                17:00  20°C           5%  ⛅ partly cloudy
                18:00  19°C           5%  ⛅ partly cloudy
                19:00  19°C           5%  ⛅ partly cloudy
                20:00  18°C  0.4 mm  75%  🌧️  light rain
                21:00  17°C  0.4 mm  75%  🌧️  light rain
                22:00  17°C  0.4 mm  75%  🌧️  light rain
                23:00  16°C  0.4 mm  75%  🌧️  light rain

                Next days
                Today  12°C     ▗▄▄▄▄▄▄▄▄▄     21°C       🌧️  light rain
                Sun    12°C     ▄▄▄▄▄▄▄▄▄▄▖    22°C  14%  🌧️  light rain
                Mon    11°C    ▗▄▄▄▄▄▄▄▄▄▄▄    22°C  28%  ☀️  sunny
                Tue    11°C    ▄▄▄▄▄▄▄▄▄▄▄▄▖   23°C  42%  ⛈️  thunderstorm
                Wed    10°C   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄   23°C  56%  ⛅ partly cloudy
                Thu     9°C  ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖  24°C  70%  🌧️  light rain
                Fri     9°C  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  24°C  84%  ☀️  sunny

                model, values of 15:30, updated 4 min ago
                Weather data by Open-Meteo.com (CC BY 4.0)
                """)
    }

    @Test func warningsAndNowcastComeFirst() throws {
        var scene = try Montevideo.scene(warning: [Alert(id: "2", event: "Frost"), Montevideo.storm()])
        scene.report?.precipitation = try Montevideo.shower()
        #expect(
            try text(scene).hasPrefix(
                """
                Montevideo, Saturday 21 November 2026, 15:42

                ⚠️  Storm Warning (severe), until Sunday 18:00
                ⚠️  Frost (severity unknown), no end given

                Rest of today: light rain from 20:00, 16°C to 21°C.

                Nowcast           rain expected in 18 min
                Condition         ⛅ partly cloudy
                Temperature       17.6°C
                """))
        #expect(
            try text(scene).hasSuffix(
                "\nWeather data by Open-Meteo.com (CC BY 4.0)\nWarnings by MET Norway (CC BY 4.0)"))
    }

    /// The present comes first; then hours, then days, as far as there is room.
    @Test(arguments: [(60, 8, 7), (41, 8, 7), (40, 8, 6), (36, 6, 4), (30, 6, 0), (24, 0, 0), (16, 0, 0)])
    func pageFitsTheHeight(height: Int, hours: Int, days: Int) throws {
        var style = Style()
        (style.width, style.height) = (80, height)
        let lines = try CurrentView.lines(of: Montevideo.scene(), as: .text, in: style)
        #expect(lines.count < height)
        #expect(lines.count { $0.contains(":00  ") } == hours && lines.count { $0.contains("▄") } == days)
        #expect(lines.contains { $0.hasPrefix("Temperature") } && lines.last?.hasPrefix("Weather data by") == true)
        #expect(lines.contains { $0.hasPrefix("Dew point") } == (height >= 24))
    }

    /// A bar's tooltip has to fit a laptop's screen.
    @Test func briefViewHas25Lines() throws {
        let scene = try Montevideo.scene()
        let (report, present) = try scene.present()
        let lines = CurrentView.text(of: report, present, in: scene, Style(), isBrief: true)
        #expect(lines.count == 25)
        #expect(lines.contains { $0.plain.hasPrefix("16:00") } && !lines.contains { $0.plain.hasPrefix("20:00") })
    }

    @Test func manyWarningsLeaveRoom() throws {
        let alerts = (0..<50).map { Alert(id: "\($0)", event: "Flood \($0)") }
        let lines = try CurrentView.lines(of: Montevideo.scene(warning: alerts), as: .text, in: Style(icons: .ascii))
        #expect(lines[2] == "! Flood 0 (severity unknown), no end given")
        #expect(lines[7] == "and 45 more, see: weatherctl alerts")
    }

    @Test(arguments: [
        ("2026-11-21T15:42:30-03:00", "rain expected in 18 min"), ("2026-11-21T16:00:00-03:00", "dry from 16:45"),
        ("2026-11-21T16:44:59-03:00", "dry from 16:45"), ("2026-11-21T16:45:00-03:00", nil),
    ])
    func nowcasts(time: String, words: String?) throws {
        var scene = try Montevideo.scene(at: time)
        scene.staleAfter = 7200
        scene.report?.precipitation = try Montevideo.shower()
        let row = try CurrentView.lines(of: scene, as: .text, in: Style()).first { $0.hasPrefix("Nowcast") }
        #expect(row == words.map { "Nowcast           " + $0 })
    }

    @Test func rainWithoutAnEnd() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T15:59:00-03:00")
        scene.report?.precipitation = PrecipitationSeries(
            (0...4).map { PrecipitationStep(end: scene.now.advanced(by: 60 + $0 * 900), duration: 900, amount: 2) })
        #expect(try text(scene).contains("\nNowcast           rain continues\n"))
    }

    @Test func imperialInASCII() throws {
        let text = try text(Montevideo.scene(), Style(units: .imperial, icons: .ascii))
        #expect(
            text == """
                Montevideo, Saturday 21 November 2026, 15:42

                Rest of today: light rain from 20:00, 61°F to 70°F.

                Condition         m partly cloudy
                Temperature       63.8°F
                Feels like        62.4°F
                High / low today  69.8°F / 54.1°F
                Humidity          63%
                Dew point         50.9°F
                Cloud cover       40%
                Wind              ↗ 9 mph from SSW, gusts 19 mph
                Pressure          29.98 inHg
                Precipitation     0.00 in/1 h
                Visibility        15 mi
                UV index          6 (high)
                Sunrise           05:21
                Sunset            19:40

                Next hours
                16:00  69°F            5%  m partly cloudy
                17:00  68°F            5%  m partly cloudy
                18:00  67°F            5%  m partly cloudy
                19:00  65°F            5%  m partly cloudy
                20:00  64°F  0.02 in  75%  / light rain
                21:00  63°F  0.02 in  75%  / light rain
                22:00  62°F  0.02 in  75%  / light rain
                23:00  61°F  0.02 in  75%  / light rain

                Next days
                Today  54°F     ▗▄▄▄▄▄▄▄▄▄     70°F       / light rain
                Sun    53°F     ▄▄▄▄▄▄▄▄▄▄▖    71°F  14%  / light rain
                Mon    52°F    ▗▄▄▄▄▄▄▄▄▄▄▄    72°F  28%  o sunny
                Tue    51°F    ▄▄▄▄▄▄▄▄▄▄▄▄▖   73°F  42%  !/ thunderstorm
                Wed    50°F   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄   73°F  56%  m partly cloudy
                Thu    49°F  ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖  74°F  70%  / light rain
                Fri    48°F  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  75°F  84%  o sunny

                model, values of 15:30, updated 4 min ago
                Weather data by Open-Meteo.com (CC BY 4.0)
                """)
    }

    @Test func snowInThePolarNight() throws {
        let text = try text(Tromsø.scene())
        #expect(
            text == """
                Tromsø, Monday 21 December 2026, 12:00

                Rest of today: snow until 23:00, 0°C.

                Condition         ❄️  heavy snow
                Temperature       0.0°C
                Feels like        −7.3°C
                High / low today  0.0°C / −12.7°C
                Humidity          96%
                Wind              calm, gusts 20 km/h
                Precipitation     1.2 mm in 1 h
                Snowfall          1.1 cm in 1 h
                Visibility        0.4 km
                UV index          0 (low)
                Sun               does not rise today

                Next hours
                13:00  0°C  🌙 clear
                14:00  0°C  🌨️  snow
                15:00  0°C  🌙 clear
                16:00  0°C  🌨️  snow
                17:00  0°C  🌙 clear
                18:00  0°C  🌨️  snow
                19:00  0°C  🌙 clear
                20:00  0°C  🌨️  snow

                Next days
                Today  −13°C  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  0°C  🌨️  snow
                Tue        –                 ▖  0°C  🌨️  snow

                model, values of 12:00, updated just now
                Weather data by Open-Meteo.com (CC BY 4.0)
                """)
    }

    @Test(
        arguments: [
            (0.1, 0.2, "calm"), (0.1, 4.0, "calm, gusts 14 km/h"), (nil, 0.2, "calm"), (0.1, nil, "calm"),
            (4.0, nil, "↗ 14 km/h from SSW"),
        ] as [(Double?, Double?, String)])
    func calms(speed: Double?, gust: Double?, wind: String) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.windSpeed = speed
        scene.report?.current?.windGust = gust
        #expect(try text(scene).contains("\nWind              \(wind)\n"))
    }

    @Test func beaufort() throws {
        var units = Units.metric
        units.wind = .beaufort
        #expect(
            try text(Montevideo.scene(), Style(units: units)).contains(
                "\nWind              ↗ 3 Bft from SSW, gusts 5 Bft\n"))
    }

    @Test func everyOtherUnit() throws {
        var units = Units.metric
        units.temperature = .kelvin
        units.wind = .metersPerSecond
        units.pressure = .millimetersOfMercury
        let text = try text(Montevideo.scene(), Style(units: units))
        #expect(text.contains("\nTemperature       290.8 K\n"))
        #expect(text.contains("\nWind              ↗ 3.9 m/s from SSW, gusts 8.6 m/s\n"))
        #expect(text.contains("\nPressure          761 mmHg\n"))
        units.wind = .knots
        #expect(try self.text(Montevideo.scene(), Style(units: units)).contains("↗ 8 kn from SSW, gusts 17 kn"))
    }

    @Test func polarDay() throws {
        var scene = try Montevideo.scene()
        scene.report?.days[0].daylight = .polarDay
        #expect(try text(scene).contains("\nSun               does not set today\n"))
    }

    @Test func unknownTimeZoneIsShownAsUTC() throws {
        var scene = try Montevideo.scene()
        scene.report?.timeZone = "Mars/Olympus_Mons"
        let text = try text(scene)
        #expect(text.hasPrefix("Montevideo, Saturday 21 November 2026, 18:42 UTC\n"))
        #expect(text.contains("\nSunset            22:40 UTC\n"))
    }

    @Test(arguments: [
        (0.0, "0 (low)"), (2.4, "2 (low)"), (2.5, "3 (moderate)"), (5.6, "6 (high)"), (8.0, "8 (very high)"),
        (10.5, "11 (extreme)"),
    ])
    func uvCategories(index: Double, text: String) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.uvIndex = index
        #expect(try self.text(scene).contains("\nUV index          \(text)\n"))
    }

    @Test(arguments: [
        (400.0, "0.4 km"), (0.0, "0.0 km"), (9_940.0, "9.9 km"), (9_960.0, "10 km"), (24_140.0, "24 km"),
    ])
    func visibilities(meters: Double, text: String) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.visibility = meters
        #expect(try self.text(scene).contains("\nVisibility        \(text)\n"))
    }
}
