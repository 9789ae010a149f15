/// A small compressed answer that expands to spaces of any length.
public enum CompressionBomb {
    /// 64 KiB of spaces, deflated independently, so that they can be repeated.
    private static let spaces: [UInt8] =
        [
            0xEC, 0xC1, 0x81, 0x00, 0x00, 0x00, 0x00, 0x80, 0x20, 0x95, 0xFD, 0x29, 0x17, 0xA9, 0x0A,
        ] + [UInt8](repeating: 0, count: 63) + [0x6A, 0x00, 0x00, 0x00, 0xFF, 0xFF]

    /// - Parameter bytes: the decompressed size, in steps of 64 KiB.
    public static func gzip(_ bytes: Int) -> [UInt8] {
        [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03] + blocks(bytes) + littleEndian(checksum(bytes))
            + littleEndian(UInt32(bytes))
    }

    /// HTTP's `deflate`: with the zlib header.
    public static func zlib(_ bytes: Int) -> [UInt8] {
        // Adler-32 of this many spaces (RFC 1950).
        let count = bytes % 65_521
        let first = (1 + 32 * count) % 65_521
        let second = (count + 16 * count * (count + 1)) % 65_521
        return [0x78, 0x9C] + blocks(bytes) + littleEndian(UInt32(second << 16 | first)).reversed()
    }

    private static func blocks(_ bytes: Int) -> [UInt8] {
        Array(repeatElement(spaces, count: bytes / 65_536).joined()) + [3, 0]
    }

    /// CRC-32 of this many spaces; 0 for sizes that no client reads to the end.
    private static func checksum(_ bytes: Int) -> UInt32 {
        guard bytes <= 16 << 20 else { return 0 }
        let table = (0..<256).map { index in
            (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        var value = UInt32.max
        for _ in 0..<bytes { value = value >> 8 ^ table[Int((value ^ 32) & 0xFF)] }
        return ~value
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
