import Weather

/// A message between the daemon and a worker.
public protocol Message {
    func write(to writer: inout MessageWriter)

    /// - Throws: when the bytes are not a message of this type, or contain an invalid value.
    init(from reader: inout MessageReader) throws(Malformed)
}

/// Why a message is invalid.
public struct Malformed: Error, Sendable, Hashable {
    /// Completes a sentence, and quotes nothing from the sender.
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }

    static let cutOff = Malformed("a truncated message")
}

extension Message {
    /// Encodes the message.
    public var packed: [UInt8] {
        var writer = MessageWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Decodes a message, which must use all bytes.
    public init(packed bytes: [UInt8]) throws(Malformed) {
        var reader = MessageReader(bytes)
        try self.init(from: &reader)
        try reader.end()
    }
}

/// Decodes and validates the fields of a message, since the sender may be faulty or compromised.
public struct MessageReader: Sendable {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Fails unless the whole message has been read.
    public func end() throws(Malformed) {
        guard rest.isEmpty else { throw Malformed("\(rest.count) trailing bytes") }
    }

    public mutating func byte() throws(Malformed) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .cutOff }
        return byte
    }

    public mutating func bool() throws(Malformed) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        case let byte: throw Malformed("\(byte) is not a boolean")
        }
    }

    /// - Parameter range: the valid range.
    public mutating func int(in range: ClosedRange<Int> = .min ... .max) throws(Malformed) -> Int {
        var bits: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            // The tenth byte holds only the last bit.
            guard shift < 63 || byte <= 1 else { throw Malformed("an integer of more than 64 bits") }
            bits |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { break }
            shift += 7
        }
        let number = Int(bitPattern: UInt(bits >> 1)) ^ -Int(bits & 1)
        guard range.contains(number) else { throw Malformed("\(number) is out of range (\(range))") }
        return number
    }

    /// - Parameter range: the valid range, which excludes NaN.
    public mutating func double(in range: ClosedRange<Double>) throws(Malformed) -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        let number = Double(bitPattern: bits)
        guard range.contains(number) else { throw Malformed("\(number) is out of range (\(range))") }
        return number
    }

    /// A text without control characters, as `String.init(bounding:to:)` makes it.
    ///
    /// - Parameter limit: the most Unicode scalars.
    public mutating func text(upTo limit: Int) throws(Malformed) -> String {
        try text(upTo: limit, as: "a text")
    }

    /// - Parameter name: the field's name in errors.
    mutating func text(upTo limit: Int, as name: String) throws(Malformed) -> String {
        let bytes = try byteString(upTo: limit * 4, as: name)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed("invalid UTF-8") }
        return String(bounding: text, to: limit)
    }

    /// - Parameter limit: the most bytes.
    public mutating func byteString(upTo limit: Int) throws(Malformed) -> [UInt8] {
        try byteString(upTo: limit, as: "a byte string")
    }

    private mutating func byteString(upTo limit: Int, as name: String) throws(Malformed) -> [UInt8] {
        let count = try int(in: 0 ... .max)
        guard count <= limit else { throw Malformed("\(name) of \(count) bytes; the limit is \(limit)") }
        guard count <= rest.count else { throw .cutOff }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    public mutating func optional<Value>(
        _ read: (inout MessageReader) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
        try bool() ? try read(&self) : nil
    }

    /// - Parameter limit: the most elements.
    public mutating func list<Value>(
        upTo limit: Int, _ read: (inout MessageReader) throws(Malformed) -> Value
    ) throws(Malformed) -> [Value] {
        try list(upTo: limit, as: "a list", read)
    }

    private mutating func list<Value>(
        upTo limit: Int, as name: String, _ read: (inout MessageReader) throws(Malformed) -> Value
    ) throws(Malformed) -> [Value] {
        let count = try int(in: 0 ... .max)
        guard count <= limit else { throw Malformed("\(name) with \(count) elements; the limit is \(limit)") }
        // Each element takes at least a byte, so the count alone reserves no memory.
        guard count <= rest.count else { throw .cutOff }
        var values: [Value] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }
}

