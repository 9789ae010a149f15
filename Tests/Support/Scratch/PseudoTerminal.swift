public import Dispatch
public import Foundation
public import Synchronization
import Testing

/// A terminal on which the test types and reads, with a program running in it.
public final class PseudoTerminal: Sendable {
    /// The test's end.
    private let master: Int32
    /// The program's end.
    public let program: Int32
    /// The requests that the daemon received.
    public let asked = Mutex<[String]>([])
    /// The thread that runs the program.
    public let thread = Mutex<pthread_t?>(nil)

    public init() throws {
        var (master, program): (Int32, Int32) = (-1, -1)
        try #require(openpty(&master, &program, nil, nil, nil) == 0)
        self.master = master
        self.program = program
        resize(columns: 80, lines: 24)
    }

    deinit {
        close(program)
        close(master)
    }

    /// In character cells.
    public func resize(columns: Int, lines: Int) {
        var size = winsize(ws_row: UInt16(lines), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Simulates key presses.
    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Sends a signal to the program's thread.
    public func send(_ signal: Int32) {
        if let thread = thread.withLock({ $0 }) { pthread_kill(thread, signal) }
    }

    /// Whether the terminal is in raw mode, without echo.
    public var isRaw: Bool {
        var settings = termios()
        tcgetattr(program, &settings)
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    /// Reads the output up to and including the text; nil if it does not appear.
    @discardableResult
    public func look(for text: String) -> String? {
        var seen = ""
        while !seen.contains(text) {
            var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 20_000) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(master, &bytes, bytes.count)
            guard count > 0 else { return nil }
            seen += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        return seen
    }

    /// Types the reply after the query was received, on a separate thread.
    ///
    /// - Returns: signalled when that is done.
    public func answer(_ question: String, with reply: String) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            look(for: question)
            type(reply)
            done.signal()
        }
        return done
    }

    /// Reads and returns the input that no program has read.
    public var pendingInput: String {
        var settings = termios()
        tcgetattr(program, &settings)
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(program, TCSANOW, &raw)
        defer { tcsetattr(program, TCSANOW, &settings) }
        var ready = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) == 1 else { return "" }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(program, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
