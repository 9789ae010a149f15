import Glibc
import Platform
import Rendering
import WorkerProtocol

/// The values of all keys: the last file with a key decides, and the environment overrides the files.
struct ConfigurationValues {
    /// The files as written.
    private let written: [ConfigurationFile]
    /// The files without the keys that a later file displaces.
    private let files: [ConfigurationFile]
    /// The file that errors refer to if no file caused them.
    private let main: String
    /// The whole environment.
    let variables: [String: String]

    /// - Parameters:
    ///   - files: the files, lowest precedence first.
    ///   - main: the path of the user's main file.
    init(files: [ConfigurationFile], main: String, environment: [String: String]) {
        (written, self.main, variables) = (files, main, environment)
        var rest = files
        for index in rest.indices.reversed() {
            let displaced = rest[index].values.keys.flatMap(\.displaced)
            for lower in rest.indices[..<index] {
                for key in displaced { rest[lower].remove(key) }
            }
        }
        self.files = rest
    }

    /// The values of a single user file.
    init(file: ConfigurationFile, environment: [String: String]) {
        self.init(files: [file], main: file.path, environment: environment)
    }

    /// The file that decides a key; nil for none.
    private func file(deciding key: ConfigurationKey) -> ConfigurationFile? {
        files.last { $0.values[key] != nil }
    }

    private func value(_ key: ConfigurationKey) -> ConfigurationFile.Value? {
        file(deciding: key)?.values[key]
    }

    /// Whether an administrator's file decides the key. A group may read the administrator's secrets.
    func isOfSystem(_ key: ConfigurationKey) -> Bool {
        !isVariable(key) && file(deciding: key)?.layer == .system
    }

    /// The locale of messages (locale(7)); empty when none is set.
    var locale: String {
        for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = variables[variable], !locale.isEmpty { return locale }
        }
        return ""
    }

    /// An absolute path or a path below `~/`; nil for other text.
    func path(_ text: String) -> String? {
        if text.hasPrefix("~/"), let home = variables["HOME"], home.hasPrefix("/") { return home + text.dropFirst() }
        return text.hasPrefix("/") ? text : nil
    }

    /// The path of a systemd credential (systemd.exec(5), LoadCredential=); nil when there is none with
    /// that name.
    func credential(_ name: String) -> String? {
        guard let directory = variables["CREDENTIALS_DIRECTORY"], directory.hasPrefix("/") else { return nil }
        let path = "\(directory)/\(name)"
        return access(path, F_OK) == 0 ? path : nil
    }

    /// The file that sets a key; nil when only its owner can read it, or when the environment sets the key.
    func fileThatOthersCanRead(with key: ConfigurationKey) -> String? {
        var status = stat()
        guard !isVariable(key), let file = file(deciding: key), stat(file.path, &status) == 0,
            status.st_mode & KeyFile.forbidden(isOfSystem: file.layer == .system) != 0
        else { return nil }
        return file.path
    }

    /// All keys, including the thresholds' in files and environment.
    private var keys: [ConfigurationKey] {
        let thresholds = files.flatMap(\.values.keys).filter { $0.thresholdName != nil }
        return ConfigurationKey.all + Set(thresholds + ConfigurationKey.thresholds(in: variables.keys))
    }

    /// The names of the thresholds, in order.
    var thresholdNames: [String] {
        let set = files.flatMap(\.values.keys) + ConfigurationKey.thresholds(in: variables.keys)
        return Set(set.compactMap(\.thresholdName)).sorted()
    }

    /// Whether a file or the environment sets the key.
    func isSet(_ key: ConfigurationKey) -> Bool { isVariable(key) || value(key) != nil }

    /// Whether the environment sets the key.
    func isVariable(_ key: ConfigurationKey) -> Bool { variables[key.environmentVariable] != nil }

    /// The variables that set keys, by the key's name in the file.
    var decisiveVariables: [String: String] {
        let keys = keys.filter { variables[$0.environmentVariable] != nil }
        return Dictionary(uniqueKeysWithValues: keys.map { ($0.description, $0.environmentVariable) })
    }

    /// Sentences about the keys that the environment overrides, ordered by key.
    var overrides: [String] {
        keys.filter(isVariable).sorted { $0.description < $1.description }.compactMap { key in
            guard let path = file(deciding: key)?.path else { return nil }
            return "\(key.environmentVariable) overrides \(key) in \(path == main ? "config.toml" : path.printable)"
        }
    }

    /// The keys that are set, and where, ordered by key.
    ///
    /// - Parameter variables: the variables that set keys, by key.
    func origins(variables: [String: String]) -> [ConfiguredKey] {
        var origins = variables.mapValues(ConfiguredKey.Source.variable)
        for file in files.reversed() {
            for key in file.values.keys.map(\.description) where origins[key] == nil {
                origins[key] = .file(file.path, line: file.line(of: key))
            }
        }
        return origins.sorted { $0.key < $1.key }.map { ConfiguredKey($0.key, $0.value) }
    }

    /// Variables with weatherd's prefix that are not settings.
    var strayVariables: [String] {
        let known = Set(keys.map(\.environmentVariable) + ["WEATHERD_SOCKET"])
        return variables.keys.filter { $0.hasPrefix(ConfigurationKey.variablePrefix) && !known.contains($0) }.sorted()
    }

    /// The values from each file and from the environment, lowest precedence first.
    var layers: [ConfigurationValues] {
        files.map { ConfigurationValues(files: [$0], main: main, environment: [:]) }
            + [ConfigurationValues(files: [], main: main, environment: variables)]
    }

    /// The values without a key from one source; nil if the source does not set it.
    func without(_ key: ConfigurationKey, from source: ConfigurationError.Source) -> ConfigurationValues? {
        var (files, variables) = (written, variables)
        switch source {
        case .file(let path, _):
            guard let index = files.firstIndex(where: { $0.path == path }), files[index].values[key] != nil else {
                return nil
            }
            files[index].remove(key)
        case .environment:
            guard variables.removeValue(forKey: key.environmentVariable) != nil else { return nil }
        }
        return ConfigurationValues(files: files, main: main, environment: variables)
    }

    /// The values without a key, from all sources.
    func without(_ key: ConfigurationKey) -> ConfigurationValues {
        var (files, variables) = (written, variables)
        for index in files.indices { files[index].remove(key) }
        variables[key.environmentVariable] = nil
        return ConfigurationValues(files: files, main: main, environment: variables)
    }

    /// The key's text; nil when neither the environment nor a file sets it. An empty variable is an empty text.
    func text(_ key: ConfigurationKey) -> String? {
        if let variable = variables[key.environmentVariable] { return variable }
        guard case .text(let text)? = value(key) else { return nil }
        return text
    }

    /// The key's list; nil when neither the environment nor a file sets it. The environment separates elements with commas, and
    /// white space around elements is ignored.
    func list(_ key: ConfigurationKey) -> [String]? {
        if let variable = variables[key.environmentVariable] {
            return variable.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
        }
        guard case .list(let words)? = value(key) else { return nil }
        return words
    }

    /// The parsed value of the key; nil when it is not set.
    ///
    /// - Throws: the error described by `accepted`, when `parse` returns nil.
    @discardableResult
    func take<Value>(
        _ key: ConfigurationKey, _ parse: (String) -> Value?, orSay accepted: () -> String
    ) throws(ConfigurationError) -> Value? {
        guard let text = text(key) else { return nil }
        guard let value = parse(text) else { throw error(key, "invalid value \"\(text)\": \(accepted())") }
        return value
    }

    /// An error without a single key.
    func error(_ problem: String) -> ConfigurationError {
        ConfigurationError(source: .file(path: main, line: nil), problem: problem)
    }

    /// An error for the key's value, from its source.
    func error(_ key: ConfigurationKey, _ problem: String) -> ConfigurationError {
        guard variables[key.environmentVariable] == nil else {
            return ConfigurationError(
                source: .environment(variable: key.environmentVariable), key: key.description, problem: problem)
        }
        let file = file(deciding: key) ?? files.last { $0.line(of: key.description) != nil }
        return (file ?? ConfigurationFile(emptyAt: main)).error(key, problem)
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return self[...last].drop(while: \.isWhitespace)
    }
}

