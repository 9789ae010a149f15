/// The elements of a JSON array as their bytes. A list of places is parsed place by place, since parsing it at once
/// would take many times the memory of the text.
struct JSONArray {
    private(set) var elements: [ArraySlice<UInt8>] = []
    /// The number of elements in the text, including those beyond `most`.
    private(set) var count = 0

    /// nil when the text is not exactly one array.
    ///
    /// - Parameter most: the maximum number of elements to keep. A small compressed answer can contain many millions.
    init?(_ text: [UInt8], most: Int) {
        var rest = text[...]
        rest.trimWhitespace()
        guard rest.popFirst() == UInt8(ascii: "["), rest.popLast() == UInt8(ascii: "]") else { return nil }
        rest.trimWhitespace()
        if rest.isEmpty { return }

        var depth = 0
        var isText = false
        var isEscaped = false
        var start = rest.startIndex
        for (index, byte) in zip(rest.indices, rest) {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                if count < most { elements.append(rest[start..<index]) }
                count += 1
                start = index + 1
            default: break
            }
            if depth < 0 { return nil }
        }
        guard depth == 0, !isText else { return nil }
        if count < most { elements.append(rest[start...]) }
        count += 1
    }
}

extension ArraySlice<UInt8> {
    /// As in RFC 8259.
    private static let whitespace: Set<UInt8> = Set(" \t\r\n".utf8)

    fileprivate mutating func trimWhitespace() {
        while let byte = first, Self.whitespace.contains(byte) { removeFirst() }
        while let byte = last, Self.whitespace.contains(byte) { removeLast() }
    }
}
