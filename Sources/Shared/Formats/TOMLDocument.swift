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
