import CSystemd
import Glibc

/// A D-Bus value, limited to the types that weatherd's services need.
public enum BusValue: Sendable, Hashable {
    case byte(UInt8)
    case bool(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    /// A structure, or a dictionary entry: its key and its value.
    case structure([BusValue])
    /// Send only; received as `array`.
    case bytes([UInt8])
    /// Send only, as an array of values of this type; received as `array`.
    case list(of: String, [BusValue])
    /// Receive only. A dictionary is an array of its entries.
    case array([BusValue])
    /// Send only, as an array of strings; received as `array`.
    case strings([String])
    /// Send only, as an array of numbers; received as `array`.
    case doubles([Double])
    /// Send only, as an array of variants; received as `array`.
    case variants([BusValue])
    /// Send only, as a dictionary from strings to variants; received as `array`.
    case options([String: BusValue])
    /// Send only, as an array of such dictionaries; received as `array`.
    case dictionaries([[String: BusValue]])
    /// Send only, as a variant; received as the value itself.
    indirect case variant(BusValue)

    /// A string or an object path; nil for other types.
    public var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    /// A floating-point number; nil for other types.
    public var double: Double? {
        guard case .double(let number) = self else { return nil }
        return number
    }

    /// The entries of a dictionary with string keys; nil for other types.
    public var dictionary: [String: BusValue]? {
        guard case .array(let entries) = self else { return nil }
        var dictionary: [String: BusValue] = [:]
        for case .structure(let entry) in entries where entry.count == 2 {
            if let key = entry[0].text { dictionary[key] = entry[1] }
        }
        return dictionary
    }

    /// The D-Bus signature; nil for receive-only types.
    public var signature: String? {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .variant: "v"
        case .strings: "as"
        case .doubles: "ad"
        case .variants: "av"
        case .options: "a{sv}"
        case .dictionaries: "aa{sv}"
        case .bytes: "ay"
        case .list(let type, _): "a" + type
        case .structure(let fields): Self.signature(of: fields)
        case .array: nil
        }
    }

    private static func signature(of fields: [BusValue]) -> String? {
        let types = fields.compactMap(\.signature)
        return types.count == fields.count ? "(\(types.joined()))" : nil
    }

    func append(to message: OpaquePointer) throws(BusError) {
        guard let signature, let type = signature.utf8.first.map(CChar.init) else {
            throw BusError(message: "cannot send arrays of this type")
        }
        switch self {
        case .byte(let value): try Self.append(value, type, to: message)
        case .bool(let value): try Self.append(value ? Int32(1) : 0, type, to: message)
        case .int32(let value): try Self.append(value, type, to: message)
        case .uint32(let value): try Self.append(value, type, to: message)
        case .int64(let value): try Self.append(value, type, to: message)
        case .uint64(let value): try Self.append(value, type, to: message)
        case .double(let value): try Self.append(value, type, to: message)
        case .string(let text), .objectPath(let text):
            try BusError.check(sd_bus_message_append_basic(message, type, text))
        case .variant(let value):
            try Self.append(type, value.signature, to: message) { () throws(BusError) in
                try value.append(to: message)
            }
        case .strings(let texts):
            try Self.append(type, "s", to: message) { () throws(BusError) in
                for text in texts { try BusValue.string(text).append(to: message) }
            }
        case .doubles(let numbers):
            try Self.append(type, "d", to: message) { () throws(BusError) in
                for number in numbers { try BusValue.double(number).append(to: message) }
            }
        case .variants(let values):
            try Self.append(type, "v", to: message) { () throws(BusError) in
                for value in values { try BusValue.variant(value).append(to: message) }
            }
        case .options(let values):
            try Self.append(type, "{sv}", to: message) { () throws(BusError) in
                // Sorted, since D-Bus tools print the entries in this order.
                for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                    try Self.append(name, value, to: message)
                }
            }
        case .dictionaries(let dictionaries):
            try Self.append(type, "a{sv}", to: message) { () throws(BusError) in
                for values in dictionaries { try BusValue.options(values).append(to: message) }
            }
        case .bytes(let bytes):
            let code = bytes.withUnsafeBytes { sd_bus_message_append_array(message, 0x79, $0.baseAddress, $0.count) }
            try BusError.check(code)
        case .list(let type, let values):
            try Self.append(CChar(UInt8(ascii: "a")), type, to: message) { () throws(BusError) in
                for value in values { try value.append(to: message) }
            }
        case .structure(let fields):
            let types = String(signature.dropFirst().dropLast())
            try Self.append(CChar(UInt8(ascii: "r")), types, to: message) { () throws(BusError) in
                for field in fields { try field.append(to: message) }
            }
        case .array: break
        }
    }

    private static func append(
        _ name: String, _ value: BusValue, to message: OpaquePointer
    ) throws(BusError) {
        try append(CChar(UInt8(ascii: "e")), "sv", to: message) { () throws(BusError) in
            try BusValue.string(name).append(to: message)
            try BusValue.variant(value).append(to: message)
        }
    }

    /// Appends a container with the contents that `body` appends.
    private static func append(
        _ type: CChar, _ contents: String?, to message: OpaquePointer, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try BusError.check(sd_bus_message_open_container(message, type, contents))
        try body()
        try BusError.check(sd_bus_message_close_container(message))
    }

    private static func append<Number>(
        _ number: Number, _ type: CChar, to message: OpaquePointer
    ) throws(BusError) {
        let code = withUnsafePointer(to: number) { sd_bus_message_append_basic(message, type, $0) }
        try BusError.check(code)
    }
}

