import Foundation
import Testing

/// The real Polybar, with the snippets of docs/bars/polybar.md. Its text is read from a screenshot.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes Polybar; run make integration"), .timeLimit(.minutes(2)))
struct PolybarTests {
    @Test("Continuous") func tail() async throws {
        try await Desktop.running { desktop in
            let polybar = try Polybar(desktop, snippet: 0)
            try polybar.exercise(on: desktop) { try polybar.inspect($0, output: "polybar", picture: "polybar") }
        }
    }

    @Test("At intervals") func interval() async throws {
        try await Desktop.running { desktop in
            let polybar = try Polybar(desktop, snippet: 2)
            try polybar.exercise(on: desktop) {
                try polybar.inspect($0, output: "polybar", picture: "polybar-interval")
            }
        }
    }
}

private struct Polybar: PrintedBar {
    let desktop: Desktop
    let screen: Screen
    let columns = 0..<900
    let x = 60

    init(_ desktop: Desktop, snippet: Int) throws {
        self.desktop = desktop
        screen = try Screen(desktop, size: "900x28")
        let fonts = try Snippet.of("polybar.md", "ini", 1)
        let module = try Snippet.of("polybar.md", "ini", snippet)
        try desktop.write(
            """
            [bar/weather]
            width = 100%
            height = 28
            background = #202020
            foreground = #ffffff
            padding = 1
            modules-left = weather
            \(fonts)
            \(module)
            """, to: "polybar.ini")
        try desktop.start(["polybar", "--config=polybar.ini", "weather"], errors: "polybar.log")
    }
}
