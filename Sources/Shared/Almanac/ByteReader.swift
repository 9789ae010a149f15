/// Reads the big-endian numbers of a TZif file.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func take(_ count: Int) throws(TZifError) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func byte() throws(TZifError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    /// A signed integer of 4 or 8 bytes.
    mutating func number(bytes count: Int) throws(TZifError) -> Int {
        let bytes = try take(count)
        let magnitude = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 4 ? Int(Int32(truncatingIfNeeded: magnitude)) : Int(Int64(bitPattern: magnitude))
    }
}
