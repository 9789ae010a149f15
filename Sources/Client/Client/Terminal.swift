package import ClientProtocol
import Glibc

/// The terminal on standard output.
package struct Terminal {
    /// nil when unknown.
    package var columns: Int?
    package var lines: Int?
    /// The colours that the terminal supports and the user allows.
    package var colors: ColorDepth
    /// Whether it can show full-screen pages and read keys.
    var showsPages = false
    /// Queried only for coloured output, since it takes a moment; nil when unknown.
    var background: @Sendable () -> Theme? = { nil }

    /// nil when standard output is not a terminal.
    package static var current: Terminal? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        let size = size(of: STDOUT_FILENO)
        return Terminal(
            columns: size.columns > 0 ? size.columns : nil, lines: size.lines > 0 ? size.lines : nil,
            colors: wantsColors ? mostColors : .none,
            showsPages: isatty(STDIN_FILENO) == 1 && !["", "dumb"].contains(environment("TERM") ?? ""),
            background: { TerminalBackground.current })
    }

    /// Zero when the descriptor is not a terminal, or its size is unknown.
    static func size(of descriptor: Int32) -> (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (0, 0) }
        return (Int(size.ws_col), Int(size.ws_row))
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

extension String {
    /// A sentence wrapped to the width of the terminal on a descriptor; unchanged on anything else.
    package func fitted(to descriptor: Int32) -> String {
        let columns = Terminal.size(of: descriptor).columns
        return columns > 0 ? wrapped(to: columns) : self
    }
}
