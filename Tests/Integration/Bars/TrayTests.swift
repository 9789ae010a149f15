import Foundation
import Testing

/// The tray item in real panels. Its icon, tooltip and menu are read from screenshots.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes desktop panels; run make integration"), .timeLimit(.minutes(2)))
struct TrayTests {
    @Test func waybar() async throws {
        try await Desktop.running { desktop in
            try desktop.write(
                #"{"layer": "top", "height": 28, "modules-left": ["tray"], "tray": {"icon-size": 24}}"#,
                to: "waybar.json")
            try desktop.write(
                "window#waybar { background: #202020; color: #ffffff; }\nmenu, tooltip { background: #303030; color: #ffffff; }",
                to: "style.css")
            let screen = try desktop.startSway(
                "exec waybar --config waybar.json --style style.css >waybar.log 2>&1")
            try Tray(desktop, screen, name: "tray-waybar", x: 14, y: 14).exercise()
        }
    }

    @Test func xfce() async throws {
        try await Desktop.running { desktop in
            let tray = try Tray(desktop, name: "tray-xfce", x: 14, y: 14)
            try desktop.startXfcePanel(
                """
                <property name="plugin-7" type="string" value="systray">
                  <property name="icon-size" type="int" value="24"/>
                  <property name="square-icons" type="bool" value="true"/>
                </property>
                """)
            // Without the screen around the menu, which is darker.
            try tray.exercise { try $0.cropped(x: 24..<250, y: 30..<170).text(desktop, isBlock: true) }
        }
    }

    @Test func mate() async throws {
        try await Desktop.running { desktop in
            let tray = try Tray(desktop, name: "tray-mate", x: 20, y: 14)
            try desktop.startMATEPanel("NotificationAreaAppletFactory::NotificationArea")
            // Without the screen around the menu, which is darker.
            try tray.exercise { try $0.cropped(x: 34..<250, y: 30..<170).text(desktop, isBlock: true) }
        }
    }

    @Test func lxqt() async throws {
        try await Desktop.running { desktop in
            let tray = try Tray(desktop, name: "tray-lxqt", x: 14, y: 14)
            try desktop.startLXQtPanel("type=statusnotifier", settings: "iconSize=24\nbackground-color=#202020")
            // Its tooltip is only the title.
            try tray.exercise(tooltip: ["Lisbon", "21"]) {
                try $0.cropped(x: 40..<280, y: 30..<170).text(desktop, isBlock: true, isLight: true)
            }
        }
    }
}

/// A panel with only a tray at the top of a screen.
private struct Tray {
    let desktop: Desktop
    let screen: Screen
    let name: String
    let x: Int
    let y: Int

    init(_ desktop: Desktop, _ screen: Screen, name: String, x: Int, y: Int) throws {
        (self.desktop, self.screen, self.name, self.x, self.y) = (desktop, screen, name, x, y)
        // The setting is new, and the bus was not there when the daemon started.
        desktop.killDaemon()
        desktop.environment["WEATHERD_TRAY_ENABLED"] = "true"
        try desktop.startDaemon()
    }

    /// With an X server and a session bus.
    init(_ desktop: Desktop, name: String, x: Int, y: Int) throws {
        let screen = try Screen(desktop, size: "900x600")
        desktop.environment.merge(["GTK_THEME": "Adwaita:dark", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "keyfile"]) {
            $1
        }
        try desktop.write("[Settings]\ngtk-font-name=DejaVu Sans 12\n", to: "config/gtk-3.0/settings.ini")
        try desktop.startBus()
        try self.init(desktop, screen, name: name, x: x, y: y)
    }

    /// The icon and its surroundings.
    private func icon() throws -> Picture { try screen.picture().cropped(x: 0..<60, y: 0..<28) }

    private func awaitIcon(_ what: String, _ isExpected: (Picture) throws -> Bool) throws -> Picture {
        // Panels highlight the icon under the pointer.
        try screen.point(x: 700, y: 400)
        return try patiently(what, observe: icon) { try isExpected($0) }
    }

    /// - Parameters:
    ///   - tooltip: words of the tooltip.
    ///   - readMenu: reads the text of the menu; nil for light text on one background.
    func exercise(
        tooltip: [String] = ["Lisbon", "Feels like", "Humidity"], reading readMenu: ((Picture) throws -> String)? = nil
    ) throws {
        let menu = readMenu ?? { try $0.cropped(x: 0..<700, y: 28..<600).text(desktop, isBlock: true) }
        let weather = try awaitIcon("the temperature") { try $0.text(desktop).contains("21") }
        try weather.keep(as: name, desktop)
        // Its exit status is that of all findings.
        let doctor = String(decoding: try desktop.output(of: ["sh", "-c", "weatherctl doctor || :"]), as: UTF8.self)
        #expect(doctor.contains("a panel on the session bus shows the item"), "\(doctor)")

        try screen.point(x: 400, y: 400)
        try screen.point(x: x, y: y)
        try patiently("the tooltip") {
            try screen.picture().cropped(x: 0..<700, y: 28..<600).text(desktop, isBlock: true)
        } until: { text in
            tooltip.allSatisfy { text.contains($0) }
        }
        try screen.picture().cropped(x: 0..<480, y: 0..<560).keep(as: name + "-tooltip", desktop)

        // The wheel: down is the next place.
        try screen.press(5, x: x, y: y)
        try patiently("the wheel") {
            try desktop.weatherctl("short")
        } until: {
            $0.contains(Desktop.hostileName)
        }
        let elsewhere = try awaitIcon("another temperature") { try !$0.text(desktop).contains("21") }
        try elsewhere.keep(as: name + "-elsewhere", desktop)
        try screen.press(4, x: x, y: y)
        try patiently("the wheel back") {
            try desktop.weatherctl("short")
        } until: {
            $0.contains("Lisbon")
        }
        _ = try awaitIcon("the temperature again") { try $0.text(desktop).contains("21") }

        // A click switches between the formats, a middle click refreshes.
        let before = try desktop.weatherctl("short")
        try screen.press(1, x: x, y: y)
        try patiently("the click") {
            try desktop.weatherctl("short")
        } until: {
            $0 != before
        }
        // Farther away than a double click, which some panels send as a third one.
        try screen.press(1, x: x - 8, y: y)
        try patiently("the second click") {
            try desktop.weatherctl("short")
        } until: {
            $0 == before
        }

        // The menu.
        try screen.press(3, x: x, y: y)
        try patiently("the menu") {
            try menu(try screen.picture())
        } until: { text in
            ["Lisbon", "Next hours", "Places", "Units", "Refresh"].allSatisfy { text.contains($0) }
        }
        try screen.picture().cropped(x: 0..<480, y: 0..<320).keep(as: name + "-menu", desktop)
        try screen.type("", "Escape")

        // Old weather is dimmed.
        let white = try #require(Picture.Color("#ffffff"))
        #expect(weather.has(white))
        try desktop.loseProvider()
        let stale = try awaitIcon("stale weather") { !$0.has(white) }
        try stale.keep(as: name + "-stale", desktop)
    }
}
