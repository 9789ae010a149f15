/// A key that a service knows the user by. It shows itself in addresses alone: printed, it is `(a key)`.
public struct APIKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The key itself, for the address of a request.
    public let text: String

    /// What a text file or a credential holds, without the white space around it; nil when that is no key: empty, of more
    /// than a line, or with signs that an address cannot have.
    public init?(_ content: String) {
        let text = content.split { $0.isWhitespace || $0.isNewline }
        guard text.count == 1, let key = text.first, key.count <= 256,
            key.utf8.allSatisfy({ Self.accepted.contains($0) })
        else { return nil }
        self.text = String(key)
    }

    /// The unreserved characters of RFC 3986.
    private static let accepted = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

    public var description: String { "(a key)" }
    public var debugDescription: String { description }

    /// The bytes with every occurrence of the key replaced by as many stars, which leaves JSON as valid as it was.
    func redacted(_ bytes: [UInt8]) -> [UInt8] {
        let key = Array(text.utf8)
        guard bytes.count >= key.count else { return bytes }
        var bytes = bytes
        var index = 0
        while index + key.count <= bytes.count {
            if bytes[index] == key[0], bytes[index..<(index + key.count)].elementsEqual(key) {
                for position in index..<(index + key.count) { bytes[position] = UInt8(ascii: "*") }
                index += key.count
            } else {
                index += 1
            }
        }
        return bytes
    }
}
