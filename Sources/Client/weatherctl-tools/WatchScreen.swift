import Client
import ClientProtocol
import Glibc

/// A full-screen watched page, redrawn after each change until a key or a signal ends it.
struct WatchScreen {
    private var page: WatchedPage
    private let path: String

    /// Why the page ended.
    enum Ending: Equatable {
        /// A key was pressed.
        case left
        /// The daemon rejected the request.
        case refused(String)
        case signal(Int32)
    }

    /// - Parameters:
    ///   - words: the request, fitted to the terminal.
    ///   - typed: the user's words, whose width and height take precedence.
    init(words: [String], path: String, typed: [String]) {
        page = WatchedPage(words: words, typed: typed)
        self.path = path
    }

    /// Shows the page; restores the terminal on return.
    mutating func run(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(MapFailure) -> Ending {
        let signals = try PendingSignals()
        let screen = try Screen(input: input, output: output)
        page.resize(columns: screen.size.columns, lines: screen.size.lines)
        var keys = KeyDecoder()
        var backoff = Backoff()
        var connection: DaemonConnection?
        var retry = MonotonicDeadline(milliseconds: 0)
        while true {
            if connection == nil, retry.millisecondsLeft == 0 {
                do throws(ConnectionFailure) {
                    connection = try connect()
                } catch {
                    page.fail(error.sentence)
                }
                retry = MonotonicDeadline(milliseconds: backoff.next())
            }
            screen.show(page.lines)
            var ready = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let wait = connection == nil ? Int32(retry.millisecondsLeft) : -1
            let count = poll(&ready, nfds_t(ready.count), keys.isUndecided ? KeyDecoder.patience : wait)
            if count < 0, errno != EINTR { throw .failed(call: "poll", errno: errno) }
            while let signal = signals.next() {
                guard signal == SIGWINCH else { return .signal(signal) }
                page.resize(columns: screen.size.columns, lines: screen.size.lines)
                // A watching connection accepts no other request.
                connection = nil
                retry = MonotonicDeadline(milliseconds: 0)
            }
            var struck = count == 0 ? keys.settle() : []
            if ready[0].revents != 0 {
                guard let bytes = screen.read() else { return .left }
                struck += keys.decode(bytes)
            }
            if struck.contains(.leave) { return .left }
            guard let open = connection, ready[2].revents != 0 else { continue }
            do throws(ConnectionFailure) {
                let step = try page.takeAll(&backoff) { () throws(ConnectionFailure) in try open.replyAtHand() }
                switch step {
                case .stay: break
                case .reconnect: connection = nil
                case .end(let message): return .refused(message)
                }
            } catch {
                page.fail(error.sentence)
                connection = nil
            }
        }
    }

    private func connect() throws(ConnectionFailure) -> DaemonConnection {
        let connection = try DaemonConnection(to: path)
        // A new connection accepts a short line without waiting.
        try connection.send(QuotedWords.join(page.words) + "\n", by: MonotonicDeadline(milliseconds: 0))
        return connection
    }
}

/// The lines of a watched page that fit the terminal, or why there are none.
struct WatchedPage {
    /// The request, fitted to the terminal.
    private(set) var words: [String]
    private var reply: [String] = []
    /// Why there is no current reply; nil without problems.
    private var trouble: String?
    private var columns = 80
    private var height = 24
    /// The options that follow the terminal's size.
    private let fitted: [Command.Option]

    /// - Parameter typed: the user's words, whose width and height take precedence.
    init(words: [String], typed: [String] = []) {
        self.words = words
        let sizes: [Command.Option] = [.width, .height]
        fitted = sizes.filter { Invocation.value(of: $0, in: typed) == nil }
    }

    /// What to do with the connection.
    enum Step: Equatable {
        case stay
        /// A temporary failure of the daemon.
        case reconnect
        /// A permanent failure of the request.
        case end(String)
    }

    /// Sets the terminal's size, and the request's width and height unless the user set them.
    mutating func resize(columns: Int, lines: Int) {
        self.columns = max(1, columns)
        height = max(1, lines)
        set(.width, to: min(self.columns, Request.widthLimit))
        set(.height, to: min(height, Request.heightLimit))
    }

    private mutating func set(_ option: Command.Option, to value: Int) {
        guard fitted.contains(option), let index = words.lastIndex(of: option.rawValue), index + 1 < words.count
        else { return }
        words[index + 1] = String(value)
    }

    mutating func take(_ reply: Reply) -> Step {
        switch reply {
        case .ok(let lines):
            (self.reply, trouble) = (lines, nil)
            return .stay
        case .error(.noData, let message), .error(.noLocation, let message):
            // The weather arrives on the same connection once it is fetched.
            (self.reply, trouble) = ([], message)
            return .stay
        case .error(.busy, let message), .error(.internal, let message):
            trouble = message
            return .reconnect
        case .error(.badArgument, _) where leaveLocale():
            return .reconnect
        case .error(_, let message):
            return .end(message)
        }
    }

    /// Removes `--locale`, which an older daemon does not accept.
    ///
    /// - Returns: whether the request had it.
    private mutating func leaveLocale() -> Bool {
        guard let index = words.firstIndex(of: Command.Option.locale.rawValue), index + 1 < words.count
        else { return false }
        words.removeSubrange(index...(index + 1))
        return true
    }

    /// Processes all replies that have arrived, up to one that ends the connection.
    ///
    /// - Parameter backoff: reset only by a reply that keeps the connection, so that a busy daemon is not queried too
    ///   often.
    mutating func takeAll(
        _ backoff: inout Backoff, _ next: () throws(ConnectionFailure) -> Reply?
    ) throws(ConnectionFailure) -> Step {
        while let reply = try next() {
            let step = take(reply)
            guard step == .stay else { return step }
            backoff.reset()
        }
        return .stay
    }

    /// The connection failed; the page remains.
    mutating func fail(_ sentence: String) {
        trouble = sentence
    }

    /// The lines that fit. The last one shows a problem, without wrapping, which would scroll the page.
    var lines: [String] {
        let notes = trouble.map { ["weatherctl: \($0)".cut(to: columns)] } ?? []
        return Array(reply.prefix(height - notes.count)) + notes
    }
}

extension String {
    /// The text truncated to a width. Characters that may be two columns wide count as two; the first of those is
    /// U+1100.
    fileprivate func cut(to columns: Int) -> String {
        var width = 0
        let beginning = unicodeScalars.prefix { scalar in
            width += scalar.value < 0x1100 ? 1 : 2
            return width <= columns
        }
        return String(beginning)
    }
}
