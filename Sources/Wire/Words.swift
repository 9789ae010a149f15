/// A line of the protocol as words, and back. A word stands bare, or in double quotes where it is empty or holds
/// spaces, quotes or backslashes; in quotes `\"` and `\\` are the only escapes.
public enum Words {
    /// The words of a line that is given without its line end. A carriage return at the end is taken for part of the
    /// line end, since some clients send one.
    public static func split(_ line: some Collection<UInt8>) throws(RequestError) -> [String] {
        var bytes = Array(line)
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard !bytes.contains(where: \.isControl) else { throw .controlCharacter }

        var words: [String] = []
        var rest = text.unicodeScalars[...]
        while true {
            rest = rest.drop { $0 == " " }
            guard let first = rest.first else { return words }
            if first == "\"" {
                words.append(try takeQuoted(&rest))
            } else {
                let word = rest.prefix { $0 != " " }
                guard !word.contains("\"") else { throw .strayQuote }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
        }
    }

    /// The line, without its line end, that `split` reads as these words.
    public static func join(_ words: [String]) -> String {
        // Not `joined`, which is not specialized: looking up its conformances would take the client longer than all else.
        var line = ""
        for word in words {
            if !line.isEmpty { line += " " }
            line += quoted(word)
        }
        return line
    }

    private static func takeQuoted(_ rest: inout Substring.UnicodeScalarView) throws(RequestError) -> String {
        var word = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                guard rest.first == nil || rest.first == " " else { throw .strayQuote }
                return String(word)
            case "\\":
                guard let escaped = rest.popFirst() else { throw .unterminatedQuote }
                guard escaped == "\"" || escaped == "\\" else { throw .unknownEscape }
                word.append(escaped)
            default:
                word.append(scalar)
            }
        }
        throw .unterminatedQuote
    }

    private static func quoted(_ word: String) -> String {
        guard word.isEmpty || word.utf8.contains(where: { $0 == 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return word }
        var result = "\""
        for scalar in word.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
