import Formats

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
        case .string(let string): text += string.quotedForJSON
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
                text += member.key.quotedForJSON
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
}
