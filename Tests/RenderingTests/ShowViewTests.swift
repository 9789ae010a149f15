import Testing
import Weather
import Wire

@testable import Rendering

@Suite struct ShowViewTests {
    private func text(_ scene: Scene, _ style: Style = Style()) throws -> String {
        try ShowView.lines(of: scene, as: .text, in: style).joined(separator: "\n")
    }

    @Test func mildDay() throws {
        let text = try text(Montevideo.scene())
        #expect(
            text == """
                ╭──────────────────────────────────────────────────────────╮
                │                        Montevideo                        │
                │             Saturday 21 November 2026, 15:42             │
                │                                                          │
                │                ▄   █   ▄       ██    ██████ °C           │
                │                 ▀ ███▄▀      ████    ██  ██              │
                │              ▄████▄▀▄▄ ▀▀      ██    ██████              │
                │           ▄▄███████████▄       ██    ██  ██              │
                │          ▀██████████████▀    ██████  ██████              │
                │                                                          │
                │                      Partly cloudy                       │
                │          Feels like 17°C · high 21°C / low 12°C          │
                │                                                          │
                │       Today: light rain from 20:00, 16°C to 21°C.        │
                │                                                          │
                │      Sat  12°C      ▗▄▄▄▄▄▄▄▄▄▄▄      21°C   0%  ⛅      │
                │      Sun  12°C      ▄▄▄▄▄▄▄▄▄▄▄▄▄     22°C  14%  🌧️      │
                │      Mon  11°C     ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖    22°C  28%  ☀️      │
                │      Tue  11°C    ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄    23°C  42%  ⛈️      │
                │      Wed  10°C   ▗▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖   23°C  56%  ⛅      │
                │      Thu   9°C   ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖  24°C  70%  🌧️      │
                │      Fri   9°C  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄  24°C  84%  ☀️      │
                │                                                          │
                │           observed at 15:30, fetched 4 min ago           │
                │        Weather data by Open-Meteo.com (CC BY 4.0)        │
                ╰──────────────────────────────────────────────────────────╯
                """)
    }

    @Test func narrow() throws {
        var style = Style(icons: .ascii)
        style.width = 30
        var scene = try Tromsø.scene()
        scene.lastFailure = timeout
        let text = try text(scene, style)
        #expect(
            text == """
                ╭────────────────────────────╮
                │           Tromsø           │
                │  Monday 21 December 2026,  │
                │           12:00            │
                │                            │
                │          ▄████▄ ▄▄         │
                │       ▄▄███████████▄       │
                │      ▀██████████████▀      │
                │        ▄▀▄▀▄▀▄▀▄▀▄▀        │
                │        ▄▀▄▀▄▀▄▀▄▀▄▀        │
                │                            │
                │            0°C             │
                │                            │
                │         Heavy snow         │
                │      Feels like -7°C       │
                │    high 0°C / low -13°C    │
                │                            │
                │  Today: snow until 23:00,  │
                │            0°C.            │
                │                            │
                │ Mon  -13°C  ▄▄▄▄▄▄▄▄  0°C  │
                │ Tue      –         ▗  0°C  │
                │                            │
                │ observed at 12:00, fetched │
                │      under 1 min ago       │
                │      Weather data by       │
                │ Open-Meteo.com (CC BY 4.0) │
                ╰────────────────────────────╯
                """)
    }

    @Test(arguments: Condition.allCases, [true, false, nil])
    func everyConditionHasAPicture(condition: Condition, isDay: Bool?) {
        let lines = Pictogram(of: condition, isDay: isDay).lines
        #expect(lines.map(\.columns) == [Int](repeating: Pictogram.columns, count: BigNumber.height))
        #expect(lines.contains { $0.plain.contains(where: { $0 != " " }) })
    }

    @Test func noSunAtNight() {
        for condition in Condition.allCases {
            let colors = Pictogram(of: condition, isDay: false).lines.flatMap(\.runs).map(\.ink.color)
            #expect(!colors.contains(Palette.sun))
        }
    }

    @Test func bigNumbers() {
        #expect(
            BigNumber("-12").lines == [
                "        ██    ██████", "      ████        ██", "████    ██    ██████", "        ██    ██    ",
                "      ██████  ██████",
            ])
        #expect(Set("-0123456789".map { BigNumber(String($0)).lines.count }) == [BigNumber.height])
    }

    @Test func withoutATemperatureThereIsADash() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = nil
        #expect(try text(scene).contains("│                            –                             │"))
        scene.report?.current?.temperature = -0.4
        #expect(try !text(scene).contains("-0"))
    }

    @Test func jsonIsThatOfCurrent() throws {
        let scene = try Montevideo.scene()
        #expect(
            try ShowView.lines(of: scene, as: .json, in: Style())
                == CurrentView.lines(of: scene, as: .json, in: Style()))
    }
}
