import Glibc
package import Wire

/// The terminal on standard output.
package struct Terminal {
    /// nil when unknown.
    package var columns: Int?
    var lines: Int?
    /// The colours that the terminal supports and the user allows.
    package var colors: ColorDepth
    /// Whether it can show full-screen pages and read keys.
    var showsPages = false
    /// Queried only for coloured output, since it takes a moment; nil when unknown.
    var background: @Sendable () -> Theme? = { nil }

    /// nil when standard output is not a terminal.
    package static var current: Terminal? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return Terminal(
            columns: isKnown ? Int(size.ws_col) : nil, lines: isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil,
            colors: wantsColors ? mostColors : .none,
            showsPages: isatty(STDIN_FILENO) == 1 && !["", "dumb"].contains(environment("TERM") ?? ""),
            background: { TerminalBackground.current })
    }

    /// The colour depth according to the environment.
    static var mostColors: ColorDepth {
        ["truecolor", "24bit"].contains(environment("COLORTERM")) ? .full : .palette
    }

    /// Whether colours are enabled: `NO_COLOR` (<https://no-color.org>) is unset and the terminal is not dumb.
    private static var wantsColors: Bool {
        let kind = environment("TERM") ?? ""
        return (environment("NO_COLOR") ?? "").isEmpty && !kind.isEmpty && kind != "dumb"
    }
}
