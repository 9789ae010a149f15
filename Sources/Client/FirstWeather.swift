import Glibc
import Wire

/// The wait of somebody at a terminal for the first weather of all, so that nobody has to ask twice after the installation. A
/// script and a bar are told at once that there is none yet.
package struct FirstWeather {
    private let query: Query
    private let words: [String]
    private let deadline: Deadline

    /// The most that it is waited for unless told otherwise, milliseconds.
    package static let patience = 10_000

    /// The commands whose replies have no other reason to be without data.
    private static let awaited: [Command] = [.short, .current, .show, .hourly, .daily]

    /// nil where nobody waits, or for something else.
    init?(_ query: Query, by deadline: Deadline) {
        guard query.output == .text, isatty(STDOUT_FILENO) == 1,
            let words = try? Words.split(query.line.utf8.dropLast()),
            let command = words.first.flatMap({ Command(rawValue: $0) }), Self.awaited.contains(command)
        else { return nil }
        self.query = query
        self.words = words
        self.deadline = deadline
    }

    /// The reply once there is weather, or a reason for having none.
    ///
    /// - Parameter first: why there was none.
    /// - Returns: nil when none is on its way, or it does not come in time.
    func reply(after first: String) throws(ConnectionFailure) -> Reply? {
        do throws(ConnectionFailure) {
            let connection = try Connection.open(query.path, by: deadline)
            guard try isOnItsWay(connection) else { return nil }
            StandardError.say(
                [first, "; waiting for it, ", Deadline.seconds(deadline.milliseconds), " s at most"].joined())
            try connection.send("watch " + query.line, by: deadline)
            while true {
                let reply = try connection.reply(by: deadline)
                if reply != .error(.noData, first) { return reply }
                // The same again and again is not waited for beyond the deadline, however fast it comes.
                guard deadline.millisecondsLeft > 0 else { return nil }
            }
        } catch {
            guard case .timedOut = error else { throw error }
            return nil
        }
    }

    /// Whether nothing has come yet, and nothing has failed.
    private func isOnItsWay(_ connection: Connection) throws(ConnectionFailure) -> Bool {
        let place = Invocation.value(of: .place, in: words).map { [Command.Option.place.rawValue, $0] } ?? []
        let deadline = Deadline(milliseconds: min(query.milliseconds, deadline.millisecondsLeft))
        try connection.send(Words.join([Command.status.rawValue] + place) + "\n", by: deadline)
        guard case .ok(let lines) = try connection.reply(by: deadline) else { return false }
        return ["freshness: none", "last-error: -", "network: up"].allSatisfy { lines.contains($0) }
    }
}
