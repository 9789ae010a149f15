/// The encoding of requests.
public enum RequestLine {
    /// The longest line including its line end, bytes.
    public static let limit = 1024

    /// Encodes words as a line, with its line end.
    /// - Throws: `controlCharacter` and `tooLong`.
    public static func encode(_ words: [String]) throws(RequestError) -> String {
        guard !words.contains(where: { $0.utf8.contains { $0.isControl } }) else { throw .controlCharacter }
        let line = QuotedWords.join(words) + "\n"
        guard line.utf8.count <= limit else { throw .tooLong }
        return line
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII control character, which lines must not contain.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}