extension MessageReader {
    mutating func value<Value: Message>(_ type: Value.Type = Value.self) throws(Malformed) -> Value {
        try Value(from: &self)
    }

    mutating func optionalValue<Value: Message>(_ type: Value.Type = Value.self) throws(Malformed) -> Value? {
        try optional { reader throws(Malformed) in try Value(from: &reader) }
    }

    mutating func values<Value: Message>(
        _ type: Value.Type = Value.self, upTo limit: Int
    ) throws(Malformed) -> [Value] {
        try list(upTo: limit) { reader throws(Malformed) in try Value(from: &reader) }
    }

    mutating func optionalText(upTo limit: Int) throws(Malformed) -> String? {
        try optional { reader throws(Malformed) in try reader.text(upTo: limit) }
    }

    mutating func optionalInt(in range: ClosedRange<Int>) throws(Malformed) -> Int? {
        try optional { reader throws(Malformed) in try reader.int(in: range) }
    }

    /// - Parameter name: the name of an element in errors.
    mutating func texts(
        upTo limit: Int, ofUpTo length: Int, as name: String = "a text"
    ) throws(Malformed) -> [String] {
        try list(upTo: limit, as: "\(name) list") { reader throws(Malformed) in
            try reader.text(upTo: length, as: name)
        }
    }

    /// Reads a case by its index in `allCases`.
    mutating func oneOf<Case: CaseIterable>(_ type: Case.Type = Case.self) throws(Malformed) -> Case {
        let cases = Array(Case.allCases)
        return cases[try int(in: 0...cases.count - 1)]
    }
}

extension MessageWriter {
    /// Writes a case as its index in `allCases`.
    mutating func oneOf<Case: CaseIterable & Equatable>(_ value: Case) {
        int(Array(Case.allCases).firstIndex(of: value) ?? 0)
    }
}

/// Encodes the fields of a message in order.
///
/// Integers are LEB128 with zigzag sign; texts, byte strings and lists have a length prefix; an optional
/// starts with 0 or 1. Fields have no names: the greeting ensures that both programs have the same version.
public struct MessageWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func byte(_ byte: UInt8) {
        bytes.append(byte)
    }

    public mutating func bool(_ bool: Bool) {
        bytes.append(bool ? 1 : 0)
    }

    public mutating func int(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1)))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// All 64 bits, little-endian.
    public mutating func double(_ number: Double) {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    public mutating func text(_ text: String) {
        var text = text
        text.withUTF8 {
            int($0.count)
            bytes.append(contentsOf: $0)
        }
    }

    /// Encodes a text, truncated to the reader's limit, so that a long text does not invalidate the message.
    ///
    /// - Parameter limit: the most Unicode scalars.
    public mutating func text(_ text: String, upTo limit: Int) {
        self.text(text.utf8.count > limit ? String(text.unicodeScalars.prefix(limit)) : text)
    }

    public mutating func byteString(_ string: [UInt8]) {
        int(string.count)
        bytes.append(contentsOf: string)
    }

    public mutating func optional<Value>(_ value: Value?, _ write: (inout MessageWriter, Value) -> Void) {
        bool(value != nil)
        if let value { write(&self, value) }
    }

    public mutating func list<Value>(
        _ values: some Collection<Value>, _ write: (inout MessageWriter, Value) -> Void
    ) {
        int(values.count)
        for value in values { write(&self, value) }
    }
}

extension MessageWriter {
    mutating func value(_ value: some Message) {
        value.write(to: &self)
    }

    mutating func value(_ value: (some Message)?) {
        optional(value) { $1.write(to: &$0) }
    }

    mutating func values(_ values: [some Message]) {
        list(values) { $1.write(to: &$0) }
    }

    mutating func text(_ text: String?) {
        optional(text) { $0.text($1) }
    }

    mutating func text(_ text: String?, upTo limit: Int) {
        optional(text) { $0.text($1, upTo: limit) }
    }

    mutating func int(_ number: Int?) {
        optional(number) { $0.int($1) }
    }

    mutating func texts(_ texts: some Collection<String>) {
        list(texts) { $0.text($1) }
    }
}
