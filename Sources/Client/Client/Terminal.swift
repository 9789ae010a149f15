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

/// Detects whether the terminal's background is dark or light.
enum TerminalBackground {
    /// The timeout for the next part of the reply, which takes a millisecond or two, and on a busy machine longer.
    private static let patience: Int32 = 500
    /// The timeout for the beginning of the last part: the rest of a reply would appear on the shell's command line.
    private static let milliseconds = 2000

    /// Terminal types that do not support the query; some would print it.
    private static let silent = ["dumb", "linux", "eterm", "ansi", "unknown"]

    /// The terminal's reply, or else `COLORFGBG`; nil when both are unknown.
    static var current: Theme? {
        let kind = environment("TERM") ?? ""
        // On a slow connection the reply would arrive after the timeout, and appear on the shell's command line.
        let isRemote = ["SSH_CONNECTION", "SSH_TTY"].contains { !(environment($0) ?? "").isEmpty }
        let answers = !silent.contains { kind.begins(with: $0) } && !kind.isEmpty && !isRemote
        return (answers ? query() : nil) ?? environment("COLORFGBG").flatMap { theme(ofColors: $0) }
    }

    /// - Parameter colors: the format of rxvt and Konsole: palette indices of text and background, such as `15;0`.
    static func theme(ofColors colors: String) -> Theme? {
        guard let text = colors.utf8.split(separator: UInt8(ascii: ";")).last, let number = Int(Substring(text)),
            (0...15).contains(number)
        else {
            return nil
        }
        return number == 7 || number > 8 ? .light : .dark
    }

    /// Queries the background colour (OSC 11 of xterm), then the attributes (DA1 of ECMA-48), which every terminal
    /// answers; so a terminal without OSC 11 causes no timeout.
    ///
    /// - Returns: nil unless input and output are the same terminal in the foreground, and when there is typed input,
    ///   which must not be lost.
    static func query(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) -> Theme? {
        guard isSameTerminal(input, output) else { return nil }
        let group = tcgetpgrp(input)
        guard group < 0 || group == getpgrp() else { return nil }
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        // A signal now would leave the terminal without echo.
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { return nil }
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard tcsetattr(input, TCSANOW, &raw) == 0 else { return nil }
        var reply = BackgroundReply()
        if !isReadable(input, milliseconds: 0) {
            exchange(input, output, &reply)
            // Discards the rest of a late reply.
            tcsetattr(input, reply.isComplete ? TCSANOW : TCSAFLUSH, &settings)
        } else {
            tcsetattr(input, TCSANOW, &settings)
        }
        return reply.theme
    }

    private static func exchange(_ input: Int32, _ output: Int32, _ reply: inout BackgroundReply) {
        let request = Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
        guard write(output, request, request.count) == request.count else { return }
        let deadline = MonotonicDeadline(milliseconds: milliseconds)
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !reply.isComplete, deadline.millisecondsLeft > 0, isReadable(input, milliseconds: patience) {
            let count = read(input, &bytes, bytes.count)
            guard count > 0 else { return }
            reply.take(bytes.prefix(count))
        }
    }

    private static func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, milliseconds) == 1
    }

    private static func isSameTerminal(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        return isatty(one) == 1 && isatty(other) == 1 && fstat(one, &first) == 0 && fstat(other, &second) == 0
            && first.st_rdev == second.st_rdev
    }
}

/// A terminal's reply to a query for its background colour, followed by its attributes.
struct BackgroundReply {
    /// The beginning, which contains the colour.
    private var bytes: [UInt8] = []
    private var position = Position.text
    /// Whether the attributes, which end the reply, have arrived.
    private(set) var isComplete = false

    /// Where the last byte was.
    private enum Position {
        case text, escape, parameters
    }

    /// Maximum length of a reply, bytes; longer than any known reply.
    private static let limit = 256
    private static let escape: UInt8 = 0x1B
    private static let bell: UInt8 = 0x07

    mutating func take(_ more: some Collection<UInt8>) {
        bytes += more.prefix(max(0, Self.limit - bytes.count))
        for byte in more where !isComplete { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
        switch (position, byte) {
        case (_, Self.escape): position = .escape
        case (.escape, UInt8(ascii: "[")): position = .parameters
        case (.parameters, UInt8(ascii: "c")): isComplete = true
        // Parameters and intermediate bytes of ECMA-48.
        case (.parameters, 0x20...0x3F): break
        default: position = .text
        }
    }

    /// nil when the reply contains no colour.
    var theme: Theme? {
        let introducer = Array("\u{1B}]11;rgb".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: introducer) }) else { return nil }
        var value = bytes[(start + introducer.count)...]
        guard let end = value.firstIndex(where: { $0 == Self.escape || $0 == Self.bell }),
            value[end] == Self.bell || value[end...].starts(with: [Self.escape, UInt8(ascii: "\\")])
        else { return nil }
        value = value[..<end]
        // `rgba:` has a fourth component, the opacity.
        if value.first == UInt8(ascii: "a") { value = value.dropFirst() }
        guard value.first == UInt8(ascii: ":") else { return nil }
        let shares = value.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Self.share($0) }
        guard shares.count == 3 || shares.count == 4, let red = shares[0], let green = shares[1], let blue = shares[2]
        else { return nil }
        // The luma of Rec. ITU-R BT.709.
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? .light : .dark
    }

    /// Parses one to four hexadecimal digits as a fraction of the largest number with as many digits.
    private static func share(_ digits: ArraySlice<UInt8>) -> Double? {
        guard (1...4).contains(digits.count), let value = Int(String(decoding: digits, as: UTF8.self), radix: 16),
            value >= 0
        else { return nil }
        return Double(value) / Double(1 << (4 * digits.count) - 1)
    }
}

extension String {
    /// The text on lines of a terminal's width, broken at spaces; a longer word is left to the terminal.
    ///
    /// Counts columns by the first byte of each character, since weatherctl has no tables of Unicode.
    package func wrapped(to columns: Int) -> String {
        var bytes = Array(utf8)
        var used = 0
        /// The last space of the line, and the columns up to it.
        var space = (index: -1, columns: 0)
        for index in bytes.indices {
            used += bytes[index].columnsOfCharacter
            if bytes[index] == UInt8(ascii: " ") { space = (index, used) }
            guard used > columns, space.index >= 0 else { continue }
            bytes[space.index] = UInt8(ascii: "\n")
            used -= space.columns
            space.index = -1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// The columns of the character that begins with this byte of UTF-8: 2 for Chinese, Japanese, Korean and emoji, and 0 for
    /// the following bytes.
    fileprivate var columnsOfCharacter: Int {
        switch self {
        case 0x80..<0xC0: 0
        case 0xE3..<0xEE, 0xF0...: 2
        default: 1
        }
    }
}
