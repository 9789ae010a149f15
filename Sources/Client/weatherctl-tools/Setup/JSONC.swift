/// A JSON text with the place of each value in it: with comments and trailing commas, as Waybar reads it, or strict.
struct JSONC {
    indirect enum Value {
        case object([Member])
        case array([Node])
        case string(String)
        /// Its text: a number, `true`, `false` or `null`.
        case literal(String)
    }

    struct Node {
        var value: Value
        /// The first byte, and the one after the last.
        var start: Int
        var end: Int
    }

    struct Member {
        var key: String
        var start: Int
        var node: Node
    }

    /// The deepest nesting of valid texts.
    private static let deepest = 100
    /// The most values in a strict text, which another program sends.
    private static let mostValues = 10_000

    private let text: [UInt8]
    private let isStrict: Bool
    private var index = 0
    private var values = 0

    private init(_ text: [UInt8], isStrict: Bool) {
        (self.text, self.isStrict) = (text, isStrict)
    }

    /// - Parameter isStrict: whether the text must be valid JSON (RFC 8259).
    static func parse(_ text: [UInt8], isStrict: Bool = false) throws(EditProblem) -> Node {
        var parser = JSONC(text, isStrict: isStrict)
        // A byte order mark.
        if !isStrict, text.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
        try parser.skipSpace()
        let root = try parser.value(depth: 0)
        try parser.skipSpace()
        guard parser.index == text.count else { throw parser.problem("unexpected text after the end") }
        return root
    }

    private func problem(_ reason: String, at offset: Int? = nil) -> EditProblem {
        EditProblem(line: text.line(at: offset ?? index), reason: reason)
    }

    private var next: UInt8? { index < text.count ? text[index] : nil }

    private func isNext(_ sign: Unicode.Scalar) -> Bool { next == UInt8(ascii: sign) }

    /// Skips spaces and comments.
    private mutating func skipSpace() throws(EditProblem) {
        while let byte = next {
            if byte.isBlank || byte == .newline || byte == .carriageReturn {
                index += 1
            } else if byte == UInt8(ascii: "/"), !isStrict {
                let start = index
                index += 1
                if isNext("/") {
                    while let byte = next, byte != .newline { index += 1 }
                } else if isNext("*") {
                    index += 1
                    while index + 1 < text.count, !text[index...].starts(with: "*/".utf8) { index += 1 }
                    guard index + 1 < text.count else { throw problem("unterminated comment", at: start) }
                    index += 2
                } else {
                    throw problem("unexpected \"/\"", at: start)
                }
            } else {
                return
            }
        }
    }

