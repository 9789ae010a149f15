/// Reads a line as Polybar does (https://github.com/polybar/polybar/wiki/Formatting): text, and tags between `%{` and `}`.
package struct PolybarReader {
    struct Malformed: Error {
        var tag: String
    }

    package private(set) var text = ""
    /// The color set by each tag; nil for the bar's default.
    package private(set) var colors: [String?] = []

    package init(_ line: String) throws {
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "%", rest.first == "{" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { throw Malformed(tag: String(rest)) }
            for tag in String(rest[..<end].dropFirst()).split(separator: " ") { try take(tag) }
            rest = rest[rest.index(after: end)...]
        }
    }

    private mutating func take(_ tag: Substring) throws {
        let value = tag.dropFirst()
        switch tag.first {
        case "F" where value == "-": colors.append(nil)
        case "F" where String(value).isColor: colors.append(String(value))
        case "O" where value == "0": break
        default: throw Malformed(tag: String(tag))
        }
    }
}
