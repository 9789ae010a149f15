import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

@Suite struct HourlyChartTests {
    /// Hours from 15:00 in Montevideo, with these temperatures and this amount of rain in each.
    private func chart(
        _ temperatures: [Double?], rain: [Double?] = [], width: Int = 40, _ style: Style = Style()
    ) throws -> [String] {
        let start = try moment("2026-11-21T15:00:00-03:00")
        let hours = temperatures.enumerated().map { index, temperature in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = temperature
            conditions.precipitation = rain.indices.contains(index) ? rain[index] : nil
            return Hour(time: start.advanced(by: index * 3600), conditions: conditions)
        }
        let clock = PlaceClock(zoneName: "America/Montevideo", in: style)
        return HourlyChart(of: hours, width: width, clock, style).lines.map(\.trimmed.plain)
    }

    @Test func wholeDay() throws {
        let temperatures = (0..<24).map { 15 + 5 * (1 - abs(Double($0) - 12) / 6) }
        let rain = (0..<24).map { $0 > 18 ? Double($0 - 18) : 0 }
        let lines = try chart(temperatures, rain: rain, width: 56)
        #expect(
            lines.joined(separator: "\n") == """
                  20°C┤                      ⣀⡴⠚⠉⠓⠦⣄
                      │                  ⣀⡤⠖⠋⠁     ⠈⠙⠲⢤⣀
                      │              ⢀⣠⠴⠚⠁             ⠈⠓⠦⣄⡀
                  15°C┤           ⣀⡤⠞⠉                     ⠉⠓⢦⣀
                      │       ⢀⡤⠖⠋⠁                           ⠈⠙⠲⢤⡀
                      │   ⢀⣠⠴⠚⠉                                   ⠉⠓⠦⣄⡀
                  10°C┤⣀⡤⠖⠋                                           ⠉⠓
                5.0 mm┤                                           ▂▂▅▅██
                      │                                       ▃▃▆▆██████
                      └───────┬─────┬─────┬─────┬─────┬─────┬─────┬─────
                            18:00 21:00  Sun  03:00 06:00 09:00 12:00
                """)
    }

    @Test func constant() throws {
        let lines = try chart([10, 10, 10, 10], rain: [0, 0, 0, 0])
        #expect(
            lines.joined(separator: "\n") == """
                  11°C┤
                      │
                      │
                  10°C┤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤
                      │
                      │
                   9°C┤
                0.0 mm┤
                      └────┬───────┬───────┬───────┬────
                         15:00   16:00   17:00   18:00
                """)
    }

    @Test func oneHour() throws {
        let lines = try chart([-3.5], rain: [nil])
        #expect(
            lines.joined(separator: "\n") == """
                −2°C┤
                    │
                    │
                −3°C┤
                    │
                    │⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉
                −4°C┤
                    └─────────────────┬─────────────────
                                    15:00
                """)
    }

    @Test func missingValueIsGap() throws {
        let lines = try chart([-10, -8, nil, -8, -10], rain: [1, nil, 0.2, 0, 5], width: 46)
        #expect(
            lines.joined(separator: "\n") == """
                  −8°C┤          ⢠⠞⠉⠉⠉⠁       ⠈⠉⠉⠉⠳⡄
                      │         ⣠⠏                 ⠹⣄
                      │        ⣰⠃                   ⠘⣆
                  −9°C┤       ⡴⠃                     ⠘⢦
                      │      ⡼⠁                       ⠈⢧
                      │    ⢀⡞⠁                         ⠈⢳⡀
                 −10°C┤⣀⣀⣀⣠⠞                             ⠳⣄⣀⣀⣀
                5.0 mm┤                                ███████
                      │▃▃▃▃▃▃▃▃        ▁▁▁▁▁▁▁▁        ███████
                      └───┬───────┬───────┬───────┬───────┬───
                        15:00   16:00   17:00   18:00   19:00
                """)
    }

    @Test func chartUsesUserUnits() throws {
        let lines = try chart([0, 10, 20], rain: [25.4, 0, 0], Style(units: .imperial))
        #expect(lines[0].hasPrefix("   68°F┤") && lines[6].hasPrefix("   32°F┤"))
        #expect(lines[7].hasPrefix("1.00 in┤█"))
    }

    @Test func nothingToDraw() throws {
        #expect(try chart([]) == [])
        #expect(try chart([nil, nil]) == [])
        #expect(try chart([10, 12], width: 10) == [])
        #expect(try chart([.nan, 1e300, .infinity], rain: [.nan]) == [])
    }

    @Test(arguments: [20, 21, 40, 79, 80, 120, 200, 300], [1, 2, 3, 5, 24, 33, 100, 384])
    func everyLineFits(width: Int, hours: Int) throws {
        let temperatures = (0..<hours).map { hour in
            hour.isMultiple(of: 7) ? nil : Double(hour % 50) - 25
        }
        for style in [Style(), Style(clock: .hours12)] {
            let lines = try chart(temperatures, rain: temperatures.map { $0.map { max(0, $0) } }, width: width, style)
            #expect(lines.allSatisfy { $0.columns <= width })
            // A single hour without a value leaves nothing to draw.
            #expect(lines.isEmpty == (hours == 1))
        }
    }

    private func nightly(_ now: UnixTime?, _ colors: ColorDepth = .full) throws -> HourlyChart {
        let start = try moment("2026-11-21T17:00:00-03:00")
        let hours = (0..<6).map { index in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = 20
            conditions.precipitation = 1
            conditions.isDay = index < 3
            return Hour(time: start.advanced(by: index * 3600), conditions: conditions)
        }
        var style = Style()
        style.terminal = colors
        let clock = PlaceClock(zoneName: "America/Montevideo", in: style)
        return HourlyChart(of: hours, now: now, width: 37, curveRows: 3, clock, style)
    }

    @Test func nightIsShadedAndNowIsMarked() throws {
        let now = try moment("2026-11-21T17:59:59-03:00")
        let lines = try nightly(now).lines
        #expect(
            lines.map { StyledText($0.plain).trimmed.plain }.joined(separator: "\n") == """
                  21°C┤
                  20°C┤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤
                  19°C┤
                1.0 mm┤██████████████████████████████
                      │██████████████████████████████
                      └──┬────┬───────══╤═════════╤══
                       now  18:00     20:00     22:00
                """)
        for line in lines.prefix(5) {
            let night = line.runs.filter { $0.textStyle.background == Palette.night }
            let shaded = night.reduce(0) { $0 + $1.text.columns }
            #expect(shaded == 15)
        }
        #expect(try nightly(now, .none).lines.flatMap(\.runs).allSatisfy { $0.textStyle.background == nil })
        #expect(try !nightly(nil).lines.contains { $0.plain.contains("now") })
        #expect(try !nightly(moment("2026-11-21T18:00:00-03:00")).lines.contains { $0.plain.contains("now") })
    }

    @Test func steepCurveIsContinuous() {
        let curve = BrailleCurve(columns: 2, rows: 3) { [0, 1, 0, nil][$0] }
        let drawn = (0..<3).map { row in (0..<2).map { curve.character(column: $0, row: row) }.joined() }
        #expect(drawn == ["⢸ ", "⡞⡆", "⡇⡇"])
    }
}
