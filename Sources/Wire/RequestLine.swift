/// The line that a request is sent in.
public enum RequestLine {
    /// Bytes of the longest line, its line end counted.
    public static let limit = 1024

    /// The line, with its line end, that asks for what the words say.
    /// - Throws: `controlCharacter` and `tooLong`, for words that no line can hold.
    public static func encode(_ words: [String]) throws(RequestError) -> String {
        guard !words.contains(where: { $0.utf8.contains { $0.isControl } }) else { throw .controlCharacter }
        let line = Words.join(words) + "\n"
        guard line.utf8.count <= limit else { throw .tooLong }
        return line
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII control character, which no line holds.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}
