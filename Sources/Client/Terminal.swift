import Glibc
package import Wire

/// The terminal that standard output is.
package struct Terminal {
    /// nil when it does not tell.
    package var columns: Int?
    var lines: Int?
    /// The colours that it shows and the user wants.
    package var colors: ColorDepth
    /// Whether keys can be read, and the whole of it be drawn on.
    var showsPages = false
    /// Asked only where colours are shown, since that takes a moment; nil when it is not known.
    var background: @Sendable () -> Theme? = { nil }

    /// nil when standard output is no terminal.
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

    /// What the terminal says of itself in the environment.
    static var mostColors: ColorDepth {
        ["truecolor", "24bit"].contains(environment("COLORTERM")) ? .full : .palette
    }

    /// Whether the user, by <https://no-color.org>, and the terminal leave room for colours.
    private static var wantsColors: Bool {
        let kind = environment("TERM") ?? ""
        return (environment("NO_COLOR") ?? "").isEmpty && !kind.isEmpty && kind != "dumb"
    }
}
