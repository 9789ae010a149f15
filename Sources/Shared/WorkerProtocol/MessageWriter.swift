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

    mutating func bool(_ bool: Bool?) {
        optional(bool) { $0.bool($1) }
    }

    mutating func texts(_ texts: some Collection<String>) {
        list(texts) { $0.text($1) }
    }
}
