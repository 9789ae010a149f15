import ClientProtocol
import Rendering
import Testing
import Weather

@Suite struct HourlyViewTests {
    private func lines(_ scene: Scene, hours: Int? = nil, _ style: Style = Style()) throws -> [String] {
        try HourlyView.lines(of: scene, hours: hours, as: .text, in: style)
    }

    @Test func wholeDay() throws {
        #expect(
            try lines(Montevideo.scene(at: "2026-11-21T16:30:00-03:00"), hours: 10).joined(separator: "\n") == """
                Montevideo, Saturday 21 November 2026

                Time   Temp  Feels  Precip  Prob     Wind    Gusts  From  Humid  Cloud  Pressure  Condition
                Now    18°C   17°C            5%  14 km/h  31 km/h  SSW     63%    40%  1015 hPa  ⛅ partly cloudy
                17:00  20°C   17°C            5%   4 km/h  31 km/h  WSW     63%    40%  1015 hPa  ⛅ partly cloudy
                18:00  19°C   17°C            5%   7 km/h  31 km/h  W       63%    40%  1015 hPa  ⛅ partly cloudy
                19:00  19°C   17°C            5%  11 km/h  31 km/h  WNW     63%    40%  1015 hPa  ⛅ partly cloudy
                20:00  18°C   17°C  0.4 mm   75%  14 km/h  31 km/h  WNW     63%    40%  1015 hPa  🌧️  light rain
                21:00  17°C   17°C  0.4 mm   75%  18 km/h  31 km/h  NW      63%    40%  1015 hPa  🌧️  light rain
                22:00  17°C   17°C  0.4 mm   75%  22 km/h  31 km/h  NNW     63%    40%  1015 hPa  🌧️  light rain
                23:00  16°C   17°C  0.4 mm   75%  25 km/h  31 km/h  NNW     63%    40%  1015 hPa  🌧️  light rain
                Sunday 22 November
                00:00  12°C   17°C  0.4 mm   75%     calm  31 km/h          63%    40%  1015 hPa  🌧️  light rain
                01:00  13°C   17°C  0.4 mm   75%   4 km/h  31 km/h  NNE     63%    40%  1015 hPa  🌧️  light rain

                updated at 15:38
                Weather data by Open-Meteo.com (CC BY 4.0)
                """)
    }

    @Test func firstRowIsCurrentWeatherWithHourlyPrecipitation() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T20:10:00-03:00")
        scene.report?.fetchedAt = scene.now
        scene.report?.observedAt = scene.now
        let fresh = try lines(scene, hours: 2)
        #expect(fresh[3].hasPrefix("Now    18°C   17°C  0.4 mm   75%  14 km/h  31 km/h  SSW"))
        #expect(fresh[3].hasSuffix("partly cloudy"))
        #expect(fresh[4].hasPrefix("21:00  17°C"))
        // Without current weather the row is the hour's.
        scene.report?.current = nil
        let forecast = try lines(scene, hours: 2)
        #expect(forecast[3].hasPrefix("Now    18°C   17°C  0.4 mm   75%  14 km/h  31 km/h  WNW"))
        #expect(forecast[3].hasSuffix("light rain"))
    }

    @Test func jsonFirstHourIsForecast() throws {
        var scene = try Montevideo.scene()
        let json = try HourlyView.lines(of: scene, hours: 2, as: .json, in: Style())
        scene.report?.current?.temperature = -20
        #expect(try HourlyView.lines(of: scene, hours: 2, as: .json, in: Style()) == json)
    }

    @Test func endsWithTomorrow() throws {
        let times = try lines(Montevideo.scene()).filter { $0.contains("°C") }.map { String($0.prefix(5)) }
        #expect(times.count == 9 + 24)
        #expect(times.first == "Now  ")
        #expect(times.last == "23:00")
    }

    @Test func withoutDaysEndsWithTomorrowInLocalTime() throws {
        var scene = try Montevideo.scene()
        scene.report?.days = []
        #expect(try lines(scene) == lines(Montevideo.scene()))
    }

    @Test func imperialAndBeaufort() throws {
        var units = Units.imperial
        units.wind = .beaufort
        #expect(
            try lines(Montevideo.scene(), hours: 2, Style(units: units, icons: .ascii))[2...4] == [
                "Time   Temp  Feels  Prob   Wind  Gusts  From  Humid  Cloud    Pressure  Condition",
                "Now    64°F   62°F    5%  3 Bft  5 Bft  SSW     63%    40%  29.98 inHg  m partly cloudy",
                "16:00  69°F   62°F    5%   calm  5 Bft          63%    40%  29.98 inHg  m partly cloudy",
            ])
    }

    @Test func emptyColumnIsOmitted() throws {
        var scene = try Tromsø.scene()
        #expect(
            try lines(scene, hours: 2)[2...4] == [
                "Time   Temp  Condition", "Now     0°C  ❄️  heavy snow", "13:00   0°C  🌙 clear",
            ])
        scene.report?.hours[13].conditions.temperature = nil
        #expect(try lines(scene, hours: 2)[4] == "13:00     –  🌙 clear")
    }

    @Test func nothingKnown() throws {
        var scene = try Montevideo.scene()
        scene.report?.current = nil
        scene.report?.hours = [Hour(time: scene.now, conditions: Conditions())]
        #expect(try lines(scene)[2...3] == ["Time  Condition", "Now   ❔ unknown"])
    }

    @Test func hourRepeatsWhenClocksGoBack() throws {
        let scene = try hourly(in: "Europe/Berlin", from: "2026-10-24T23:00:00+02:00", hours: 6)
        #expect(
            try lines(scene)[2...9] == [
                "Time        Temp  Condition",
                "Now          0°C  ☀️  clear",
                "Sunday 25 October",
                "00:00        1°C  ☀️  clear",
                "01:00        2°C  ☀️  clear",
                "02:00 CEST   3°C  ☀️  clear",
                "02:00 CET    4°C  ☀️  clear",
                "03:00        5°C  ☀️  clear",
            ])
    }

    @Test func hourIsSkippedWhenClocksGoForward() throws {
        let scene = try hourly(in: "Europe/Berlin", from: "2026-03-28T23:00:00+01:00", hours: 5)
        #expect(
            try lines(scene)[2...8] == [
                "Time   Temp  Condition",
                "Now     0°C  ☀️  clear",
                "Sunday 29 March",
                "00:00   1°C  ☀️  clear",
                "01:00   2°C  ☀️  clear",
                "03:00   3°C  ☀️  clear",
                "04:00   4°C  ☀️  clear",
            ])
    }

    /// The day on which the clocks go back has 25 hours, and all belong to tomorrow.
    @Test func tomorrowOfTwentyFiveHours() throws {
        let scene = try hourly(in: "Europe/Berlin", from: "2026-10-24T23:00:00+02:00", hours: 60)
        #expect(try lines(scene).filter { $0.contains("°C") }.count == 1 + 25)
    }

    @Test func staleForecastStatesAgeAndReason() throws {
        var scene = try Montevideo.scene(at: "2026-11-22T20:10:00-03:00")
        scene.lastFailure = timeout
        let lines = try lines(scene, hours: 1)
        #expect(lines.first == "Montevideo, Sunday 22 November 2026")
        #expect(
            lines.suffix(3) == [
                "last updated at 15:38 on Saturday 21 November",
                "last error: api.open-meteo.com did not answer within 20 s",
                "Weather data by Open-Meteo.com (CC BY 4.0)",
            ])
    }

    @Test func sampleDataIsLabelled() throws {
        let lines = try lines(Montevideo.scene(provider: sampleProvider))
        #expect(lines.first == "Montevideo, Saturday 21 November 2026 (sample data)")
        #expect(lines.last == "sample data, made up: not the weather of this place")
    }
}
