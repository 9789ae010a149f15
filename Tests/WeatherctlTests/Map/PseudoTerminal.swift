import Dispatch
import Foundation
import Synchronization
import Testing
import Wire

@testable import weatherctl

/// A terminal that the test types on and looks at, with a chooser at work on it.
final class PseudoTerminal: Sendable {
    /// The test's end, and the program's.
    let master: Int32
    let program: Int32
    /// What the daemon was asked.
    let asked = Mutex<[String]>([])
    private let thread = Mutex<pthread_t?>(nil)
    private let shown = Mutex("")

    init() throws {
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

    func resize(columns: Int, lines: Int) {
        var size = winsize(ws_row: UInt16(lines), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Sends a signal to the thread that the chooser is on.
    func send(_ signal: Int32) {
        if let thread = thread.withLock({ $0 }) { pthread_kill(thread, signal) }
    }

    /// Whether keys come as they are struck, without an echo.
    var isRaw: Bool {
        var settings = termios()
        tcgetattr(program, &settings)
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    /// Reads what is drawn until the text has come; nil when it does not.
    @discardableResult
    func look(for text: String) -> String? {
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

    /// Types the reply once the question has come, on a thread of its own.
    ///
    /// - Returns: signalled when that is done.
    func answer(_ question: String, with reply: String) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            look(for: question)
            type(reply)
            done.signal()
        }
        return done
    }

    /// What was typed and not read, which is read by this.
    var pendingInput: String {
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

    /// Runs a chooser on a thread of its own, with a daemon that answers each request with the request itself in the place of
    /// the map, and a position below it as weatherd writes it, in colours where they are asked for.
    ///
    /// - Parameter center: where the request says that the map begins.
    /// - Returns: what it comes to, once.
    func choose(
        from center: MapPosition? = .oslo, colors: ColorDepth = .none, failingFrom failure: Int = .max
    ) -> AsyncStream<Result<Chooser.Outcome, MapFailure>> {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Chooser.Outcome, MapFailure>.self)
        Thread.detachNewThread { [self] in
            thread.withLock { $0 = pthread_self() }
            let chooser = Chooser(
                request: MapRequest(center: center), reading: Reading(.places), colors: colors
            ) { words throws(MapFailure) in
                let line = Words.join(words)
                let count = self.asked.withLock {
                    $0.append(line)
                    return $0.count
                }
                guard count < failure else { throw .connection(.noDaemon(path: "x")) }
                let name = words.contains("256") ? "\u{1B}[1m  Montevideo\u{1B}[0m" : "  Montevideo"
                return words[0] == "map"
                    ? [line, "-34.9000 -56.2000\(name)", "end of map \(count)"] : ["location set to \(line)"]
            }
            outcome.yield(
                Result { () throws(MapFailure) in try chooser.run(input: program, output: program) })
            outcome.finish()
        }
        return outcomes
    }
}

extension AsyncStream {
    /// The only element.
    var only: Element? {
        get async { await first { _ in true } }
    }
}
