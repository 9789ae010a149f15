import Wire

/// One request and its reply.
struct Query {
    var line: String
    var path: String
    /// How long connecting and answering may take together.
    var milliseconds: Int

    /// Prints the reply, or says why there is none.
    func run() -> ExitStatus {
        do {
            switch try reply() {
            case .ok(let lines):
                return print(lines)
            case .error(let code, let message):
                StandardError.say(message)
                return code == .noData ? .noWeather : .refused
            }
        } catch {
            StandardError.say(error.sentence)
            return .noDaemon
        }
    }

    private func reply() throws(ConnectionFailure) -> Reply {
        let deadline = Deadline(milliseconds: milliseconds)
        let connection = try Connection.open(path, by: deadline)
        try connection.send(line, by: deadline)
        return try connection.reply(by: deadline)
    }

    private func print(_ lines: [String]) -> ExitStatus {
        do {
            try StandardOutput.write(lines.text)
            return .done
        } catch {
            return error.report()
        }
    }
}

extension [String] {
    /// The lines as they are printed, each with its end.
    var text: String {
        reduce(into: "") { text, line in
            text += line
            text += "\n"
        }
    }
}
