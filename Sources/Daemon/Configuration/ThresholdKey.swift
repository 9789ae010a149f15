/// The keys of a threshold, whose table has a name of the user's choice: `threshold.black-ice.when`.
enum ThresholdKey: String, CaseIterable {
    case rule = "when"
    case reaction = "do"
    case hysteresis
    case within

    fileprivate var kind: ConfigurationKey.Kind {
        switch self {
        case .rule, .within: .text
        case .reaction: .reaction
        case .hysteresis: .number
        }
    }
}

extension ConfigurationKey {
    private static let thresholdTable = "threshold"

    /// What stands for the name in the list of all keys.
    private static let anyName = "NAME"

    static func threshold(_ key: ThresholdKey, of name: String) -> Self {
        Self("\(thresholdTable).\(name).\(key.rawValue)", key.kind)
    }

    static let thresholds = ThresholdKey.allCases.map { threshold($0, of: anyName) }

    static let thresholdNames = "a threshold's name must consist of 1 to 40 lower-case letters, digits and hyphens"

    /// The key with this name, which may be that of a threshold; nil for none.
    static func named(_ path: String) -> Self? {
        if let key = all.first(where: { $0.description == path }) { return thresholds.contains(key) ? nil : key }
        let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == thresholdTable, isName(parts[1]) else { return nil }
        return ThresholdKey(rawValue: parts[2]).map { threshold($0, of: parts[1]) }
    }

    /// Whether it is a table with keys.
    static func isTable(_ path: String) -> Bool {
        thresholdName(ofTable: path).map(isName) ?? all.contains { $0.description.hasPrefix(path + ".") }
    }

    /// Whether it is the table of a threshold whose name is not accepted.
    static func isMisnamedThreshold(_ path: String) -> Bool {
        thresholdName(ofTable: path).map { !isName($0) } ?? false
    }

    /// The names of the keys in a table: without the tables in it, except for their own names.
    static func names(below table: String) -> [String] {
        let prefix = table.isEmpty ? "" : table + "."
        let pattern = thresholdName(ofTable: table) == nil ? prefix : "\(thresholdTable).\(anyName)."
        var names: [String] = []
        for key in all.map(\.description) where key.hasPrefix(pattern) {
            let name = String(key.dropFirst(pattern.count).prefix { $0 != "." })
            if !names.contains(name) { names.append(name) }
        }
        return names.map { prefix + $0 }
    }

    /// `black-ice` for `threshold.black-ice`; nil for another table.
    private static func thresholdName(ofTable path: String) -> String? {
        let prefix = thresholdTable + "."
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    /// The threshold that the key belongs to; nil for none.
    var thresholdName: String? {
        let parts = components
        return parts.count == 3 && parts[0] == Self.thresholdTable ? parts[1] : nil
    }

    private static func isName(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    /// The keys of thresholds that variables set: `WEATHERD_THRESHOLD_BLACK_ICE_WHEN`.
    static func thresholds(in variables: some Sequence<String>) -> [Self] {
        let prefix = "\(variablePrefix)\(thresholdTable.uppercased())_"
        return variables.compactMap { variable in
            guard variable.hasPrefix(prefix), let end = variable.lastIndex(of: "_") else { return nil }
            let name = variable[..<end].dropFirst(prefix.count).lowercased().map { $0 == "_" ? "-" : $0 }
            let key = named("\(thresholdTable).\(String(name)).\(variable[end...].dropFirst().lowercased())")
            return key?.environmentVariable == variable ? key : nil
        }
    }
}
