/// The encoding of requests.
public enum RequestLine {
    /// The longest line including its line end, bytes.
    public static let limit = 1024

    /// Encodes words as a line, with its line end.
    /// - Throws: `controlCharacter` and `tooLong`.
    public static func encode(_ words: [String]) throws(RequestError) -> String {
        guard !words.contains(where: { $0.utf8.contains { $0.isASCIIControl } }) else { throw .controlCharacter }
        let line = QuotedWords.join(words) + "\n"
        guard line.utf8.count <= limit else { throw .tooLong }
        return line
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII control character, which lines must not contain.
    var isASCIIControl: Bool { self < 0x20 || self == 0x7F }
}

/// Splits a protocol line into words, and joins words. A word is quoted if it is empty or contains spaces, quotes or
/// backslashes; in quotes, `\"` and `\\` are the only escapes.
public enum QuotedWords {
    /// Splits a line without its line end. Ignores a trailing carriage return, which some clients send.
    public static func split(_ line: some Collection<UInt8>) throws(RequestError) -> [String] {
        var bytes = Array(line)
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        guard !bytes.contains(where: { $0.isASCIIControl }) else { throw .controlCharacter }

        var words: [String] = []
        var rest = bytes[...]
        while true {
            rest = rest.drop { $0 == space }
            guard let first = rest.first else { return words }
            if first == quote {
                words.append(try takeQuoted(&rest))
            } else {
                let word = rest.prefix { $0 != space }
                guard !word.contains(quote) else { throw .strayQuote }
                words.append(String(decoding: word, as: UTF8.self))
                rest = rest[word.endIndex...]
            }
        }
    }

    /// Joins words to a line without line end; the inverse of `split`.
    public static func join(_ words: [String]) -> String {
        // Not `joined`, whose unspecialized version looks up conformances at run time, which would take most of the
        // client's time.
        var line = ""
        for word in words {
            if !line.isEmpty { line += " " }
            line += quoted(word)
        }
        return line
    }

    // ASCII, so never part of another character.
    private static let space = UInt8(ascii: " ")
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    private static func takeQuoted(_ rest: inout ArraySlice<UInt8>) throws(RequestError) -> String {
        var word: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case quote:
                guard rest.first == nil || rest.first == space else { throw .strayQuote }
                return String(decoding: word, as: UTF8.self)
            case backslash:
                guard let escaped = rest.popFirst() else { throw .unterminatedQuote }
                guard escaped == quote || escaped == backslash else { throw .unknownEscape }
                word.append(escaped)
            default:
                word.append(byte)
            }
        }
        throw .unterminatedQuote
    }

    private static func quoted(_ word: String) -> String {
        guard word.isEmpty || word.utf8.contains(where: { $0 == space || $0 == quote || $0 == backslash }) else {
            return word
        }
        var result = [quote]
        for byte in word.utf8 {
            if byte == quote || byte == backslash { result.append(backslash) }
            result.append(byte)
        }
        return String(decoding: result + [quote], as: UTF8.self)
    }
}

// Bytes, since comparing characters would link Unicode tables into the client.
extension String {
    /// Whether the text begins with these bytes.
    @inline(never)
    package func begins(with prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }

    /// The text without its first `count` bytes, which must end at a character boundary.
    @inline(never)
    package func dropping(_ count: Int) -> String {
        String(decoding: utf8.dropFirst(count), as: UTF8.self)
    }
}
