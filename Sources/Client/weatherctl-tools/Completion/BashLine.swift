/// The words of a command line as bash passes them to completion: with quotes and backslashes, and split at equals
/// signs.
struct BashLine {
    /// The words without quoting; the last one is being completed.
    private(set) var words: [String] = []
    /// The part of the last word before the piece that bash replaces.
    private let before: String
    /// The open quote in that piece; nil for none.
    private let quote: Character?

    init(_ pieces: [String]) {
        var isGlued = false
        var before = ""
        for piece in pieces {
            let isSign = piece == "="
            if isSign || isGlued, let last = words.last {
                before = isSign ? last + "=" : last
                words[words.count - 1] = isSign ? before : last + ShellWord.plain(piece)
            } else {
                before = ""
                words.append(ShellWord.plain(piece))
            }
            isGlued = isSign
        }
        self.before = before
        quote = pieces.last?.first.flatMap { ["\"", "'"].contains($0) ? $0 : nil }
    }

    /// The text that replaces the last piece.
    func replacement(_ word: String) -> String {
        let rest = word.hasPrefix(before) ? String(word.dropFirst(before.count)) : word
        switch quote {
        case nil: return ShellWord.escaped(rest) { $0.isPlainInShells }
        case "\"": return ShellWord.escaped(rest) { !"\\\"$`".unicodeScalars.contains($0) }
        // In single quotes only the quote itself needs escaping.
        default: return ShellWord.insideSingleQuotes(rest)
        }
    }
}

/// Shell quoting of words.
enum ShellWord {
    /// Removes quotes and backslashes. A quote may still be open.
    static func plain(_ word: String) -> String {
        var plain = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var rest = word.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "\\", quote != "'", let next = rest.popFirst() {
                plain.append(next)
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// Escaped for single quotes.
    static func insideSingleQuotes(_ word: String) -> String {
        word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }

    /// Escapes special characters with a backslash.
    static func escaped(_ word: String, standsForItself: (Unicode.Scalar) -> Bool) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            if !standsForItself(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}

extension String {
    /// Quoted for copying into a shell.
    var shellQuoted: String {
        unicodeScalars.allSatisfy(\.isPlainInShells) && !isEmpty ? self : "'\(ShellWord.insideSingleQuotes(self))'"
    }
}

extension Unicode.Scalar {
    fileprivate var isPlainInShells: Bool {
        !isASCII || properties.isAlphabetic || ("0"..."9").contains(self) || "-_.,/:=@%+".unicodeScalars.contains(self)
    }
}
