/// A TOML 1.0.0 document (toml.io), parsed strictly.
///
/// Time and memory are proportional to the length of the document, and tables and arrays nest at most `deepest` levels.
/// Keys are compared bytewise, as the specification requires: a composed and a decomposed `é` are two keys.
public struct TOMLDocument: Sendable {
    /// The keys of the root table, in order of appearance.
    public let entries: [TOMLEntry]

    /// The maximum nesting depth of tables and arrays.
    public static let deepest = 64

    /// - Parameter bytes: UTF-8; a byte order mark at its start is skipped.
    /// - Throws: the first error in the document.
    public init(parsing bytes: [UInt8]) throws(TOMLError) {
        if let invalid = Self.firstInvalidByte(of: bytes) {
            let line = 1 + bytes[..<invalid].count { $0 == UInt8(ascii: "\n") }
            throw TOMLError(.invalidUTF8, line: line)
        }
        var parser = Parser(bytes)
        entries = try parser.document()
    }

    private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
        do throws(Unicode.UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}

/// A key of a table, and its value.
public struct TOMLEntry: Hashable, Sendable {
    public let key: String
    public let value: TOMLValue
    /// The line of the key, from 1. For a table, the line of its header, or of the first key that mentions it.
    public let line: Int
}

/// A value in an array.
public struct TOMLElement: Hashable, Sendable {
    public let value: TOMLValue
    /// The line on which the value starts, from 1.
    public let line: Int
}

public enum TOMLValue: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    /// Rounded to the nearest double; out of range, infinity.
    case float(Double)
    case boolean(Bool)
    /// As written, such as `2026-11-23T18:00:00+01:00`.
    case offsetDateTime(String)
    /// As written, such as `2026-11-23T18:00:00`.
    case localDateTime(String)
    /// As written, such as `2026-11-23`.
    case localDate(String)
    /// As written, such as `18:00:00`.
    case localTime(String)
    case array([TOMLElement])
    case table([TOMLEntry])
}

/// A TOML syntax error and its line.
public struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Error, Hashable {
        case invalidUTF8
        /// A disallowed control character; also a carriage return without a line feed.
        case controlCharacter(UInt8)
        case expected(Syntax)
        case unterminatedString
        case unterminatedArray
        case lineBreakInInlineTable
        /// Text without quotes.
        case unquotedText
        case invalidEscape
        /// An escape sequence for a number that is not a Unicode scalar value.
        case invalidCodePoint
        case invalidNumber
        /// An integer that does not fit in 64 bits.
        case integerOutOfRange
        case invalidDateTime
        /// `line` is the line of the first definition.
        case keyDefined(line: Int)
        /// `line` is the line of the first definition.
        case tableDefined(line: Int)
        /// A key below a value, an inline table or a complete table; `line` is the line of its definition.
        case notExtensible(line: Int)
        case tooDeep
    }

    /// What the grammar requires at a position.
    public enum Syntax: String, Hashable, Sendable {
        case key = "a key"
        case equals = "'=' after the key"
        case value = "a value"
        case tableEnd = "']' after the table's name"
        case tableArrayEnd = "']]' after the table's name"
        case arrayEnd = "',' or ']' after the array's value"
        case inlineTableEnd = "',' or '}' after the inline table's value"
        case lineEnd = "the end of the line"
    }

    public let reason: Reason
    /// From 1.
    public let line: Int

    init(_ reason: Reason, line: Int) {
        (self.reason, self.line) = (reason, line)
    }

    /// `line 3: unterminated string`.
    public var description: String { "line \(line): \(reason.sentence)" }
}

extension TOMLError.Reason {
    /// A short ASCII message. It quotes nothing from the document, which may contain secrets.
    public var sentence: String {
        switch self {
        case .invalidUTF8: "invalid UTF-8"
        case .controlCharacter(0): "NUL byte; remove it"
        case .controlCharacter(0x0D): "carriage return without a line feed"
        case .controlCharacter(let byte):
            "control character U+00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true)); remove it"
        case .expected(let syntax): "expected \(syntax.rawValue)"
        case .unterminatedString: "unterminated string"
        case .unterminatedArray: "unterminated array"
        case .lineBreakInInlineTable: "an inline table must be on one line"
        case .unquotedText: "invalid value; put text in double quotes"
        case .invalidEscape: "invalid escape sequence in a string; write a backslash as \\\\"
        case .invalidCodePoint: "an escape sequence in a string is not a Unicode character"
        case .invalidNumber: "invalid number"
        case .integerOutOfRange: "integer out of range"
        case .invalidDateTime: "invalid date or time"
        case .keyDefined(let line): "key already defined on line \(line)"
        case .tableDefined(let line): "table already defined on line \(line)"
        case .notExtensible(let line): "cannot add a key to the value or table defined on line \(line)"
        case .tooDeep: "more than \(TOMLDocument.deepest) levels of tables and arrays"
        }
    }
}
