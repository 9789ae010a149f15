import Glibc
import Notifications

// Values of keys that are reactions.
extension ConfigurationValues {
    enum ReactionSetting {
        case off
        case on(Reaction)

        var reaction: Reaction? {
            switch self {
            case .off: nil
            case .on(let reaction): reaction
            }
        }
    }

    /// nil when the key is not set.
    func reaction(_ key: ConfigurationKey) throws(ConfigurationError) -> ReactionSetting? {
        guard let words = list(key) else { return nil }
        guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
            throw error(key, Reaction.accepted)
        }
        guard words != [Reaction.notify] else { return .on(.notification) }
        guard words != [Reaction.off] else { return .off }
        // A name without a slash is searched for in PATH, as in a shell.
        guard let path = program.contains("/") ? path(program) : program else {
            throw error(key, "invalid program \"\(program)\": must be a name or a path that begins with / or ~/")
        }
        return .on(.command([path] + words.dropFirst()))
    }

    /// What the log says of a program that does not exist; nil for none.
    func notice(of reaction: Reaction?, _ key: ConfigurationKey) -> String? {
        guard case .command(let words)? = reaction, !isProgram(words[0]) else { return nil }
        return "\(key): program not found or not executable: \(words[0].printable)"
    }

    func isProgram(_ program: String) -> Bool {
        guard !program.contains("/") else { return access(program, X_OK) == 0 }
        let directories = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return directories.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
