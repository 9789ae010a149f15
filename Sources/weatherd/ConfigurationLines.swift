/// On which line of a TOML document each key stands. The parser does not tell, once it has read a document.
struct ConfigurationLines {
    private var lines: [String: Int] = [:]

    init(_ text: String) {
        var table = ""
        // A CR and the LF after it are one character.
        let written = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in written.enumerated() {
            let words = line.drop { $0 == " " || $0 == "\t" }
            if words.first == "[" {
                table = Self.path(words.dropFirst().prefix { $0 != "]" }.drop { $0 == "[" })
                note(table, index + 1)
            } else if let sign = words.firstIndex(of: "="), words.first != "#" {
                let key = Self.path(words[..<sign])
                note(table.isEmpty ? key : "\(table).\(key)", index + 1)
            }
        }
    }

    /// The line of the key, from 1, or of the nearest table or inline table around it; nil when none is found.
    func line(of path: String) -> Int? {
        if let line = lines[path] { return line }
        guard let dot = path.lastIndex(of: ".") else { return nil }
        return line(of: String(path[..<dot]))
    }

    private mutating func note(_ path: String, _ line: Int) {
        if lines[path] == nil { lines[path] = line }
    }

    /// `"open-meteo" . url` as `open-meteo.url`.
    private static func path(_ written: Substring) -> String {
        written.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
    }
}
