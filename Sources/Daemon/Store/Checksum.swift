/// Detects changed bytes: FNV-1a with 64 bits (Fowler, Noll and Vo; RFC 9923).
///
/// Each step is a bijection, so that a change of a single byte is always detected.
public struct Checksum: Sendable, Hashable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds the text's UTF-8 and a zero byte, so that the limits between several texts count.
    public mutating func add(_ text: String) {
        add(Array(text.utf8) + [0])
    }

    /// 16 hexadecimal digits.
    public var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
