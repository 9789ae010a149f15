import Glibc
package import Wire

/// A reply that is printed again each time it changes. It outlives the daemon, and ends with its reader.
package struct Watch {
    private let line: String
    private let path: String
    private var reader = Reader()
    private var display: Display
    /// The clicks on what is shown, where the bar tells them.
    private var clicks: ClickReader?
    private var backoff = Backoff()
    /// The trouble that was told last, so that each is told once and not at every try.
    private var told: String?

    private let output: Reading.Output
    /// nil for every reader but the Linux console.
    private let font: ConsoleFont?

    package init(line: String, output: Reading.Output, path: String) {
        self.line = line
        self.output = output
        font = output == .text ? ConsoleFont(of: STDOUT_FILENO) : nil
        self.path = path
        display = Display(output) { Placeholder.configured(at: path) }
        // i3blocks 1.4, which does not tell its blocks their interval, leaves them its own standard input: the bar's clicks on
        // all of them, which are not to be taken from it.
        let isHeard = output == .i3bar || output == .i3blocks && environment("BLOCK_INTERVAL") != nil
        clicks = isHeard ? ClickReader() : nil
    }

    /// Why no more replies come.
    private enum Ending {
        /// For now.
        case lost(Unavailable, String)
        /// For good.
        case refused(String)
        /// The system refuses a connection.
        case failed(String)
    }

    package mutating func run() -> ExitStatus {
        do throws(StandardOutput.Failure) {
            // The protocol of i3bar begins with this, once; what follows are the elements of an array without an end.
            if output == .i3bar { try StandardOutput.write("{\"version\":1,\"click_events\":true}\n[\n") }
            while true {
                switch try follow() {
                case .lost(let state, let sentence):
                    try clear(state, sentence)
                    if told != sentence { output.say(sentence) }
                    told = sentence
                    try wait(milliseconds: backoff.next())
                case .failed(let message) where !output.isBar:
                    output.say(message)
                    return .system
                case .refused(let message), .failed(let message):
                    if told != message { output.say(message) }
                    guard output.isBar else { return .refused }
                    // A bar would take the end for a crash, and some start it again at once.
                    told = message
                    try clear(.error, message)
                    try wait(milliseconds: Self.refusalPause)
                }
            }
        } catch {
            return error.report()
        }
    }

    /// Prints replies for as long as they come.
    private mutating func follow() throws(StandardOutput.Failure) -> Ending {
        let connection: Connection
        do throws(ConnectionFailure) {
            connection = try Connection(to: path)
            // A new connection takes a short line at once, so that there is nothing to wait for.
            try connection.send(line, by: Deadline(milliseconds: 0))
        } catch {
            return error.status == .system ? .failed(error.sentence) : .lost(.noDaemon, error.sentence)
        }
        while true {
            let reply: Reply?
            do throws(ConnectionFailure) {
                reply = try connection.replyAtHand()
            } catch {
                return .lost(.noDaemon, error.sentence)
            }
            guard let reply else {
                try wait(for: connection.descriptor)
                continue
            }
            switch display.show(reply) {
            case .print(let text): try StandardOutput.write(font.map { text.drawn(with: $0) } ?? text)
            case .keep: break
            case .retry(let message): return .lost(.error, message)
            case .end(let message): return .refused(message)
            }
            backoff.reset()
            told = nil
        }
    }

    private mutating func clear(_ state: Unavailable, _ message: String) throws(StandardOutput.Failure) {
        if case .print(let text) = display.clear(state, message) { try StandardOutput.write(text) }
    }

    /// Waits as the reader of the output does, and does what clicks ask for meanwhile.
    private mutating func wait(
        for socket: Int32 = -1, milliseconds: Int = -1
    ) throws(StandardOutput.Failure) {
        guard try reader.wait(for: socket, or: clicks?.descriptor ?? -1, milliseconds: milliseconds) else { return }
        // All within one deadline: the reader's end is not to be missed over a daemon that hangs.
        let deadline = Deadline(milliseconds: Self.clickTimeout)
        for click in clicks?.clicks() ?? [] where told == nil {
            guard send(click.request, by: deadline) else { break }
        }
    }

    /// On a connection of its own, since one that watches takes no other request. What it brings is shown by the watch.
    ///
    /// - Returns: whether the daemon has answered.
    private func send(_ command: Command, by deadline: Deadline) -> Bool {
        do throws(ConnectionFailure) {
            let connection = try Connection.open(path, by: deadline)
            try connection.send(command.rawValue + "\n", by: deadline)
            if case .error(_, let message) = try connection.reply(by: deadline) { output.say(message) }
            return true
        } catch {
            output.say(error.sentence)
            return false
        }
    }

    private static let clickTimeout = 500
    /// How long a bar waits before it asks again for what was refused: a place may come back, or a newer daemon.
    private static let refusalPause = 30_000
}
