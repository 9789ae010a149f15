/// The elements of a JSON array, each as the bytes that say it. A list of places is read place by place, since reading
/// all of it at once takes many times the memory of the text; `JSONParser` reads the elements themselves.
struct JSONArray {
    private(set) var elements: [ArraySlice<UInt8>] = []
    /// How many elements the text has, also beyond those that are kept.
    private(set) var count = 0

    /// nil when the text is not one whole array.
    ///
    /// - Parameter most: how many elements are kept. A small compressed answer can have many millions of them.
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
    /// Space as RFC 8259 defines it.
    private static let whitespace: Set<UInt8> = Set(" \t\r\n".utf8)

    fileprivate mutating func trimWhitespace() {
        while let byte = first, Self.whitespace.contains(byte) { removeFirst() }
        while let byte = last, Self.whitespace.contains(byte) { removeLast() }
    }
}
