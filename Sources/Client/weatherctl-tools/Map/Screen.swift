import Client
import Glibc

/// A full-screen terminal, which is restored afterwards.
struct Screen: ~Copyable {
    private let input: Int32
    private let output: Int32
    private let before: termios
    /// nil unless the terminal is a Linux console.
    private let font: ConsoleFont?

    /// Switches to the alternate screen and raw mode, and hides the cursor.
    /// - Throws: `noTerminal`; `failed` when a terminal call fails.
    init(input: Int32, output: Int32) throws(MapFailure) {
        before = try Self.takeOver(input, output)
        self.input = input
        self.output = output
        font = ConsoleFont(of: output)
        Self.write("\u{1B}[?1049h\u{1B}[?25l", to: output)
    }

    deinit {
        Self.write("\u{1B}[?25h\u{1B}[?1049l", to: output)
        var settings = before
        _ = tcsetattr(input, TCSAFLUSH, &settings)
    }

    /// Enables raw mode, and returns the previous mode.
    private static func takeOver(_ input: Int32, _ output: Int32) throws(MapFailure) -> termios {
        var before = termios()
        guard isatty(output) == 1, tcgetattr(input, &before) == 0 else { throw .noTerminal }
        var settings = before
        cfmakeraw(&settings)
        guard tcsetattr(input, TCSAFLUSH, &settings) == 0 else { throw .failed(call: "tcsetattr", errno: errno) }
        return before
    }

    /// Columns and lines; 80 by 24 when unknown.
    var size: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Draws the lines from the upper left corner in one write, to avoid flicker.
    func show(_ lines: [String]) {
        var text = "\u{1B}[H"
        for (index, line) in lines.drawn(with: font).enumerated() {
            if index > 0 { text += "\r\n" }
            text += line
            text += "\u{1B}[K"
        }
        Self.write(text + "\u{1B}[J", to: output)
    }

    /// The input; nil when the terminal is gone.
    func read() -> [UInt8]? {
        var received = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            received = Glibc.read(input, buffer.baseAddress, buffer.count)
            count = max(0, received)
        }
        if received < 0, errno == EINTR || errno == EAGAIN { return [] }
        return received > 0 ? bytes : nil
    }

    /// Ignores failures: reading reports that the terminal is gone.
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}
