/// Zone names, which are paths in tzdata's directory.
enum TimeZoneName {
    /// Entries of the directory that are not zones: variants with leap seconds, copies, and the system's settings.
    private static let others: Set<Substring> = ["right", "posix", "localtime", "posixrules"]

    /// Whether a name has up to four components of ASCII letters, digits, `_`, `+` and `-`, so that it cannot leave the
    /// directory.
    static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 4 && !others.contains(parts[0])
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        switch Character(UnicodeScalar(byte)) {
                        case "A"..."Z", "a"..."z", "0"..."9", "_", "+", "-": true
                        default: false
                        }
                    }
            }
    }

    /// The zone that a name links to, from the lines `L TARGET NAME` of tzdata's source; nil when it is not a link.
    static func target(of name: String, in source: [UInt8]) -> String? {
        let newline = UInt8(ascii: "\n")
        let ending = Array(" \(name)".utf8)
        for line in source.split(separator: newline) where line.starts(with: "L ".utf8) {
            let target = line.dropFirst(2).dropLast(ending.count)
            guard line.count > 2 + ending.count, line.suffix(ending.count).elementsEqual(ending) else { continue }
            let text = String(decoding: target, as: UTF8.self)
            return isValid(text) ? text : nil
        }
        return nil
    }
}
