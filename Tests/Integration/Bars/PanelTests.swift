import Foundation
import Testing

/// The real panels of Xfce, MATE and LXQt, with the snippets of docs/bars/desktops.md. Their text is read from a
/// screenshot.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes desktop panels; run make integration"), .timeLimit(.minutes(2)))
struct PanelTests {
    @Test func xfce() async throws {
        try await Desktop.running { desktop in
            let panel = try Panel(desktop)
            try panel.startXfce()
            // Its wheel does nothing.
            try panel.exercise(on: desktop, buttons: [1]) { state in
                try panel.inspect(state, picture: "xfce-panel")
                guard state == .weather else { return }
                try panel.awaitTooltip { $0.contains("Lisbon, Saturday 21 November") && $0.contains("Feels like") }
                try panel.screen.picture().cropped(x: 0..<520, y: 0..<480).keep(as: "xfce", desktop)
            }
        }
    }

    @Test func mate() async throws {
        try await Desktop.running { desktop in
            let panel = try Panel(desktop)
            try panel.startMATE()
            // It ignores clicks and the wheel.
            try panel.exercise(on: desktop, buttons: []) { try panel.inspect($0, picture: "mate") }
        }
    }

    @Test func lxqt() async throws {
        try await Desktop.running { desktop in
            let panel = try Panel(desktop)
            try panel.startLXQt()
            // Its text has no colours, and its icons none with every font.
            try panel.exercise(on: desktop) { state in
                try panel.picture().keep(as: "lxqt-\(state)", desktop)
                if state == .hostileName { try panel.expectHostileName() }
            }
        }
    }
}

/// A panel with only the weather. GTK's theme is dark.
private struct Panel: PrintedBar {
    let desktop: Desktop
    let screen: Screen
    let columns = 0..<900
    let x = 20

    init(_ desktop: Desktop) throws {
        self.desktop = desktop
        screen = try Screen(desktop, size: "900x600")
        desktop.environment.merge(["GTK_THEME": "Adwaita:dark", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "keyfile"]) {
            $1
        }
        try desktop.write("[Settings]\ngtk-font-name=DejaVu Sans 12\n", to: "config/gtk-3.0/settings.ini")
        try desktop.startBus()
    }

    /// Writes the page's script with that number; returns its path.
    private func script(_ index: Int) throws -> String {
        let path = try desktop.write(Snippet.of("desktops.md", "sh", index) + "\n", to: "weather-script")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    func startXfce() throws {
        try desktop.write(
            "Command=\(script(0))\nUseLabel=0\nUpdatePeriod=1000\nFont=DejaVu Sans 11\n",
            to: "config/xfce4/panel/genmon-7.rc")
        try desktop.startXfcePanel(#"<property name="plugin-7" type="string" value="genmon"/>"#)
    }

    func startMATE() throws {
        try desktop.startMATEPanel(
            "CommandAppletFactory::CommandApplet", settings: "command='\(script(1))'\ninterval=1")
    }

    func startLXQt() throws {
        let commands = try Snippet.of("desktops.md", "sh", 3).split(separator: "\n")
        try #require(commands.count == 3)
        // Quoted, since the value may contain any character.
        let command = try Snippet.of("desktops.md", "sh", 2).replacing(#"\"#, with: #"\\"#)
            .replacing(#"""#, with: #"\""#)
        try desktop.startLXQtPanel(
            """
            type=customcommand
            command="\(command)"
            repeatTimer=1
            maxWidth=800
            click=\(commands[0])
            wheelUp=\(commands[1])
            wheelDown=\(commands[2])
            """, settings: "background-color=#ffffff")
    }

    func inspect(_ state: BarState, picture name: String) throws {
        switch state {
        case .weather:
            let markup = try desktop.weatherctl("short", "--output", "argos").prefix { $0 != "\n" }
            let colors = markup.matches(of: /#[0-9a-f]{6}/).compactMap { Picture.Color($0.output) }
            let picture = try patiently("an emoji and colours", observe: picture) { picture in
                picture.hasEmoji && colors.contains { picture.has($0) }
            }
            try picture.keep(as: name, desktop)
        case .hostileName:
            try picture().keep(as: name + "-hostile", desktop)
            try expectHostileName()
        case .staleWeather:
            try picture().keep(as: name + "-stale", desktop)
        }
    }

    func expectHostileName() throws {
        let read = try picture().text(desktop)
        // OCR reads some & as letters.
        #expect(read.contains(/A.B <"x"> %.?{F/) && read.contains("#[x]"), "\(read)")
    }

    /// Moves the pointer over the weather until the tooltip is as expected.
    func awaitTooltip(_ isExpected: (String) -> Bool) throws {
        try screen.point(x: 300, y: 300)
        try screen.point(x: 50, y: 12)
        try patiently("the tooltip") {
            try screen.picture().cropped(x: 0..<600, y: 30..<600).text(desktop, isBlock: true)
        } until: {
            isExpected($0)
        }
    }
}
