import Client
import ClientProtocol

/// A place to complete.
struct CompletedPlace: Equatable {
    var name: String
    var isFavourite: Bool

    /// The timeout, short enough not to be noticed when a key is pressed.
    private static let milliseconds = 500

    /// The current place and the favourites; empty when the daemon does not answer.
    static func all(at path: String) -> [CompletedPlace] {
        let words = [Command.places.rawValue, Command.Option.output.rawValue, ViewRequest.Output.json.rawValue]
        guard let line = try? RequestLine.encode(words),
            case .ok(let lines) = try? Query(line: line, path: path, output: .json, milliseconds: milliseconds).reply()
        else { return [] }
        return lines.flatMap { all(in: $0) }
    }

    /// Limits on the reply's bytes, the number of places, and the bytes of a name; larger replies are not from a
    /// weatherd.
    private static let limits = (reply: 1 << 20, places: 1000, name: 1000)

    /// Extracts places from a JSON reply to `places` without a parser: it searches for two keys, which cannot occur
    /// inside strings, since quotes are escaped there.
    static func all(in json: String) -> [CompletedPlace] {
        var places: [CompletedPlace] = []
        // Bytes, since comparing hostile Unicode text can be slow.
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

    /// Skips to after the key; false when it is not found.
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

    /// Parses a string; nil for `null`.
    private static func text(in rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else if let escaped = rest.popFirst() {
                // Names contain no line ends, and no other characters are escaped.
                text.append(escaped)
            }
        }
        return text
    }
}
