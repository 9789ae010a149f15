import Wire

/// A place that the daemon knows by name.
struct CompletedPlace: Equatable {
    var name: String
    var isFavourite: Bool

    /// How long a shell may wait for them: whoever presses a key does not want to notice.
    private static let milliseconds = 500

    /// The current place and the favourites; none where no daemon answers.
    static func all(at path: String) -> [CompletedPlace] {
        let words = [Command.places.rawValue, Command.Option.output.rawValue, Reading.Output.json.rawValue]
        guard let line = try? RequestLine.encode(words),
            case .ok(let lines) = try? Query(line: line, path: path, output: .json, milliseconds: milliseconds).reply()
        else { return [] }
        return lines.flatMap { all(in: $0) }
    }

    /// Those in a reply to `places`, whose JSON this program has no parser for: it needs two keys of it, which no text in
    /// there can imitate, since quotes in a text are escaped.
    static func all(in json: String) -> [CompletedPlace] {
        var places: [CompletedPlace] = []
        var rest = json.unicodeScalars[...]
        while skip("\"place\":{\"name\":", in: &rest) {
            let name = text(in: &rest)
            guard skip("\"position\":", in: &rest) else { break }
            guard let name, !places.contains(where: { $0.name == name }) else { continue }
            places.append(CompletedPlace(name: name, isFavourite: rest.first != "n"))
        }
        return places
    }

    /// Goes on behind the key; false when it comes no more.
    private static func skip(_ key: String, in rest: inout Substring.UnicodeScalarView) -> Bool {
        while !rest.isEmpty {
            if rest.starts(with: key.unicodeScalars) {
                rest = rest.dropFirst(key.unicodeScalars.count)
                return true
            }
            rest.removeFirst()
        }
        return false
    }

    /// The text that stands here; nil for `null`.
    private static func text(in rest: inout Substring.UnicodeScalarView) -> String? {
        guard rest.popFirst() == "\"" else { return nil }
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != "\"" {
            if scalar != "\\" {
                text.append(scalar)
            } else if let escaped = rest.popFirst() {
                // Names have no line ends in them, and other letters are not escaped.
                text.append(escaped)
            }
        }
        return String(text)
    }
}
