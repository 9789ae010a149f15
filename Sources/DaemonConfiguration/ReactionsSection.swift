import Glibc
import Notifications
import Weather

/// Reactions to weather events: `[on]`.
struct ReactionsSection {
    private(set) var reactions = Reactions()
    private(set) var notices: [String] = []

    private static let longestDeadline = Duration.seconds(3600)

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        for (kind, key) in zip(WeatherEvent.Kind.allCases, ConfigurationKey.reactions) {
            guard let words = values.list(key) else { continue }
            let reaction = try Self.reaction(words, key, values)
            reactions[kind] = reaction
            if case .command(let words)? = reaction, !Self.isProgram(words[0], path: values.variables["PATH"]) {
                notices.append("\(key): program not found or not executable: \(words[0].printable)")
            }
        }
        let key = ConfigurationKey.commandDeadline
        if let deadline = try values.take(key, { Duration(written: $0) }, orSay: { Configuration.durations }) {
            guard deadline <= Self.longestDeadline else { throw values.error(key, "must be a duration of at most 1h") }
            reactions.deadline = deadline
        }
    }

    /// - Parameter path: the directories in which to search for programs.
    static func isProgram(_ program: String, path: String?) -> Bool {
        guard !program.contains("/") else { return access(program, X_OK) == 0 }
        return (path ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    private static func reaction(
        _ words: [String], _ key: ConfigurationKey, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> Reaction? {
        guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
            throw values.error(key, Reaction.accepted)
        }
        guard words != [Reaction.notify] else { return .notification }
        guard words != [Reaction.off] else { return nil }
        // A name without a slash is searched for in PATH, as in a shell.
        guard let path = program.contains("/") ? values.path(program) : program else {
            throw values.error(
                key, "invalid program \"\(program)\": must be a name or a path that begins with / or ~/")
        }
        return .command([path] + words.dropFirst())
    }
}
