public import Weather

/// Both settings files were damaged and moved aside, so the defaults are used.
public struct SetAsideSettings: Sendable, Hashable {
    public let directory: String
    /// The new names of the damaged files, `settings.json.damaged-1763740000`.
    public let names: [String]
}

/// What exceeds the limits in a settings file, and is not in effect. It stays in the file until the next change, which first
/// copies the file.
public struct ExcessSettings: Sendable, Hashable {
    public let directory: String
    /// The file's name.
    public let name: String
    /// The name of the copy: `settings.json.full-1763740000`.
    public let keptAs: String
    /// At least one.
    public let parts: [Excess]

    /// The name of the copy of a file.
    static func copy(of name: String, at now: UnixTime) -> String { name + infix + String(now.seconds) }

    /// Whether a file is such a copy.
    static func isCopy(_ name: String) -> Bool {
        let time = name.reversed().prefix { $0.isASCII && $0.isNumber }
        return !time.isEmpty && name.hasPrefix("settings.") && name.dropLast(time.count).hasSuffix(infix)
    }

    private static let infix = ".full-"

    /// What is not in effect, and why.
    public var sentence: String {
        let limits = parts.map { "\($0.text) (the limit is \($0.limit))" }.joined(separator: " and ")
        return
            "\(limits) in \(directory)/\(name) are not in effect; the next change of a setting keeps them in \(keptAs)"
    }
}
