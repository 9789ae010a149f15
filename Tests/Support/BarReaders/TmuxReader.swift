/// Reads the output of a command in tmux's status line as tmux 3.3a does: once by format_expand1, once by format_draw.
package struct TmuxReader {
    struct Malformed: Error {
        var reason: String
    }

    package private(set) var text = ""
    private(set) var styles: [String] = []

    package init(_ line: String) throws {
        try draw(try Self.expanded(line))
    }

    /// The line with formats expanded. Anything that tmux would substitute is malformed.
    static func expanded(_ line: String) throws -> String {
        var result = String.UnicodeScalarView()
        var rest = line.unicodeScalars[...]
        while let scalar = rest.first {
            guard scalar == "#" else {
                result.append(scalar)
                rest.removeFirst()
                continue
            }
            let signs = rest.prefix { $0 == "#" }.count
            rest = rest.dropFirst(signs)
            // Before a bracket, all signs are kept for drawing.
            let isBracket = rest.first == "["
            // tmux's one-letter formats are h and some capitals, with which no color starts.
            let isColor = rest.first.map { "0123456789abcdef".unicodeScalars.contains($0) } ?? false
            guard isBracket || isColor || signs.isMultiple(of: 2) else {
                throw Malformed(reason: "a format in \(line)")
            }
            result.append(contentsOf: repeatElement("#", count: isBracket ? signs : (signs + 1) / 2))
        }
        return String(result)
    }

    private mutating func draw(_ line: String) throws {
        var rest = line.unicodeScalars[...]
        while let scalar = rest.first {
            guard scalar == "#" else {
                text.unicodeScalars.append(scalar)
                rest.removeFirst()
                continue
            }
            let signs = rest.prefix { $0 == "#" }.count
            rest = rest.dropFirst(signs)
            let isStyle = rest.first == "[" && !signs.isMultiple(of: 2)
            // An unpaired sign is drawn, unless it starts a style.
            text += String(repeating: "#", count: isStyle || rest.first == "[" ? signs / 2 : (signs + 1) / 2)
            guard isStyle else { continue }
            guard let end = rest.firstIndex(of: "]") else { throw Malformed(reason: "a style without end in \(line)") }
            let style = String(rest[..<end].dropFirst())
            for part in style.split(separator: ",") where !Self.isKnown(part) {
                throw Malformed(reason: "the style \(style)")
            }
            styles.append(style)
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func isKnown(_ part: Substring) -> Bool {
        ["default", "bold", "dim"].contains(part) || part.hasPrefix("fg=") && String(part.dropFirst(3)).isColor
    }
}
