import Client
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

    /// The most bytes of a reply that are read, and the most places and bytes of a name that are taken from it. What is
    /// longer is not from a weatherd.
    private static let limits = (reply: 1 << 20, places: 1000, name: 1000)

    /// Those in a reply to `places`, whose JSON this program has no parser for: it needs two keys of it, which no text in
    /// there can imitate, since quotes in a text are escaped.
    static func all(in json: String) -> [CompletedPlace] {
        var places: [CompletedPlace] = []
        // Names as bytes: to compare them as text can take long, if somebody means it to.
        var names: Set<[UInt8]> = []
        guard json.utf8.count <= limits.reply else { return [] }
        var rest = Array(json.utf8)[...]
        while places.count < limits.places, skip("\"place\":{\"name\":", in: &rest) {
            let name = text(in: &rest)
            guard skip("\"position\":", in: &rest) else { break }
            guard let name, name.count <= limits.name, names.insert(name).inserted else { continue }
            let isFavourite = rest.first != UInt8(ascii: "n")
            places.append(CompletedPlace(name: String(decoding: name, as: UTF8.self), isFavourite: isFavourite))
        }
        return places
    }

    /// Goes on behind the key; false when it comes no more.
    private static func skip(_ key: StaticString, in rest: inout ArraySlice<UInt8>) -> Bool {
        key.withUTF8Buffer { key in
            while let start = rest.firstIndex(of: key[0]) {
                rest = rest[start...]
                if rest.starts(with: key) {
                    rest = rest.dropFirst(key.count)
                    return true
                }
                rest.removeFirst()
            }
            return false
        }
    }

    /// The text that stands here; nil for `null`.
    private static func text(in rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else if let escaped = rest.popFirst() {
                // Names have no line ends in them, and other letters are not escaped.
                text.append(escaped)
            }
        }
        return text
    }
}
