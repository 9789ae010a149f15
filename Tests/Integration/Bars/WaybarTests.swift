import Foundation
import Testing

/// The real Waybar in sway, with the snippets of docs/bars/waybar.md. Its text is read through the accessibility
/// interface.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes Waybar and sway; run make integration"), .timeLimit(.minutes(2)))
struct WaybarTests {
    @Test("Continuous") func continuous() async throws {
        try await Desktop.running { desktop in
            let waybar = try Waybar(desktop, snippet: 0)
            try waybar.exercise(on: desktop) { try Self.inspect(waybar, $0) }
        }
    }

    @Test("At intervals") func interval() async throws {
        try await Desktop.running { desktop in
            let waybar = try Waybar(desktop, snippet: 1)
            try waybar.exercise(on: desktop) { try Self.inspect(waybar, $0) }
        }
    }

    @Test("A popup in a terminal") func popup() async throws {
        try await Desktop.running { desktop in
            let click = try Snippet.of("waybar.md", "json").replacing(
                #""on-click": "weatherctl toggle""#, with: Snippet.of("waybar.md", "json", 2))
            let waybar = try Waybar(desktop, module: click, sway: Snippet.of("waybar.md", ""))
            try waybar.awaitLine(desktop.weatherctl("short"))
            try waybar.press(1)
            try patiently("the card") {
                try waybar.screen.picture().cropped(x: 0..<600, y: 26..<600).text(desktop, isBlock: true)
            } until: {
                $0.contains("Lisbon") && $0.contains("Rest of today")
            }
            try waybar.screen.picture().cropped(x: 0..<560, y: 0..<520).keep(as: "waybar-foot", desktop)
            try waybar.screen.type("", "Return")
            try patiently("the end of the card") {
                try waybar.screen.picture().cropped(x: 0..<900, y: 40..<600)
            } until: {
                $0.isBlank
            }
        }
    }

    private static func inspect(_ waybar: Waybar, _ state: BarState) throws {
        switch state {
        case .weather:
            try patiently("an emoji", observe: waybar.picture) { $0.hasEmoji }
            try waybar.awaitTooltip { $0.contains("Lisbon") }
            try waybar.screen.picture().cropped(x: 0..<560, y: 0..<520).keep(as: "waybar", waybar.desktop)
        case .hostileName:
            try waybar.awaitTooltip { $0.contains("%{F") && $0.contains("#[x] | \\") }
        case .staleWeather:
            let color = try waybar.color(of: "stale")
            try patiently("the colour of stale weather", observe: waybar.picture) { $0.has(color) }
            try waybar.awaitTooltip { $0.contains("updated at 12:00") && $0.contains("503") }
            try waybar.screen.picture().cropped(x: 0..<600, y: 0..<540).keep(as: "waybar-stale", waybar.desktop)
        }
    }
}

/// Waybar in sway.
private struct Waybar: Bar {
    let desktop: Desktop
    let screen: Screen

    init(_ desktop: Desktop, snippet: Int) throws {
        try self.init(desktop, module: Snippet.of("waybar.md", "json", snippet), sway: "")
    }

    /// - Parameters:
    ///   - module: the weather's module.
    ///   - sway: lines of sway's configuration.
    init(_ desktop: Desktop, module: String, sway: String) throws {
        self.desktop = desktop
        try FileManager.default.copyItem(
            at: Snippet.folder.appending(path: "weatherd.css"),
            to: URL(filePath: desktop.file("weatherd.css")))
        let own = "window#waybar { background: #202020; color: #ffffff; } #custom-weather { min-height: 26px; }"
        try desktop.write(Snippet.of("waybar.md", "css") + "\n" + own, to: "style.css")
        try desktop.write(#"{"layer": "top", "modules-left": ["custom/weather"], \#(module)}"#, to: "waybar.json")
        screen = try desktop.startSway(
            sway + "\nexec waybar --config waybar.json --style style.css >waybar.log 2>&1")
    }

    func line() throws -> String {
        let script = PrivateBus.script("Bars/waybar-labels.py")
        let labels = try desktop.output(of: Desktop.asUser + ["/usr/bin/python3", script])
        return try JSONDecoder().decode([String].self, from: labels).joined()
    }

    /// Moves the pointer over the weather until the tooltip is as expected, within the accuracy of OCR: GTK reports
    /// only the first tooltip to assistive technologies.
    func awaitTooltip(_ isExpected: (String) -> Bool) throws {
        try screen.point(x: 50, y: 300)
        try screen.point(x: 50, y: 8)
        try patiently("the tooltip") {
            try screen.picture().cropped(x: 0..<600, y: 28..<540).text(desktop, isBlock: true)
        } until: {
            isExpected($0)
        }
    }

    /// Only the bar.
    func picture() throws -> Picture { try screen.picture().cropped(x: 0..<900, y: 0..<26) }

    func press(_ button: Int) throws { try screen.press(button, x: 50, y: 8) }

    /// The color of a class in the style sheet.
    func color(of name: String) throws -> Picture.Color {
        let sheet = try String(contentsOfFile: desktop.file("weatherd.css"), encoding: .utf8)
        let rule = sheet.split(separator: "}").first { $0.contains("#custom-weather.\(name)") }
        let hex = rule?.split(separator: "color:").last?.split(separator: ";").first?.trimmingCharacters(
            in: .whitespaces)
        return try #require(hex.flatMap { Picture.Color($0) })
    }
}
