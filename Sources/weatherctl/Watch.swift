import Wire

/// A reply that is printed again each time it changes. It outlives the daemon, and ends with its reader.
struct Watch {
    private let line: String
    private let path: String
    private var reader = Reader()
    private var display = Display()
    private var backoff = Backoff()
    /// The trouble that was told last, so that each is told once and not at every try.
    private var told: String?

    init(line: String, path: String) {
        self.line = line
        self.path = path
    }

    /// Why no more replies come.
    private enum Ending {
        /// For now.
        case lost(String)
        /// For good.
        case refused(String)
    }

    mutating func run() -> ExitStatus {
        do {
            while true {
                switch try follow() {
                case .lost(let sentence):
                    if case .print(let text) = display.clear() { try StandardOutput.write(text) }
                    if told != sentence { StandardError.say(sentence) }
                    told = sentence
                    try reader.wait(milliseconds: backoff.next())
                case .refused(let message):
                    StandardError.say(message)
                    return .refused
                }
            }
        } catch {
            return error.report()
        }
    }

    /// Prints replies for as long as they come.
    private mutating func follow() throws(StandardOutput.Failure) -> Ending {
        let connection: Connection
        do {
            connection = try Connection(to: path)
            // A new connection takes a short line at once, so that there is nothing to wait for.
            try connection.send(line, by: Deadline(milliseconds: 0))
        } catch {
            return .lost(error.sentence)
        }
        while true {
            let reply: Reply?
            do {
                reply = try connection.replyAtHand()
            } catch {
                return .lost(error.sentence)
            }
            guard let reply else {
                try reader.wait(for: connection.descriptor)
                continue
            }
            switch display.show(reply) {
            case .print(let text): try StandardOutput.write(text)
            case .keep: break
            case .retry(let message): return .lost(message)
            case .end(let message): return .refused(message)
            }
            backoff.reset()
            told = nil
        }
    }
}
