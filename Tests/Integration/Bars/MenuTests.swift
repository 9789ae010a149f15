import Foundation
import Testing

/// docs/examples/weatherd-menu, in real menus and in one that only answers.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes rofi, fuzzel and wofi; run make integration"), .timeLimit(.minutes(2)))
struct MenuTests {
    private static let script = Installation.project + "/docs/examples/weatherd-menu"

    @Test func rofi() async throws {
        try await running { desktop in
            let screen = try Screen(desktop, size: "900x600")
            try use(screen, desktop, picture: "rofi") {
                try desktop.start(["sh", Self.script], errors: "menu.log")
            }
        }
    }

    @Test(arguments: ["fuzzel --dmenu", "wofi --dmenu"]) func wayland(command: String) async throws {
        try await running { desktop in
            let screen = try desktop.startSway("")
            desktop.environment["WAYLAND_DISPLAY"] = "wayland-1"
            try patiently("sway") {
                FileManager.default.fileExists(atPath: desktop.file("wayland-1"))
            } until: {
                $0
            }
            try use(screen, desktop, columns: 200..<700, picture: String(command.prefix(6))) {
                try desktop.startAsUser(["sh", Self.script, command], errors: "menu.log")
            }
        }
    }

    /// Runs `body` in a session whose daemon has the gazetteer.
    private func running(_ body: (Desktop) async throws -> Void) async throws {
        try await Desktop.running { desktop in
            desktop.killDaemon()
            desktop.environment["PATH"] = Installation.build + "/programs:/usr/bin:/bin"
            try desktop.startDaemon()
            try await body(desktop)
        }
    }

    /// Switches to the second place, and adds a city as a favourite.
    ///
    /// - Parameter columns: those of the screen with the menu.
    private func use(
        _ screen: Screen, _ desktop: Desktop, columns: Range<Int> = 0..<900, picture: String,
        start: () throws -> Void
    ) throws {
        func awaitText(_ what: String, _ isExpected: (String) -> Bool) throws {
            try patiently(what) {
                try screen.picture().cropped(x: columns, y: 0..<600)
            } until: {
                try !$0.isBlank && isExpected($0.text(desktop, isBlock: true))
            }
        }
        // The selected line has other colours, so that it may not be recognized.
        func awaitPlaces() throws { try awaitText("the places") { $0.contains("F#f00") } }
        try start()
        try awaitPlaces()
        try screen.picture().keep(as: picture, desktop)
        try screen.type("", "Down", "Return")
        try patiently("the switch") {
            try desktop.weatherctl("short")
        } until: {
            $0.contains(Desktop.hostileName)
        }

        try start()
        try awaitPlaces()
        try screen.type("", "Down", "Down", "Return")
        try awaitText("the search") { !$0.contains("F#f00") }
        try screen.type("Salzburg", "Return")
        try awaitText("the cities") { $0.contains("Pennsylvania") }
        try screen.type("", "Return")
        try awaitText("the actions") { $0.contains("Add it to the favourites") }
        try screen.type("", "Down", "Return")
        try patiently("the favourite") {
            try desktop.weatherctl("places")
        } until: {
            $0.contains("2. Salzburg")
        }
    }

    @Test func answers() async throws {
        try await running { desktop in
            let menu = try AnsweringMenu(desktop)
            let search = "Search for a city…"
            let hostile = "○ " + Desktop.hostileName
            try #expect(menu.run(hostile) == 0)
            #expect(try menu.shown() == "● Lisbon\n\(hostile)\n\(search)\n")
            #expect(try desktop.weatherctl("short").contains(Desktop.hostileName))
            try #expect(menu.run("○ Lisbon") == 0)
            #expect(try menu.shown() == "○ Lisbon\n● \(Desktop.hostileName)\n\(search)\n")
            #expect(try desktop.weatherctl("short").contains("Lisbon"))

            // Without a selection nothing changes.
            try #expect(menu.run() == 0)
            try #expect(menu.run(search) == 0)
            #expect(try desktop.weatherctl("short").contains("Lisbon"))
            _ = try menu.shown()

            try #expect(menu.run("Xqzzz") == 1)
            #expect(try menu.shown().contains(#"no place named "Xqzzz" was found"#))

            // The second of that name gets a longer one.
            for region in ["Île-de-France, France", "Texas, United States"] {
                try #expect(menu.run("Paris", "Paris, \(region)", "Add it to the favourites") == 0)
            }
            let places = try desktop.weatherctl("places")
            #expect(places.contains("2. Paris,") && places.contains("3. Paris, Texas, United States"))

            try #expect(menu.run(search, "Salzburg", "Salzburg, Salzburg, Austria", "Show this city from now on") == 0)
            // The time is that of the gazetteer's zone, or once the weather has come, that of the service.
            let chosen = try desktop.weatherctl("places").prefix { $0 != "\n" }
            #expect(chosen.hasPrefix("●  Salzburg, Sat ") && chosen.hasSuffix(" (current place)"), "\(chosen)")
            _ = try menu.shown()

            desktop.killDaemon()
            try #expect(menu.run() == 1)
            #expect(try menu.shown().contains("no weatherd at"))
        }
    }
}

/// A menu that prints the next of some answers, and records what it would show.
private struct AnsweringMenu {
    private let desktop: Desktop
    private let command: String

    init(_ desktop: Desktop) throws {
        self.desktop = desktop
        command = try desktop.write(
            """
            #!/bin/sh
            cat >>shown
            answer=$(head -n 1 answers)
            [ -n "$answer" ] || exit 1
            sed -i 1d answers
            printf '%s\\n' "$answer"
            """, to: "menu")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command)
    }

    /// The exit status of the script with these answers.
    func run(_ answers: String...) throws -> Int32 {
        try desktop.write(answers.map { $0 + "\n" }.joined(), to: "answers")
        let script = try desktop.start(
            ["sh", Installation.project + "/docs/examples/weatherd-menu", command], errors: "menu.log")
        script.waitUntilExit()
        return script.terminationStatus
    }

    /// What was shown since the last call.
    func shown() throws -> String {
        defer { _ = try? desktop.write("", to: "shown") }
        return try String(contentsOfFile: desktop.file("shown"), encoding: .utf8)
    }
}
