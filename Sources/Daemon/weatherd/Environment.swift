import CLinux

/// The environment of the program at its start.
enum Environment {
    /// Variables by name; of duplicates the first, as for getenv(3).
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var entry = weatherd_environment() else { return variables }
        while let text = entry.pointee {
            let variable = String(cString: text)
            if let equals = variable.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(variable[..<equals])
                if variables[name] == nil { variables[name] = String(variable[variable.utf8.index(after: equals)...]) }
            }
            entry += 1
        }
        return variables
    }
}
