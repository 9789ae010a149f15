import Weather

/// Reads the parts of a message, and checks each: the sender may be broken or taken over.
public struct MessageReader: Sendable {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// Fails unless all of the message has been read.
    public func end() throws(Malformed) {
        guard rest.isEmpty else { throw Malformed("\(rest.count) bytes too many") }
    }

    public mutating func byte() throws(Malformed) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .cutOff }
        return byte
    }

    public mutating func bool() throws(Malformed) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        case let byte: throw Malformed("\(byte) in place of yes or no")
        }
    }

    /// - Parameter range: that the number has to be in.
    public mutating func int(in range: ClosedRange<Int> = .min ... .max) throws(Malformed) -> Int {
        var bits: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            // The tenth byte has the last bit, and no more.
            guard shift < 63 || byte <= 1 else { throw Malformed("a number of more than 64 bits") }
            bits |= UInt64(byte & 0x7F) << shift
            guard byte >= 0x80 else { break }
            shift += 7
        }
        let number = Int(bitPattern: UInt(bits >> 1)) ^ -Int(bits & 1)
        guard range.contains(number) else { throw Malformed("\(number) is not in \(range)") }
        return number
    }

    /// - Parameter range: that the number has to be in, so that it is one.
    public mutating func double(in range: ClosedRange<Double>) throws(Malformed) -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        let number = Double(bitPattern: bits)
        guard range.contains(number) else { throw Malformed("\(number) is not in \(range)") }
        return number
    }

    /// A text without control characters, as `String.init(bounding:to:)` makes it.
    ///
    /// - Parameter limit: the most Unicode scalars.
    public mutating func text(upTo limit: Int) throws(Malformed) -> String {
        let bytes = try byteString(upTo: limit * 4)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed("a text that is not UTF-8") }
        return String(bounding: text, to: limit)
    }

    /// - Parameter limit: the most bytes.
    public mutating func byteString(upTo limit: Int) throws(Malformed) -> [UInt8] {
        let count = try int(in: 0...limit)
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
        let count = try int(in: 0...limit)
        // Each element takes a byte at least: a count alone reserves no memory.
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

    mutating func optionalBool() throws(Malformed) -> Bool? {
        try optional { reader throws(Malformed) in try reader.bool() }
    }

    mutating func texts(upTo limit: Int, ofUpTo length: Int) throws(Malformed) -> [String] {
        try list(upTo: limit) { reader throws(Malformed) in try reader.text(upTo: length) }
    }

    /// A case by its number.
    mutating func oneOf<Case: CaseIterable>(_ type: Case.Type = Case.self) throws(Malformed) -> Case {
        let cases = Array(Case.allCases)
        return cases[try int(in: 0...cases.count - 1)]
    }
}

extension MessageWriter {
    /// A case by its number.
    mutating func oneOf<Case: CaseIterable & Equatable>(_ value: Case) {
        int(Array(Case.allCases).firstIndex(of: value) ?? 0)
    }
}
