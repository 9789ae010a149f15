import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

@Suite struct ShowViewTests {
    private func text(_ scene: Scene, _ style: Style = Style()) throws -> String {
        try ShowView.lines(of: scene, as: .text, in: style).joined(separator: "\n")
    }

    @Test func mildDay() throws {
        let text = try text(Montevideo.scene())
        #expect(
            text == """
                ────────────────────────────────────────────────────────────
                                         Montevideo
                              Saturday 21 November 2026, 15:42

                                 ▄   █   ▄       ██    ██████ °C
                                  ▀ ███▄▀      ████    ██  ██
                               ▄████▄▀▄▄ ▀▀      ██    ██████
                            ▄▄███████████▄       ██    ██  ██
                           ▀██████████████▀    ██████  ██████

                                       Partly cloudy
                           Feels like 17°C · high 21°C / low 12°C

                    Rest of today: light rain from 20:00, 16°C to 21°C.

                      Today  12°C      ▗▄▄▄▄▄▄▄▄▄▄▄      21°C       🌧️
                      Sun    12°C      ▄▄▄▄▄▄▄▄▄▄▄▄▄     22°C  14%  🌧️
                      Mon    11°C     ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖    22°C  28%  ☀️
                      Tue    11°C    ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄    23°C  42%  ⛈️
                      Wed    10°C   ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖   23°C  56%  ⛅
                      Thu     9°C   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖  24°C  70%  🌧️
                      Fri     9°C  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  24°C  84%  ☀️

                         model, values of 15:30, updated 4 min ago
                         Weather data by Open-Meteo.com (CC BY 4.0)
                ────────────────────────────────────────────────────────────
                """)
    }

    @Test(arguments: [40, 60, 80, 99, 100, 120, 200])
    func viewFillsTerminalWidth(width: Int) throws {
        var style = Style()
        style.width = width
        style.terminal = .full
        for scene in [try Montevideo.scene(), try Tromsø.scene()] {
            for line in try ShowView.lines(of: scene, as: .text, in: style) {
                #expect(try Terminal(line: line).plain.columns == min(width, 120))
            }
        }
    }

    @Test func narrow() throws {
        var style = Style(icons: .ascii)
        style.width = 30
        var scene = try Tromsø.scene()
        scene.lastFailure = timeout
        let text = try text(scene, style)
        #expect(
            text == """
                ──────────────────────────────
                            Tromsø
                   Monday 21 December 2026,
                            12:00

                           ▄████▄ ▄▄
                        ▄▄███████████▄
                       ▀██████████████▀
                         ▄▀▄▀▄▀▄▀▄▀▄▀
                         ▄▀▄▀▄▀▄▀▄▀▄▀

                             0°C

                          Heavy snow
                       Feels like −7°C
                     high 0°C / low −13°C

                  Rest of today: snow until
                         23:00, 0°C.

                      Today  −13°C  0°C
                      Tue        –  0°C

                   model, values of 12:00,
                       updated just now
                       Weather data by
                  Open-Meteo.com (CC BY 4.0)
                ──────────────────────────────
                """)
    }

    @Test(arguments: Condition.allCases, [true, false, nil])
    func everyConditionHasAPicture(condition: Condition, isDay: Bool?) {
        let lines = Pictogram(of: condition, isDay: isDay).lines
        #expect(lines.map(\.columns) == [Int](repeating: Pictogram.columns, count: BigNumber.height))
        #expect(lines.contains { $0.plain.contains(where: { $0 != " " }) })
    }

    @Test(arguments: [true, false])
    func everyCloudAmountHasAPicture(isDay: Bool) {
        let pictures = [Condition.clear, .mostlyClear, .partlyCloudy, .overcast].map {
            Pictogram(of: $0, isDay: isDay).lines
        }
        #expect(Set(pictures).count == pictures.count)
    }

    @Test func nightIconsShowNoSun() {
        for condition in Condition.allCases {
            let colors = Pictogram(of: condition, isDay: false).lines.flatMap(\.runs).map(\.textStyle.color)
            #expect(!colors.contains(Palette.sun))
        }
    }

    @Test func bigNumbers() {
        #expect(
            BigNumber("−12").lines == [
                "        ██    ██████", "      ████        ██", "████    ██    ██████", "        ██    ██    ",
                "      ██████  ██████",
            ])
        #expect(Set("−0123456789".map { BigNumber(String($0)).lines.count }) == [BigNumber.height])
    }

    @Test func negativeTemperatureIsDrawnLarge() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = -12
        let middle = BigNumber("−12").lines[2]
        #expect(middle.contains("█"))
        #expect(try text(scene).contains(middle))
    }

    @Test func missingTemperatureIsDash() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = nil
        #expect(try text(scene).contains("\n                             –\n"))
        scene.report?.current?.temperature = -0.4
        #expect(try !text(scene).contains("-0"))
    }

    @Test func jsonMatchesCurrent() throws {
        let scene = try Montevideo.scene()
        #expect(
            try ShowView.lines(of: scene, as: .json, in: Style())
                == CurrentView.lines(of: scene, as: .json, in: Style()))
    }

    /// The last lines contain the weather's age and source: days are dropped before them.
    @Test(arguments: [Language.english, .russian, .japanese], [40, 60, 99, 100])
    func footerIsKeptInLowTerminal(language: Language, width: Int) throws {
        var style = Style(language: language)
        style.width = width
        let scene = try Montevideo.scene()
        let full = try ShowView.lines(of: scene, as: .text, in: style)
        for height in [12, 13, 14, 15, 16, 17, 20, 24, 30] {
            style.height = height
            let lines = try ShowView.lines(of: scene, as: .text, in: style)
            #expect(lines.count <= height - 1, "\(width)x\(height)")
            let isFramed = lines.first == full.first
            #expect((isFramed ? lines[1] : lines[0]) == full[1], "\(width)x\(height)")
            #expect(lines.suffix(isFramed ? 3 : 2) == full.dropLast(isFramed ? 0 : 1).suffix(isFramed ? 3 : 2))
        }
        style.height = 60
        #expect(try ShowView.lines(of: scene, as: .text, in: style) == full)
    }

    @Test func lowTerminalShowsFewerDays() throws {
        var style = Style()
        style.height = 24
        let text = try text(Montevideo.scene(), style)
        #expect(text.contains("  Tue    11°C ") && !text.contains("  Wed "))
        #expect(text.contains("high 21°C / low 12°C") && text.contains("██████") && text.contains("Rest of today"))
    }
}
