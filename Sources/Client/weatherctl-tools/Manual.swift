import ArgumentParser
import Client
import ClientProtocol

/// Help, completion scripts and the version. Requests do not use this parser, which would slow them down.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weatherctl",
        abstract: "Shows the weather from weatherd.",
        discussion: """
            Without a command, shows the current weather as a card: of the current place, or of the one named \
            (weatherctl Oslo). A line below it names further commands.

            Otherwise prints the lines of the reply and nothing else. The socket is $WEATHERD_SOCKET, else \
            $XDG_RUNTIME_DIR/weatherd.sock.

            Exit status: 0 success; 1 weatherd rejected the request, its options or arguments, or doctor found a \
            problem; 64 unknown command, or a request that cannot be sent; 69 weatherd cannot be reached; 74 the output \
            cannot be written; 75 no weather yet. On a terminal, weatherctl waits 10 s for the first weather, or as \
            long as --timeout specifies.

            Weather data by Open-Meteo.com unless others are configured, places by GeoNames (both CC BY 4.0).
            """,
        version: "weatherctl \(Release.version)",
        subcommands: Command.allCases.compactMap(\.manual))

    /// Reformats an error to one line, in lower case and without a period.
    static func inHouseStyle(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    /// Prints the requested text.
    static func show(_ words: [String]) -> ExitStatus {
        if let script = CompletionScript(words) { return StandardOutput.show([script.text]) }
        do {
            var command = try parseAsRoot(words)
            try command.run()
            return .done
        } catch {
            guard exitCode(for: error) == .success else {
                StandardError.say(inHouseStyle(message(for: error)))
                return .usage
            }
            do {
                try StandardOutput.write(fullMessage(for: error) + "\n")
                return .done
            } catch {
                return error.report()
            }
        }
    }
}