/// An API key from a private file or a systemd credential.
struct KeyFile {
    let path: String
    /// Mode bits that expose the file. systemd gives the group of a credential only to the service.
    var forbidden: mode_t = 0o077

    /// Why there is no key in the file; completes a sentence.
    struct Problem: Error {
        let sentence: String

        /// - Parameters:
        ///   - reason: an `errno` value.
        ///   - isOwned: whether the user owns the file and can change its permissions.
        static func unreadable(_ path: String, _ reason: Int32, isOwned: Bool) -> Problem {
            let advice = reason == EACCES && isOwned ? "; fix with: chmod 600 \(path)" : ""
            return Problem(
                sentence: "cannot read the key from \(path): \(SystemError(code: reason).sentence)\(advice)")
        }
    }

    /// The mode bits that expose a secret. A group may read the administrator's secrets.
    static func forbidden(isOfSystem: Bool) -> mode_t { isOfSystem ? 0o027 : 0o077 }

    /// Longer than any key; larger files are rejected.
    private static let sizeLimit = 4096

    func key() throws(Problem) -> APIKey {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try [UInt8](ofFile: path, forbidding: forbidden, atMost: Self.sizeLimit)
        } catch {
            throw problem(error)
        }
        guard let key = APIKey(String(decoding: bytes, as: UTF8.self)) else {
            throw Problem(sentence: "\(path) does not contain a key: must be one line of letters and digits")
        }
        return key
    }

    private func problem(_ problem: FileProblem) -> Problem {
        switch problem {
        case .failed(let error):
            var status = stat()
            let isOwned = stat(path, &status) == 0 && status.st_uid == geteuid()
            return .unreadable(path, error.code, isOwned: isOwned)
        case .notRegular: return Problem(sentence: "\(path) is not a file")
        case .permissive:
            let mode = forbidden == Self.forbidden(isOfSystem: true) ? "640" : "600"
            return Problem(sentence: "other users can read the key in \(path); fix with: chmod \(mode) \(path)")
        case .tooLong: return Problem(sentence: "\(path) is too large for a key file")
        }
    }
}
