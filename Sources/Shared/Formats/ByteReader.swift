/// Reads the fields of a binary file in order. A read beyond the end is nil, and consumes nothing.
package struct ByteReader {
    private let bytes: [UInt8]
    package private(set) var position: Int
    private let end: Int

    /// - Parameter range: the part to read; nil for everything.
    package init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
        (self.bytes, position, end) = (bytes, range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
    }

    package var isAtEnd: Bool { position >= end }
    package var rest: ArraySlice<UInt8> { bytes[position..<end] }

    package mutating func range(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= end - position else { return nil }
        defer { position += count }
        return position..<position + count
    }

    package mutating func take(_ count: Int) -> ArraySlice<UInt8>? { range(count).map { bytes[$0] } }

    /// A little-endian number of at most seven bytes.
    package mutating func unsigned(_ count: Int) -> Int? {
        take(count).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    package mutating func signed16() -> Int? { unsigned(2).map { Int(Int16(truncatingIfNeeded: $0)) } }

    /// A zigzag-encoded LEB128 number of at most five bytes.
    package mutating func number() -> Int? {
        var value = 0
        for index in position..<min(end, position + 5) {
            value |= Int(bytes[index] & 0x7F) << (7 * (index - position))
            guard bytes[index] >= 0x80 else {
                position = index + 1
                return value >> 1 ^ -(value & 1)
            }
        }
        return nil
    }

    /// UTF-8 after its length in one byte.
    package mutating func text() -> String? {
        unsigned(1).flatMap { take($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
