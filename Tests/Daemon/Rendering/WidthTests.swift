import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// In every language, all output fits the terminal's width, and colors do not change its text.
@Suite struct WidthTests {
    private static let names = [
        "Montevideo", "東京都千代田区丸の内一丁目九番地", "서울특별시 강남구", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch",
        "👩‍🚀 Home 🏠 ☀️", "Санкт-Петербург",
    ]

    private static let views: [ViewRequest.View] = [
        .current, .show, .hourly(hours: nil), .hourly(hours: 72), .daily(days: nil), .alerts, .air, .sun, .places,
    ]

    /// With all displayable values.
    private func scene(named name: String) throws -> Scene {
        var scene = try Montevideo.airScene()
        scene.report?.precipitation = try Montevideo.shower()
        scene.alerts = try Montevideo.scene(warning: [Montevideo.storm(), Alert(id: "2", event: name)]).alerts
        scene.isApproximate = true
        scene.place.name = name
        return scene
    }

    private func lines(of view: ViewRequest.View, _ scene: Scene, _ style: Style) throws -> [String] {
        switch view {
        case .current: try CurrentView.lines(of: scene, as: .text, in: style)
        case .show: try ShowView.lines(of: scene, as: .text, in: style)
        case .hourly(let hours): try HourlyView.lines(of: scene, hours: hours, as: .text, in: style)
        case .daily(let days): try DailyView.lines(of: scene, days: days, as: .text, in: style)
        case .alerts: try AlertsView.lines(of: scene, as: .text, in: style)
        case .air: try AirView.lines(of: scene, as: .text, in: style)
        case .marine: try MarineView.lines(of: scene, as: .text, in: style)
        case .sun: SunView.lines(of: scene, as: .text, in: style)
        case .places:
            PlacesView.lines(
                of: [
                    PlaceCard(scene: scene, position: 1, isCurrent: true, isShown: true),
                    PlaceCard(scene: try Tromsø.scene(), position: 12, isCurrent: false, isShown: false),
                ], noLocation: nil, as: .text, in: style)
        case .short, .status, .metrics: []
        }
    }

    @Test(arguments: Language.allCases, views)
    func linesFitTerminalWidth(language: Language, view: ViewRequest.View) throws {
        // The languages together cover each width of a narrow terminal, where something is dropped at every other
        // width.
        let first = Language.allCases.firstIndex(of: language) ?? 0
        let widths = Array(20...100) + stride(from: 101, through: 200, by: 9)
        for (index, width) in widths.enumerated() where index % Language.allCases.count == first {
            let turn = index / Language.allCases.count
            let scene = try scene(named: Self.names[turn % Self.names.count])
            var style = Style(units: turn.isMultiple(of: 2) ? .metric : .imperial, icons: Icons.allCases[turn % 4])
            style.speak(language, locale: language.rawValue)
            style.width = width
            let plain = try lines(of: view, scene, style)
            let tooWide = plain.filter { $0.columns > width }
            #expect(tooWide == [], "\(width)")
            guard turn.isMultiple(of: 5), view != .show else { continue }
            // Colors position the text after an emoji; without them there is an extra space.
            style.icons = .ascii
            let ascii = try lines(of: view, scene, style)
            for depth in [ColorDepth.palette, .full] {
                style.terminal = depth
                let seen = try lines(of: view, scene, style).map { try Terminal(line: $0) }
                // The night is shaded to the end of its hours.
                #expect(seen.map { StyledText($0.plain).trimmed.plain } == ascii)
                let areReset = seen.allSatisfy(\.isReset)
                #expect(areReset)
            }
        }
    }

    @Test(arguments: Language.allCases)
    func withoutColorsOnlyTextIsWritten(language: Language) throws {
        var style = Style()
        style.speak(language, locale: language.rawValue)
        for view in Self.views {
            let text = try lines(of: view, scene(named: "Montevideo"), style)
            #expect(!text.joined().contains("\u{1B}"))
        }
    }

    /// The background has the same width in every line, with and without wide letters and emoji.
    @Test(arguments: Condition.allCases, [true, false])
    func cardIsRectangular(condition: Condition, isDay: Bool) throws {
        // The conditions together cover each width with each name.
        let turn = Condition.allCases.firstIndex(of: condition) ?? 0
        for width in [[20, 44], [33, 200]][turn % 2] {
            var scene = try scene(named: Self.names[turn % Self.names.count])
            scene.report?.current?.condition = condition
            scene.report?.current?.isDay = isDay
            scene.report?.days[0].daylight = isDay ? .polarDay : .polarNight
            var style = Style()
            style.width = width
            let frame = try ShowView.lines(of: scene, as: .text, in: style)
            #expect(frame.map(\.columns).max() == min(width, 120), "\(width)")
            #expect(frame.filter { $0.contains("─") }.map(\.columns) == [min(width, 120), min(width, 120)], "\(width)")
            style.terminal = .full
            let card = try ShowView.lines(of: scene, as: .text, in: style).map { try Terminal(line: $0) }
            #expect(Set(card.map(\.plain.columns)) == [min(width, 120)], "\(width)")
            let background = Palette.background(of: condition, isDay: isDay).onDark
            let code = "2;\(background.red);\(background.green);\(background.blue)"
            #expect(
                card.allSatisfy {
                    $0.isReset && $0.cells.first?.background == code && $0.cells.last?.background == code
                })
            // The text is white.
            let letters = card.flatMap(\.cells).filter { $0.text.contains(where: \.isLetter) }
            #expect(!letters.isEmpty && letters.allSatisfy { $0.color == "2;255;255;255" && !$0.isFaint })
        }
    }
}
