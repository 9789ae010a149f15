import ClientProtocol
import Glibc

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
        let deadline = Deadline(milliseconds: milliseconds)
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
