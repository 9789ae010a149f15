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

/// Waybar in a sway whose screen is a window of an X server, so that there is a pointer.
private struct Waybar: Bar {
    let desktop: Desktop
    let screen: Screen

    private static let sway = """
        output * mode 900x600 bg #33556f solid_color
        seat seat0 hide_cursor 0
        xwayland disable
        exec waybar --config waybar.json --style style.css >waybar.log 2>&1
        """

    init(_ desktop: Desktop, snippet: Int) throws {
        self.desktop = desktop
        screen = try Screen(desktop, size: "900x600")
        try FileManager.default.copyItem(
            at: Snippet.folder.appending(path: "weatherd.css"),
            to: URL(filePath: desktop.file("weatherd.css")))
        let own = "window#waybar { background: #202020; color: #ffffff; } #custom-weather { min-height: 26px; }"
        try desktop.write(Snippet.of("waybar.md", "css") + "\n" + own, to: "style.css")
        let module = try Snippet.of("waybar.md", "json", snippet)
        try desktop.write(#"{"layer": "top", "modules-left": ["custom/weather"], \#(module)}"#, to: "waybar.json")
        try desktop.write(Self.sway, to: "sway.conf")
        desktop.environment.merge([
            "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman", "GDK_BACKEND": "wayland", "GSETTINGS_BACKEND": "memory",
        ]) { $1 }
        try desktop.startAsUser([
            "dbus-daemon", "--session", "--nofork", "--nopidfile",
            "--address=unix:path=" + desktop.file("bus"),
        ])
        try patiently("the bus") {
            FileManager.default.fileExists(atPath: desktop.file("bus"))
        } until: {
            $0
        }
        try desktop.startAsUser(["sway", "--config", "sway.conf"], errors: "sway.log")
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
