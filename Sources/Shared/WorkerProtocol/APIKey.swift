/// A user's API key for a service. Only URLs contain it; its description is `(a key)`.
public struct APIKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The key, for the URL of a request.
    public let text: String

    /// The key in a file or a credential, trimmed; nil when it is empty, has more than one line, or has characters that
    /// a URL cannot contain.
    public init?(_ content: String) {
        let text = content.split { $0.isWhitespace || $0.isNewline }
        guard text.count == 1, let key = text.first, key.utf8.count <= Self.longest,
            key.utf8.allSatisfy({ Self.accepted.contains($0) })
        else { return nil }
        self.text = String(key)
    }

    /// The unreserved characters of RFC 3986.
    private static let accepted = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

    public var description: String { "(a key)" }
    public var debugDescription: String { description }

    /// The longest key, bytes.
    public static let longest = 256

    /// Replaces each occurrence of the key with asterisks, ignoring case and any blanks, control characters, combining
    /// marks or invisible characters in between.
    ///
    /// This is the last step before a service's text is stored or shown: nothing may be removed from the text after it.
    public func masked(in text: String) -> String {
        let key = text.isEmpty ? [] : Array(self.text.utf8.map(\.lowercased))
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        /// The positions of the last letters at which the search could start.
        var places: [Int] = []
        var matched = 0
        var copied = 0
        let borders = Self.borders(of: key)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.value > 0x20, scalar.value < 0x7F else {
                if !scalar.isPassed { (matched, places) = (0, []) }
                continue
            }
            places.append(index)
            let letter = UInt8(scalar.value).lowercased
            while matched > 0, key[matched] != letter { matched = borders[matched - 1] }
            if key[matched] == letter { matched += 1 }
            guard matched == key.count else { continue }
            result.append(contentsOf: scalars[copied..<places[places.count - matched]])
            result.append(contentsOf: repeatElement("*", count: matched))
            (copied, matched, places) = (index + 1, 0, [])
        }
        guard copied > 0 else { return text }
        result.append(contentsOf: scalars[copied...])
        return String(result)
    }

    /// For each prefix of the key, the length of its longest proper border (Knuth, Morris and Pratt, 1977).
    private static func borders(of key: [UInt8]) -> [Int] {
        var borders = [Int](repeating: 0, count: key.count)
        for index in key.indices.dropFirst() {
            var length = borders[index - 1]
            while length > 0, key[length] != key[index] { length = borders[length - 1] }
            borders[index] = key[length] == key[index] ? length + 1 : 0
        }
        return borders
    }
}

extension UInt8 {
    /// ASCII letters only.
    fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

extension Unicode.Scalar {
    /// Whether a reader would not see it between two letters.
    fileprivate var isPassed: Bool {
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
        return switch properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
