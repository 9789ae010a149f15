package import ClientProtocol
import Glibc

/// One request and its reply.
package struct Query {
    let line: String
    let path: String
    let output: ViewRequest.Output
    /// The timeout for connecting and the reply.
    let milliseconds: Int
    /// The timeout for the first weather at a terminal.
    private let patience: Int
    /// Sent if the daemon rejects the line; nil for none.
    private let unfitted: String?

    package init(
        line: String, path: String, output: ViewRequest.Output, milliseconds: Int,
        patience: Int = FirstWeather.patience,
        unfitted: String? = nil
    ) {
        (self.line, self.path, self.output) = (line, path, output)
        (self.milliseconds, self.patience, self.unfitted) = (milliseconds, patience, unfitted)
    }

    /// What to do about a daemon that runs since before an upgrade, and does not know a command.
    package static var tooOld: String {
        "the running weatherd is too old for this; run 'systemctl --user restart weatherd'"
    }

    /// Prints the reply or the error.
    ///
    /// - Parameter lost: prints the error for a place that is not found; nil for the daemon's sentence.
    package func run(orIfNotFound lost: ((String) -> ExitStatus)? = nil) -> ExitStatus {
        let patience = MonotonicDeadline(milliseconds: patience)
        do throws(ConnectionFailure) {
            switch try reply() {
            case .ok(let lines):
                return show(lines)
            case .error(.noData, let message):
                return try awaitWeather(after: message, by: patience)
            case .error(let code, let message):
                if code == .notFound, let lost { return lost(message) }
                return fail(code.unavailable, code == .unknownCommand ? Self.tooOld : message, .refused)
            }
        } catch {
            return fail(.noDaemon, error.sentence, error.status)
        }
    }

    /// At a terminal, waits for the first weather.
    private func awaitWeather(
        after message: String, by deadline: MonotonicDeadline
    ) throws(ConnectionFailure) -> ExitStatus {
        let reply = try FirstWeather(self, by: deadline)?.reply(after: message) ?? .error(.noData, message)
        return switch reply {
        case .ok(let lines): show(lines)
        case .error(let code, let message): fail(code.unavailable, message, code == .noData ? .noWeather : .refused)
        }
    }

    private func show(_ lines: [String]) -> ExitStatus {
        guard output == .text else { return StandardOutput.show(lines) }
        // The daemon fits views; a sentence is a single line.
        let fitted = lines.count == 1 ? [lines[0].fitted(to: STDOUT_FILENO)] : lines
        return StandardOutput.show(fitted.drawn(with: ConsoleFont(of: STDOUT_FILENO)))
    }

    /// Prints the error; for a bar also in its format, and then with status 0.
    private func fail(_ state: Unavailable, _ message: String, _ status: ExitStatus) -> ExitStatus {
        output.say(message)
        let placeholder = output.isBar && state != .noDaemon ? Placeholder.configured(at: path) : .standard
        return output.show(state, message, placeholder) ?? status
    }

    package func reply() throws(ConnectionFailure) -> Reply {
        let deadline = MonotonicDeadline(milliseconds: milliseconds)
        let reply = try reply(to: line, by: deadline)
        // A daemon that still runs after an upgrade may not know newer options.
        guard case .error(.badArgument, _) = reply, let unfitted else { return reply }
        return try self.reply(to: unfitted, by: deadline)
    }

    private func reply(to line: String, by deadline: MonotonicDeadline) throws(ConnectionFailure) -> Reply {
        let connection = try DaemonConnection.open(path, by: deadline)
        try connection.send(line, by: deadline)
        return try connection.reply(by: deadline)
    }
}

extension StandardOutput {
    package static func show(_ lines: [String]) -> ExitStatus {
        do throws(Failure) {
            try write(lines.text)
            return .done
        } catch {
            return error.report()
        }
    }
}

extension ViewRequest.Output {
    /// Writes to standard error, except for Polybar, which would show it.
    package func say(_ message: String) {
        if self != .polybar { StandardError.say(message) }
    }

    /// Clears a bar, and returns the exit status; nil when the output is not a bar.
    package func show(_ state: Unavailable, _ message: String, _ placeholder: Placeholder = .standard) -> ExitStatus? {
        isBar ? StandardOutput.show(unavailable(state, message: message, placeholder: placeholder)) : nil
    }
}

extension [String] {
    /// The lines with line ends.
    package var text: String {
        reduce(into: "") { text, line in
            text += line
            text += "\n"
        }
    }
}

extension Reply.Code {
    /// The error code for a bar.
    var unavailable: Unavailable {
        switch self {
        case .noData: .noWeather
        case .noLocation: .noLocation
        default: .error
        }
    }
}

/// Waits for the very first weather at a terminal, so that users need not retry after the installation. Scripts and
/// bars get the error at once.
package struct FirstWeather {
    private let query: Query
    private let words: [String]
    private let deadline: MonotonicDeadline

    /// The default timeout, milliseconds.
    package static let patience = 10_000

    /// The commands that lack data only until the first fetch.
    private static let awaited: [Command] = [.short, .current, .show, .hourly, .daily]

    /// nil when the client should not wait.
    init?(_ query: Query, by deadline: MonotonicDeadline) {
        guard query.output == .text, isatty(STDOUT_FILENO) == 1,
            let words = try? QuotedWords.split(query.line.utf8.dropLast()),
            let command = words.first.flatMap({ Command(rawValue: $0) }), Self.awaited.contains(command)
        else { return nil }
        self.query = query
        self.words = words
        self.deadline = deadline
    }

    /// Waits for the weather or a failure.
    ///
    /// - Parameter first: the first error message.
    /// - Returns: nil when no fetch is in progress, or at the timeout.
    func reply(after first: String) throws(ConnectionFailure) -> Reply? {
        do throws(ConnectionFailure) {
            let connection = try DaemonConnection.open(query.path, by: deadline)
            guard try isOnItsWay(connection) else { return nil }
            StandardError.say(
                [first, "; waiting up to ", MonotonicDeadline.seconds(deadline.milliseconds), " s"].joined())
            try connection.send("watch " + query.line, by: deadline)
            while true {
                let reply = try connection.reply(by: deadline)
                if reply != .error(.noData, first) { return reply }
                // Repeated equal replies must not extend the deadline.
                guard deadline.millisecondsLeft > 0 else { return nil }
            }
        } catch {
            guard case .timedOut = error else { throw error }
            return nil
        }
    }

    /// Whether the first fetch is still in progress.
    private func isOnItsWay(_ connection: DaemonConnection) throws(ConnectionFailure) -> Bool {
        let place = Invocation.value(of: .place, in: words).map { [Command.Option.place.rawValue, $0] } ?? []
        let deadline = MonotonicDeadline(milliseconds: min(query.milliseconds, deadline.millisecondsLeft))
        try connection.send(QuotedWords.join([Command.status.rawValue] + place) + "\n", by: deadline)
        guard case .ok(let lines) = try connection.reply(by: deadline) else { return false }
        return StatusReply(lines).awaitsFirstWeather
    }
}

extension Placeholder {
    /// A short timeout, since the bar waits.
    private static let milliseconds = 1_000

    /// The value of `short.unavailable`; the default if the daemon does not answer or does not know the key.
    static func configured(at path: String) -> Placeholder {
        let query = Query(
            line: Command.status.rawValue + "\n", path: path, output: .text, milliseconds: milliseconds)
        guard case .ok(let lines)? = try? query.reply() else { return .standard }
        return StatusReply(lines)[.unavailable].flatMap { Placeholder($0) } ?? .standard
    }
}
