/// Detects changed bytes: FNV-1a (Fowler, Noll and Vo; RFC 9923), which is the same in every process, unlike `Hasher`.
///
/// Each step is a bijection, so that a change of a single byte is always detected.
public struct Checksum: Sendable, Hashable {
    /// With 64 bits.
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    public mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds the text's UTF-8 and a zero byte, so that the limits between several texts count.
    public mutating func add(_ text: String) {
        add((Array(text.utf8) + [0])[...])
    }

    /// 16 hexadecimal digits.
    public var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// With 32 bits.
    public static func short(of bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
