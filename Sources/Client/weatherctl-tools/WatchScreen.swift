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
        var connection: Connection?
        var retry = Deadline(milliseconds: 0)
        while true {
            if connection == nil, retry.millisecondsLeft == 0 {
                do throws(ConnectionFailure) {
                    connection = try connect()
                } catch {
                    page.fail(error.sentence)
                }
                retry = Deadline(milliseconds: backoff.next())
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
                retry = Deadline(milliseconds: 0)
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

    private func connect() throws(ConnectionFailure) -> Connection {
        let connection = try Connection(to: path)
        // A new connection accepts a short line without waiting.
        try connection.send(QuotedWords.join(page.words) + "\n", by: Deadline(milliseconds: 0))
        return connection
    }
}
