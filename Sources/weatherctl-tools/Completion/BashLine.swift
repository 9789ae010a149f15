/// The words of a command line as bash hands them to a completion: with their quotes and backslashes, and parted at each
/// equals sign.
struct BashLine {
    /// What is written, as the program would get it; the last word is the one that is being written.
    private(set) var words: [String] = []
    /// Of the last word, what stands before the piece that bash replaces.
    private let before: String
    /// The quote that is open in that piece.
    private let quote: Character?

    init(_ pieces: [String]) {
        var isGlued = false
        var before = ""
        for piece in pieces {
            let isSign = piece == "="
            if (isSign || isGlued), let last = words.last {
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

    /// What bash is to put in the place of the last piece.
    func replacement(_ word: String) -> String {
        let rest = word.hasPrefix(before) ? String(word.dropFirst(before.count)) : word
        switch quote {
        case nil: return ShellWord.escaped(rest) { $0.isPlainInShells }
        case "\"": return ShellWord.escaped(rest) { !"\\\"$`".unicodeScalars.contains($0) }
        // In single quotes nothing stands for something else, but the quote itself ends them.
        default: return ShellWord.insideSingleQuotes(rest)
        }
    }
}

/// A word as it is written in a shell.
enum ShellWord {
    /// The word without its quotes and backslashes. A quote may still be open.
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

    /// As it is written between single quotes.
    static func insideSingleQuotes(_ word: String) -> String {
        word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }

    /// The word with a backslash before whatever does not stand for itself.
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
    /// As one word of a command that is to be copied into a shell.
    var shellQuoted: String {
        unicodeScalars.allSatisfy(\.isPlainInShells) && !isEmpty ? self : "'\(ShellWord.insideSingleQuotes(self))'"
    }
}

extension Unicode.Scalar {
    fileprivate var isPlainInShells: Bool {
        !isASCII || properties.isAlphabetic || ("0"..."9").contains(self) || "-_.,/:=@%+".unicodeScalars.contains(self)
    }
}
