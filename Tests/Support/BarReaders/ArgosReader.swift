import Foundation

/// Reads lines as Argos does (parseLine in utilities.js, _processOutput in button.js).
struct ArgosReader {
    struct Malformed: Error {
        var line: String
    }

    struct Line {
        /// Pango markup, as it is passed to the label.
        var markup: String
        var attributes: [String: String]
    }

    private(set) var button: [Line] = []
    /// nil for a separator.
    private(set) var menu: [Line?] = []

    init(_ lines: [String]) throws {
        var isMenu = false
        for line in lines where !line.isEmpty {
            let scalars = line.unicodeScalars
            let text = String(scalars.prefix { $0 != "|" })
            let attributes = String(scalars.drop { $0 != "|" }.dropFirst())
            if !text.isEmpty, text.trimmingCharacters(in: .whitespaces).allSatisfy({ $0 == "-" }) {
                guard isMenu || line == "---" else { throw Malformed(line: line) }
                if isMenu { menu.append(nil) }
                isMenu = true
                continue
            }
            // Two dashes would open a submenu.
            guard !text.hasPrefix("--") else { throw Malformed(line: line) }
            let parsed = Line(markup: try Self.markup(text, line), attributes: try Self.attributes(attributes, line))
            if isMenu { menu.append(parsed) } else { button.append(parsed) }
        }
    }

    private static func attributes(_ words: String, _ line: String) throws -> [String: String] {
        try words.split(separator: " ").reduce(into: [:]) { attributes, word in
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == "font" else { throw Malformed(line: line) }
            attributes[String(parts[0])] = String(parts[1])
        }
    }

    private static func markup(_ text: String, _ line: String) throws -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            // Argos unescapes more than this, but weatherd only uses this.
            guard rest.popFirst() == "n" else { throw Malformed(line: line) }
            result += "\n"
        }
        // A word between two colons may be the name of an emoji.
        guard !result.utf8.contains(UInt8(ascii: ":")) else { throw Malformed(line: line) }
        return result.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
