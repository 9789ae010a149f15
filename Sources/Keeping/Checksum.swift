/// Detects changed bytes: FNV-1a with 64 bits (Fowler, Noll and Vo; RFC 9923).
///
/// Each step is a bijection, so that a change of a single byte is always detected.
public struct Checksum: Sendable, Hashable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// 16 hexadecimal digits.
    public var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
