import Foundation
import Testing

/// The real Polybar, with the snippets of docs/bars/polybar.md. Its text is read from a screenshot.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes Polybar; run make integration"), .timeLimit(.minutes(2)))
struct PolybarTests {
    @Test("Continuous") func tail() async throws {
        try await Desktop.running { desktop in
            let polybar = try Polybar(desktop, module: Snippet.of("polybar.md", "ini"))
            try polybar.exercise(on: desktop) { try polybar.inspect($0, output: "polybar", picture: "polybar") }
        }
    }

    @Test("At intervals") func interval() async throws {
        try await Desktop.running { desktop in
            let polybar = try Polybar(desktop, module: Snippet.of("polybar.md", "ini", 2))
            try polybar.exercise(on: desktop) {
                try polybar.inspect($0, output: "polybar", picture: "polybar-interval")
            }
        }
    }

    @Test("Set up") func setup() async throws {
        try await Desktop.running { desktop in
            let polybar = try Polybar(desktop, module: nil)
            try polybar.exercise(on: desktop)
        }
    }
}

private struct Polybar: PrintedBar {
    let desktop: Desktop
    let screen: Screen
    let columns = 0..<900
    let x = 60

    /// - Parameter module: the weather's section; nil if `weatherctl setup` inserts it.
    init(_ desktop: Desktop, module: String?) throws {
        self.desktop = desktop
        screen = try Screen(desktop, size: "900x28")
        let fonts = try Snippet.of("polybar.md", "ini", 1)
        let file = try desktop.write(
            """
            [bar/weather]
            width = 100%
            height = 28
            background = #202020
            foreground = #ffffff
            padding = 1
            modules-left = \(module == nil ? "" : "weather")
            \(fonts)
            \(module ?? "")
            """, to: "config/polybar/config.ini")
        if module == nil { try desktop.setUp(file) }
        try desktop.start(["polybar", "--config=\(file)", "weather"], errors: "polybar.log")
    }
}
