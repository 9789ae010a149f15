package import ClientProtocol
import Glibc

/// Prints a reply and each change of it. It survives daemon restarts, and ends with its reader.
package struct Watch {
    private var line: String
    /// Sent instead if the daemon rejects the line, which a client of a newer release sends; nil for none.
    private var unfitted: String?
    private let path: String
    private var reader = OutputPeerWatch()
    private var display: Display
    /// The clicks, for bars that report them.
    private var clicks: ClickReader?
    private var backoff = Backoff()
    /// Until when the last reply remains shown after the connection was lost; nil while there is one.
    private var gap: Deadline?
    /// The last reported error, so that repeated ones are reported once.
    private var reported: String?

    private let output: ViewRequest.Output
    /// nil unless the output is a Linux console.
    private let font: ConsoleFont?

    package init(line: String, output: ViewRequest.Output, path: String, unfitted: String? = nil) {
        self.line = line
        self.unfitted = unfitted
        self.output = output
        font = output == .text ? ConsoleFont(of: STDOUT_FILENO) : nil
        self.path = path
        display = Display(output) { Placeholder.configured(at: path) }
        clicks = output.reportsClicks ? ClickReader() : nil
    }

    /// Why a connection ended.
    private enum Ending {
        /// A temporary failure.
        case lost(Unavailable, String)
        /// An older daemon rejected the request; the one without the newer options comes next.
        case outdated
        /// A permanent failure.
        case refused(String)
        /// A system call failed.
        case failed(String)
    }

    package mutating func run() -> ExitStatus {
        do throws(StandardOutput.Failure) {
            if let header = output.header { try StandardOutput.write(header) }
            while true {
                switch try follow() {
                case .lost(let state, let sentence):
                    if state == .noDaemon, display.showsReply, gap == nil {
                        gap = Deadline(milliseconds: Self.restartTime)
                    }
                    var pause = backoff.next()
                    if let left = gap?.millisecondsLeft, left > 0 {
                        pause = min(pause, left)
                    } else {
                        gap = nil
                        try clear(state, sentence)
                        if reported != sentence { output.say(sentence) }
                        reported = sentence
                    }
                    try wait(milliseconds: pause)
                case .outdated: break
                case .failed(let message) where !output.isBar:
                    output.say(message)
                    return .system
                case .refused(let message), .failed(let message):
                    if reported != message { output.say(message) }
                    guard output.isBar else { return .refused }
                    // A bar would treat an exit as a crash, and might restart at once.
                    reported = message
                    try clear(.error, message)
                    try wait(milliseconds: Self.refusalPause)
                }
            }
        } catch {
            return error.report()
        }
    }

    /// Prints replies until the connection ends.
    private mutating func follow() throws(StandardOutput.Failure) -> Ending {
        let connection: Connection
        do throws(ConnectionFailure) {
            connection = try Connection(to: path)
            // A new connection accepts a short line without waiting.
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
                // While a daemon starts, its service manager holds the socket.
                try wait(for: connection.descriptor, milliseconds: gap?.millisecondsLeft ?? -1)
                if gap?.millisecondsLeft == 0 { return .lost(.noDaemon, ConnectionFailure.closed.sentence) }
                continue
            }
            gap = nil
            if case .error(.badArgument, _) = reply, let plain = unfitted {
                (line, unfitted) = (plain, nil)
                return .outdated
            }
            switch display.show(reply) {
            case .print(let text): try StandardOutput.write(font.map { text.drawn(with: $0) } ?? text)
            case .keep: break
            case .retry(let message): return .lost(.error, message)
            case .end(let message): return .refused(message)
            }
            backoff.reset()
            reported = nil
        }
    }

    private mutating func clear(_ state: Unavailable, _ message: String) throws(StandardOutput.Failure) {
        if case .print(let text) = display.clear(state, message) { try StandardOutput.write(text) }
    }

    /// Waits for a reply, and handles clicks and the reader's end meanwhile.
    private mutating func wait(
        for socket: Int32 = -1, milliseconds: Int = -1
    ) throws(StandardOutput.Failure) {
        guard try reader.wait(for: socket, or: clicks?.descriptor ?? -1, milliseconds: milliseconds) else { return }
        // One deadline for all clicks, so that a hanging daemon does not delay noticing the reader's end.
        let deadline = Deadline(milliseconds: Self.clickTimeout)
        for click in clicks?.clicks() ?? [] where reported == nil {
            guard send(click.request, by: deadline) else { break }
        }
    }

    /// Uses a separate connection, since a watching one accepts no other request. The watch shows the result.
    ///
    /// - Returns: whether the daemon has replied.
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
    /// How long the last reply remains while the daemon restarts (RestartSec= is 1 s).
    private static let restartTime = 5_000
    /// The retry interval after a rejected request, which may succeed later: a favourite is added or a newer daemon
    /// started.
    private static let refusalPause = 30_000
}

extension ViewRequest.Output {
    /// What the bar reads before the first reply; nil for nothing.
    fileprivate var header: String? {
        switch self {
        // A header and an endless array.
        case .i3bar: "{\"version\":1,\"click_events\":true}\n[\n"
        case .text, .json, .waybar, .polybar, .i3blocks, .tmux, .eww, .yambar, .argos: nil
        }
    }

    /// Whether the bar writes clicks to the standard input.
    fileprivate var reportsClicks: Bool {
        switch self {
        case .i3bar: true
        // i3blocks 1.4 sets BLOCK_INTERVAL only for blocks with their own input; other blocks inherit the bar's input
        // with the clicks on all blocks, which must be left to i3blocks.
        case .i3blocks: environment("BLOCK_INTERVAL") != nil
        case .text, .json, .waybar, .polybar, .tmux, .eww, .yambar, .argos: false
        }
    }
}
