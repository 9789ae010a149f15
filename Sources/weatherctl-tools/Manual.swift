import ArgumentParser
import Client
import Wire

/// What the program says of itself: help, completion scripts, its version. No request comes this way, so that none pays
/// for a parser.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weatherctl",
        abstract: "Asks weatherd for the weather.",
        discussion: """
            Prints the reply's lines and nothing else. The socket is $WEATHERD_SOCKET, else \
            $XDG_RUNTIME_DIR/weatherd.sock.

            Exit status: 0 done; 1 weatherd refused, be it a command's options or arguments, or doctor found \
            something that has to be mended; 64 no such command, or what cannot be sent; 69 no weatherd; 74 the output \
            cannot be written; 75 no weather yet; on a terminal the first weather of all is waited for, 10 s unless \
            --timeout says otherwise.

            Weather data by Open-Meteo.com unless others are configured, places by GeoNames (both CC BY 4.0).
            """,
        version: "weatherctl \(Release.version)",
        subcommands: [
            Short.self, Current.self, Show.self, Hourly.self, Daily.self, Alerts.self, Air.self, Sun.self, Places.self,
            Map.self,
            Next.self,
            Previous.self, Toggle.self, Search.self, Status.self, WatchManual.self, DoctorManual.self, SetUnits.self,
            SetLocation.self,
            Refresh.self,
            Version.self,
        ])

    /// One line that begins small and ends without a period.
    static func inHouseStyle(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    /// Prints what the words ask for.
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
