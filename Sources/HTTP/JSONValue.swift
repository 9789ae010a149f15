public import Weather

/// A JSON document as it stands, for answers of which nothing may be taken for granted: what is missing, null or of another
/// type than documented is nil where it is asked for, and costs nothing but itself. `JSONParser` has its limits.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// - Throws: `malformed` when an answer's body is not JSON; `host` is who sent it.
    public init(_ answer: HTTPAnswer, from host: String) throws(FetchFailure) {
        do throws(JSONParser.Failure) {
            self = try JSONParser.value(of: answer.body, striking: answer.key)
        } catch {
            let reason =
                switch error {
                case .damaged: answer.whatIsWrong
                case .tooDeep: "the answer is nested too deeply"
                case .tooManyValues: "the answer has too many values"
                case .tooSlow: "the answer takes too long to read"
                }
            throw .malformed(host: host, reason: reason)
        }
    }

    /// What an object has under a name; null of all else.
    public subscript(name: String) -> JSONValue {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    public subscript(index: Int) -> JSONValue {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { .null }
    }

    /// The elements of an array; none of all else.
    public var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The members of an object; none of all else.
    public var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// A number, or a text that is one: services do write `"4.5"`.
    public var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A whole number.
    public var integer: Int? { number.flatMap(Int.init(exactly:)) }

    /// A text that is not empty; a number is none. It is bounded (`String.longestText`), and may have several lines.
    public var text: String? {
        if case .text(let text) = self, !text.isEmpty { text } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// A moment in Unix time; nil for what cannot be believed, such as 1970.
    public var unixTime: UnixTime? {
        number.flatMap { Int(exactly: $0.rounded(.down)) }.map(UnixTime.init).flatMap { $0.isBelievable ? $0 : nil }
    }

    /// A name, as of a city or a time zone: one line of 200 scalars at the most; nil when nothing is left.
    public var name: String? { text?.oneLine(upTo: 200) }
}

extension UnixTime {
    /// From 2000 to 2100: a missing time must not become 1970.
    public var isBelievable: Bool { (946_684_800..<4_102_444_800).contains(seconds) }
}

extension HTTPAnswer {
    /// Why a body that should be JSON cannot be read.
    public var whatIsWrong: String {
        let first = body.first { !" \t\r\n".utf8.contains($0) }
        return switch first {
        case nil: "the answer is empty"
        case UInt8(ascii: "<"): FetchFailure.webPage
        case UInt8(ascii: "{"): "the answer is cut off or damaged"
        default: "the answer is not the expected JSON"
        }
    }
}