extension BusValue {
    /// Reads the rest of a message, or of the current container.
    static func all(of message: OpaquePointer) throws(BusError) -> [BusValue] {
        var reader = BusReader(message, room: .max)
        return try reader.all()
    }

    /// Reads a message from a program that is not trusted.
    ///
    /// - Parameter room: the most bytes of all texts together, where any other value counts as 16 bytes.
    /// - Throws: also when the message is larger.
    static func all(of message: OpaquePointer, within room: Int) throws(BusError) -> [BusValue] {
        var reader = BusReader(message, room: room)
        return try reader.all()
    }
}

/// Reads the values of a message in order.
private struct BusReader {
    private let message: OpaquePointer
    /// The bytes that may still be read.
    private var room: Int
    private let limit: Int

    init(_ message: OpaquePointer, room: Int) {
        (self.message, self.room, limit) = (message, room, room)
    }

    mutating func all() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next() { values.append(value) }
        return values
    }

    private mutating func next() throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try BusError.check(sd_bus_message_peek_type(message, &type, &contents)) > 0 else { return nil }
        try take(16)
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "y"): return .byte(try number(0, type))
        case UInt8(ascii: "b"): return .bool(try number(Int32(0), type) != 0)
        case UInt8(ascii: "i"): return .int32(try number(0, type))
        case UInt8(ascii: "u"): return .uint32(try number(0, type))
        case UInt8(ascii: "x"): return .int64(try number(0, type))
        case UInt8(ascii: "t"): return .uint64(try number(0, type))
        case UInt8(ascii: "d"): return .double(try number(0, type))
        case UInt8(ascii: "s"): return .string(try text(type))
        case UInt8(ascii: "o"): return .objectPath(try text(type))
        case UInt8(ascii: "a"): return .array(try inside(type, contents))
        case UInt8(ascii: "r"), UInt8(ascii: "e"): return .structure(try inside(type, contents))
        case UInt8(ascii: "v"): return try inside(type, contents).first
        case let other:
            throw BusError(message: "a value of the type \"\(UnicodeScalar(other))\" is not supported")
        }
    }

    private mutating func take(_ bytes: Int) throws(BusError) {
        guard bytes <= room else { throw BusError(message: "the arguments are longer than \(limit) bytes") }
        room -= bytes
    }

    private func number<Number>(_ zero: Number, _ type: CChar) throws(BusError) -> Number {
        var number = zero
        let code = withUnsafeMutablePointer(to: &number) { sd_bus_message_read_basic(message, type, $0) }
        try BusError.check(code)
        return number
    }

    private mutating func text(_ type: CChar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        let code = withUnsafeMutablePointer(to: &text) { sd_bus_message_read_basic(message, type, $0) }
        try BusError.check(code)
        guard let text else { return "" }
        try take(strlen(text))
        return String(cString: text)
    }

    private mutating func inside(_ type: CChar, _ contents: UnsafePointer<CChar>?) throws(BusError) -> [BusValue] {
        try BusError.check(sd_bus_message_enter_container(message, type, contents))
        let values = try all()
        try BusError.check(sd_bus_message_exit_container(message))
        return values
    }
}
