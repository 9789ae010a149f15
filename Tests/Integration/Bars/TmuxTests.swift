import Foundation
import Testing

/// The real tmux, with the snippets of docs/bars/tmux.md. A second tmux is its terminal, and captures its output.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes tmux; run make integration"), .timeLimit(.minutes(2)))
struct TmuxTests {
    @Test("Continuous") func continuous() async throws {
        try await Desktop.running { desktop in
            let tmux = try Tmux(desktop, status: Snippet.of("tmux.md", "tmux"))
            try tmux.exercise(on: desktop) { try Self.inspect(tmux, $0) }
        }
    }

    @Test("At intervals") func interval() async throws {
        try await Desktop.running { desktop in
            let tmux = try Tmux(desktop, status: Snippet.of("tmux.md", "tmux", 2))
            try tmux.exercise(on: desktop)
        }
    }

    @Test("Set up") func setup() async throws {
        try await Desktop.running { desktop in
            let tmux = try Tmux(desktop, status: nil)
            try tmux.exercise(on: desktop) { try Self.inspect(tmux, $0) }
        }
    }

    private static func inspect(_ tmux: Tmux, _ state: BarState) throws {
        let output = try tmux.desktop.weatherctl("short", "--output", "tmux")
        let hex = try #require(output.firstMatch(of: /fg=(#[0-9a-f]{6})/)).1
        let color = try #require(Picture.Color(hex))
        let escape = "\u{1B}[38;2;\(color.red);\(color.green);\(color.blue)m"
        try patiently("the colour \(hex)", observe: tmux.escapedLine) { $0.contains(escape) }
    }
}

private struct Tmux: Bar {
    let desktop: Desktop

    /// - Parameter status: the lines with the weather; nil if `weatherctl setup` adds them.
    init(_ desktop: Desktop, status: String?) throws {
        self.desktop = desktop
        let file = try desktop.write(
            """
            \(status ?? "")
            \(Snippet.of("tmux.md", "tmux", 1))
            set -g status-left ""
            set -as terminal-features ",*:RGB"
            set -g window-status-current-format ""
            """, to: ".tmux.conf")
        if status == nil { try desktop.setUp(file) }
        try desktop.write("set -g status off\nset -g mouse on", to: "terminal.conf")
        try start("inner", ".tmux.conf", ["cat"])
        try start("outer", "terminal.conf", ["env", "-u", "TMUX"] + Self.tmux + ["-L", "inner", "attach"])
    }

    /// Starts a server in the foreground, and a session in it.
    private func start(_ server: String, _ configuration: String, _ command: [String]) throws {
        let tmux = Self.tmux + ["-L", server, "-f", configuration]
        try desktop.start(tmux + ["-D"], errors: server + ".log")
        try patiently("tmux") {
            try? desktop.output(of: tmux + ["-N", "new-session", "-d", "-x", "100", "-y", "8"] + command)
        } until: {
            $0 != nil
        }
    }

    private static let tmux = ["env", "TMUX_TMPDIR=.", "tmux"]

    private func outer(_ words: String...) throws -> String {
        String(decoding: try desktop.output(of: Self.tmux + ["-L", "outer"] + words), as: UTF8.self)
    }

    /// Without the text beside the weather: the clock, after the last `|`.
    func line() throws -> String {
        guard let line = try outer("capture-pane", "-p").split(separator: "\n").last,
            let clock = line.range(of: " | ", options: .backwards)
        else { return "?" }
        return line[..<clock.lowerBound].trimmingCharacters(in: .whitespaces)
    }

    func escapedLine() throws -> String {
        String(try outer("capture-pane", "-p", "-e").split(separator: "\n").last ?? "")
    }

    func press(_ button: Int) throws {
        // tmux interprets two clicks within 300 ms as a double click.
        if button < 4 { usleep(350_000) }
        let code = button < 4 ? button - 1 : button + 60
        for end in ["M"] + (button < 4 ? ["m"] : []) {
            _ = try outer("send-keys", "-l", "\u{1B}[<\(code);85;8\(end)")
        }
    }
}
