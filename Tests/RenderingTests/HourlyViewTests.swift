import Rendering
import Testing
import Weather
import Wire

@Suite struct HourlyViewTests {
    private func lines(_ scene: Scene, hours: Int? = nil, _ style: Style = Style()) throws -> [String] {
        try HourlyView.lines(of: scene, hours: hours, as: .text, in: style)
    }

    @Test func aDay() throws {
        #expect(
            try lines(Montevideo.scene(at: "2026-11-21T16:30:00-03:00"), hours: 10).joined(separator: "\n") == """
                Montevideo, Saturday 21 November 2026

                Time   Temp  Precip  Prob     Wind  From  Humid  Cloud  Pressure  Condition
                16:00  20°C  0.0 mm    5%     calm          63%    40%  1015 hPa  ⛅ partly cloudy
                17:00  20°C  0.0 mm    5%   4 km/h  WSW     63%    40%  1015 hPa  ⛅ partly cloudy
                18:00  19°C  0.0 mm    5%   7 km/h  W       63%    40%  1015 hPa  ⛅ partly cloudy
                19:00  19°C  0.0 mm    5%  11 km/h  WNW     63%    40%  1015 hPa  ⛅ partly cloudy
                20:00  18°C  0.4 mm   65%  14 km/h  WNW     63%    40%  1015 hPa  🌧️  light rain
                21:00  17°C  0.4 mm   65%  18 km/h  NW      63%    40%  1015 hPa  🌧️  light rain
                22:00  17°C  0.4 mm   65%  22 km/h  NNW     63%    40%  1015 hPa  🌧️  light rain
                23:00  16°C  0.4 mm   65%  25 km/h  NNW     63%    40%  1015 hPa  🌧️  light rain
                Sunday 22 November
                00:00  12°C  0.4 mm   65%     calm          63%    40%  1015 hPa  🌧️  light rain
                01:00  13°C  0.4 mm   65%   4 km/h  NNE     63%    40%  1015 hPa  🌧️  light rain

                fetched at 15:38
                Weather data by Open-Meteo.com (CC BY 4.0)
                """)
    }

    @Test func endsWithTomorrow() throws {
        let times = try lines(Montevideo.scene()).filter { $0.contains("°C") }.map { String($0.prefix(5)) }
        #expect(times.count == 9 + 24)
        #expect(times.first == "15:00")
        #expect(times.last == "23:00")
    }

    @Test func endsWithTomorrowByThePlacesClockWhereNoDaysAreKnown() throws {
        var scene = try Montevideo.scene()
        scene.report?.days = []
        #expect(try lines(scene) == lines(Montevideo.scene()))
    }

    @Test func imperialAndBeaufort() throws {
        var units = Units.imperial
        units.wind = .beaufort
        #expect(
            try lines(Montevideo.scene(), hours: 2, Style(units: units, icons: .ascii))[2...4] == [
                "Time   Temp   Precip  Prob   Wind  From  Humid  Cloud    Pressure  Condition",
                "15:00  70°F  0.00 in    5%  4 Bft  SW      63%    40%  29.98 inHg  m partly cloudy",
                "16:00  69°F  0.00 in    5%   calm          63%    40%  29.98 inHg  m partly cloudy",
            ])
    }

    @Test func aColumnOfWhichNothingIsKnownIsLeftOut() throws {
        var scene = try Tromsø.scene()
        #expect(
            try lines(scene, hours: 2)[2...4] == [
                "Time   Temp  Condition", "12:00   0°C  🌨️  snow", "13:00   0°C  🌙 clear",
            ])
        scene.report?.hours[13].conditions.temperature = nil
        #expect(try lines(scene, hours: 2)[4] == "13:00     –  🌙 clear")
    }

    @Test func nothingKnown() throws {
        var scene = try Montevideo.scene()
        scene.report?.hours = [Hour(time: scene.now, conditions: Conditions())]
        #expect(try lines(scene)[2...3] == ["Time   Condition", "15:42  ❔ unknown"])
    }

    @Test func anHourTwiceWhenTheClocksGoBack() throws {
        let scene = try hourly(in: "Europe/Berlin", from: "2026-10-24T23:00:00+02:00", hours: 6)
        #expect(
            try lines(scene)[2...9] == [
                "Time   Temp  Condition",
                "23:00   0°C  ☀️  clear",
                "Sunday 25 October",
                "00:00   1°C  ☀️  clear",
                "01:00   2°C  ☀️  clear",
                "02:00   3°C  ☀️  clear",
                "02:00   4°C  ☀️  clear",
                "03:00   5°C  ☀️  clear",
            ])
    }

    @Test func anHourLessWhenTheClocksGoForward() throws {
        let scene = try hourly(in: "Europe/Berlin", from: "2026-03-28T23:00:00+01:00", hours: 5)
        #expect(
            try lines(scene)[2...8] == [
                "Time   Temp  Condition",
                "23:00   0°C  ☀️  clear",
                "Sunday 29 March",
                "00:00   1°C  ☀️  clear",
                "01:00   2°C  ☀️  clear",
                "03:00   3°C  ☀️  clear",
                "04:00   4°C  ☀️  clear",
            ])
    }

    /// The day on which the clocks go back has 25 hours, and all of them are of tomorrow.
    @Test func tomorrowOfTwentyFiveHours() throws {
        let scene = try hourly(in: "Europe/Berlin", from: "2026-10-24T23:00:00+02:00", hours: 60)
        #expect(try lines(scene).filter { $0.contains("°C") }.count == 1 + 25)
    }

    @Test func staleSaysSinceWhenAndWhy() throws {
        var scene = try Montevideo.scene(at: "2026-11-22T20:10:00-03:00")
        scene.lastFailure = timeout
        let lines = try lines(scene, hours: 1)
        #expect(lines.first == "Montevideo, Sunday 22 November 2026")
        #expect(
            lines.suffix(3) == [
                "last fetched at 15:38 on Saturday 21 November",
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