    private mutating func value(depth: Int) throws(EditProblem) -> Node {
        guard depth < Self.deepest else { throw problem("too deeply nested") }
        guard let byte = next else { throw problem(isStrict ? "unexpected end" : "unexpected end of the file") }
        values += 1
        guard !isStrict || values <= Self.mostValues else { throw problem("too many values") }
        let start = index
        let value: Value
        switch byte {
        case UInt8(ascii: "{"): value = .object(try members(depth: depth))
        case UInt8(ascii: "["): value = .array(try elements(depth: depth))
        case UInt8(ascii: "\""): value = .string(try string())
        default:
            let word = text[index...].prefix { $0.isInLiteral }
            index += word.count
            let literal = String(decoding: word, as: UTF8.self)
            let isNumber = word.first.map { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") } ?? false
            guard
                isNumber && (isStrict ? word.isStrictNumber : Double(literal) != nil)
                    || ["true", "false", "null"].contains(literal)
            else {
                throw problem("invalid value", at: start)
            }
            value = .literal(literal)
        }
        return Node(value: value, start: start, end: index)
    }

    private mutating func members(depth: Int) throws(EditProblem) -> [Member] {
        var members: [Member] = []
        let start = index
        index += 1
        while true {
            try skipSpace()
            if isNext("}"), members.isEmpty || !isStrict { break }
            guard isNext("\"") else {
                throw next == nil ? problem("\"{\" is not closed", at: start) : problem("expected a key in quotes")
            }
            let keyStart = index
            let key = try string()
            try skipSpace()
            guard isNext(":") else { throw problem("expected \":\" after a key") }
            index += 1
            try skipSpace()
            members.append(Member(key: key, start: keyStart, node: try value(depth: depth + 1)))
            try skipSpace()
            if isNext(",") { index += 1 } else { break }
        }
        guard isNext("}") else {
            throw next == nil
                ? problem("\"{\" is not closed", at: start)
                : problem("expected \",\" or \"}\" after a value", at: members.last?.node.end)
        }
        index += 1
        return members
    }

    private mutating func elements(depth: Int) throws(EditProblem) -> [Node] {
        var elements: [Node] = []
        let start = index
        index += 1
        while true {
            try skipSpace()
            if isNext("]"), elements.isEmpty || !isStrict { break }
            guard next != nil else { throw problem("\"[\" is not closed", at: start) }
            elements.append(try value(depth: depth + 1))
            try skipSpace()
            if isNext(",") { index += 1 } else { break }
        }
        guard isNext("]") else {
            throw next == nil
                ? problem("\"[\" is not closed", at: start)
                : problem("expected \",\" or \"]\" after a value", at: elements.last?.end)
        }
        index += 1
        return elements
    }

    private mutating func string() throws(EditProblem) -> String {
        let start = index
        var bytes: [UInt8] = []
        index += 1
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): bytes += try escaped()
            case ..<0x20 where isStrict: throw problem("control character in a string")
            default: bytes.append(byte)
            }
        }
        throw problem("unterminated string", at: start)
    }

    /// Decodes an escape after its backslash.
    private mutating func escaped() throws(EditProblem) -> [UInt8] {
        guard let byte = next else { return [] }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return [.newline]
        case UInt8(ascii: "r"): return [.carriageReturn]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"):
            var code = try codeUnit()
            if (0xD800..<0xDC00).contains(code), text[index...].starts(with: "\\u".utf8) {
                index += 2
                let low = try codeUnit()
                guard !isStrict || (0xDC00..<0xE000).contains(low) else {
                    throw problem("invalid escape in a string")
                }
                code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
            }
            guard !isStrict || Unicode.Scalar(code) != nil else { throw problem("invalid escape in a string") }
            return Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        default: throw problem("invalid escape in a string", at: index - 1)
        }
    }

    private mutating func codeUnit() throws(EditProblem) -> UInt32 {
        let digits = text[index...].prefix(4)
        guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw problem("invalid escape in a string") }
        index += 4
        return code
    }
}

extension JSONC.Node {
    /// The value of a key; nil if this is not an object, or lacks the key.
    subscript(key: String) -> JSONC.Node? { members.first { $0.key == key }?.node }

    var isObject: Bool { if case .object = value { true } else { false } }

    /// Empty unless this is an object.
    var members: [JSONC.Member] { if case .object(let members) = value { members } else { [] } }

    /// nil unless this is an array.
    var elements: [JSONC.Node]? { if case .array(let elements) = value { elements } else { nil } }

    /// nil unless this is a string.
    var string: String? { if case .string(let string) = value { string } else { nil } }

    /// nil unless this is a number, `true`, `false` or `null`.
    var literal: String? { if case .literal(let literal) = value { literal } else { nil } }
}

extension ArraySlice<UInt8> {
    /// Whether it is a number of RFC 8259, section 6.
    fileprivate var isStrictNumber: Bool {
        var rest = self
        func takeDigits() -> Int {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        func take(_ signs: String) -> Bool {
            guard let first = rest.first, signs.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take("-")
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = takeDigits()
        guard whole > 0, !isZero || whole == 1 else { return false }
        if take("."), takeDigits() == 0 { return false }
        if take("eE") {
            _ = take("+-")
            if takeDigits() == 0 { return false }
        }
        return rest.isEmpty
    }
}

extension UInt8 {
    /// Whether it can be part of a number or a word.
    fileprivate var isInLiteral: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
