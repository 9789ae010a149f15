/// A JSON value (RFC 8259). Objects keep the order of their keys.
enum JSON {
    typealias Member = (key: String, value: JSON)

    case null
    case bool(Bool)
    case integer(Int)
    /// At most three decimals, more exact than any data; null when nil or not finite.
    case number(Double?)
    /// At most six decimals.
    case degrees(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    static func optional(_ bool: Bool?) -> JSON { bool.map(JSON.bool) ?? .null }
    static func optional(_ string: String?) -> JSON { string.map(JSON.string) ?? .null }
    static func optional(_ integer: Int?) -> JSON { integer.map(JSON.integer) ?? .null }

    /// The value, on one line.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let bool): text += bool ? "true" : "false"
        case .integer(let integer): text += String(integer)
        case .number(let number): text += number.map { Self.shortest($0, scale: 1e3) } ?? "null"
        case .degrees(let degrees): text += Self.shortest(degrees, scale: 1e6)
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// The shortest text that parses as the rounded number.
    private static func shortest(_ number: Double, scale: Double) -> String {
        guard number.isFinite else { return "null" }
        let scaled = (number * scale).rounded(.toNearestOrAwayFromZero)
        let rounded = scaled.isFinite ? scaled / scale : number
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        // Most strings need no escaping and are copied whole.
        guard string.unicodeScalars.contains(where: \.isEscapedInJSON) else {
            text += string
            text += "\""
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.isEscapedInJSON:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension Unicode.Scalar {
    /// Escapes also control characters that a terminal would interpret, and direction marks that would reorder the rest
    /// of the line.
    fileprivate var isEscapedInJSON: Bool {
        switch value {
        case ..<0x20, 0x22, 0x5C, 0x7F..<0xA0: true
        // Unicode's Bidi_Control, and the line and paragraph separators.
        case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
