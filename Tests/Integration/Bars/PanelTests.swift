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
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <channel name="xfce4-panel" version="1.0">
              <property name="configver" type="int" value="2"/>
              <property name="panels" type="array">
                <value type="int" value="1"/>
                <property name="panel-1" type="empty">
                  <property name="position" type="string" value="p=6;x=0;y=0"/>
                  <property name="position-locked" type="bool" value="true"/>
                  <property name="length" type="uint" value="100"/>
                  <property name="size" type="uint" value="28"/>
                  <property name="background-style" type="uint" value="1"/>
                  <property name="background-rgba" type="array">
                    <value type="double" value="0.125"/><value type="double" value="0.125"/>
                    <value type="double" value="0.125"/><value type="double" value="1"/>
                  </property>
                  <property name="plugin-ids" type="array"><value type="int" value="7"/></property>
                </property>
              </property>
              <property name="plugins" type="empty"><property name="plugin-7" type="string" value="genmon"/></property>
            </channel>
            """, to: "config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml")
        try desktop.write(
            "Command=\(script(0))\nUseLabel=0\nUpdatePeriod=1000\nFont=DejaVu Sans 11\n",
            to: "config/xfce4/panel/genmon-7.rc")
        try desktop.start(["xfce4-panel", "--disable-wm-check"], errors: "panel.log")
    }

    func startMATE() throws {
        try desktop.write(
            """
            [org/mate/panel/general]
            toplevel-id-list=['top']
            object-id-list=['weather']

            [org/mate/panel/toplevels/top]
            orientation='top'
            expand=true
            size=28

            [org/mate/panel/toplevels/top/background]
            type='color'
            color='#202020'

            [org/mate/panel/objects/weather]
            object-type='applet'
            applet-iid='CommandAppletFactory::CommandApplet'
            toplevel-id='top'
            position=0

            [org/mate/panel/objects/weather/prefs]
            command='\(script(1))'
            interval=1
            """, to: "config/glib-2.0/settings/keyfile")
        try desktop.start(["mate-panel"], errors: "panel.log")
    }

    func startLXQt() throws {
        let commands = try Snippet.of("desktops.md", "sh", 3).split(separator: "\n")
        try #require(commands.count == 3)
        // Quoted, since the value may contain any character.
        let command = try Snippet.of("desktops.md", "sh", 2).replacing(#"\"#, with: #"\\"#)
            .replacing(#"""#, with: #"\""#)
        try desktop.write(
            """
            panels=panel

            [panel]
            position=Top
            panelSize=28
            background-color=#ffffff
            plugins=weather

            [weather]
            alignment=Left
            type=customcommand
            command="\(command)"
            repeatTimer=1
            maxWidth=800
            click=\(commands[0])
            wheelUp=\(commands[1])
            wheelDown=\(commands[2])
            """, to: "config/lxqt/panel.conf")
        desktop.environment.merge(["QT_QPA_PLATFORM": "xcb", "XDG_CURRENT_DESKTOP": "LXQt"]) { $1 }
        try desktop.start(["lxqt-panel"], errors: "panel.log")
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
