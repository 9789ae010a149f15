import CLinux
import Client
import Glibc

/// Asks the user on the terminal.
struct Questions {
    /// The user's answer, or the signal that interrupted the question.
    enum Answer<Value> {
        case value(Value)
        /// A signal that ends the program; the terminal is restored.
        case signal(Int32)
    }

    /// nil unless standard input and output are a terminal.
    init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    }

    /// One key, without Enter; nil at the end of input.
    func key(_ prompt: String) -> Answer<UInt8?> {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0, let signals = try? PendingSignals() else { return .value(nil) }
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Discards what was typed before the question.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        // Discards the rest of a key that sends several bytes, which would answer the next question.
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        show(prompt)
        while true {
            var ready = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&ready, nfds_t(ready.count), -1)
            while let signal = signals.next() {
                guard signal == SIGWINCH else {
                    show("\n")
                    return .signal(signal)
                }
            }
            guard ready[0].revents != 0 else { continue }
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            let isEnd = count <= 0 || byte == 0x04
            show(isEnd || byte < 0x21 || byte > 0x7E ? "\n" : "\(Character(Unicode.Scalar(byte)))\n")
            return .value(isEnd ? nil : byte)
        }
    }

    /// Whether the user presses y; any other key means no.
    func consent(_ question: String) -> Answer<Bool> {
        switch key("\(question) [y/N]".fitted(to: STDOUT_FILENO) + " ") {
        case .value(let byte): .value(byte == UInt8(ascii: "y") || byte == UInt8(ascii: "Y"))
        case .signal(let number): .signal(number)
        }
    }

    /// A line without its line end; empty for Enter alone, and at the end of input.
    func line(_ prompt: String) -> String {
        show(prompt)
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count > 0, byte != .newline else { break }
            if line.count < 1000 { line.append(byte) }
        }
        return String(decoding: line[...].trimmed, as: UTF8.self)
    }

    private func show(_ text: String) {
        _ = try? StandardOutput.write(text)
    }
}
