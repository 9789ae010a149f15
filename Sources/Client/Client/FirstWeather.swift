import ClientProtocol
import Glibc

/// Waits for the very first weather at a terminal, so that users need not retry after the installation. Scripts and
/// bars get the error at once.
package struct FirstWeather {
    private let query: Query
    private let words: [String]
    private let deadline: Deadline

    /// The default timeout, milliseconds.
    package static let patience = 10_000

    /// The commands that lack data only until the first fetch.
    private static let awaited: [Command] = [.short, .current, .show, .hourly, .daily]

    /// nil when the client should not wait.
    init?(_ query: Query, by deadline: Deadline) {
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
            let connection = try Connection.open(query.path, by: deadline)
            guard try isOnItsWay(connection) else { return nil }
            StandardError.say(
                [first, "; waiting up to ", Deadline.seconds(deadline.milliseconds), " s"].joined())
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
    private func isOnItsWay(_ connection: Connection) throws(ConnectionFailure) -> Bool {
        let place = Invocation.value(of: .place, in: words).map { [Command.Option.place.rawValue, $0] } ?? []
        let deadline = Deadline(milliseconds: min(query.milliseconds, deadline.millisecondsLeft))
        try connection.send(QuotedWords.join([Command.status.rawValue] + place) + "\n", by: deadline)
        guard case .ok(let lines) = try connection.reply(by: deadline) else { return false }
        return StatusReply(lines).awaitsFirstWeather
    }
}
