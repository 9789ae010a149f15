/// Random numbers, reproducible by seed: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Uniformly distributed in [0, 1).
    public mutating func fraction() -> Double {
        Double(next() >> 11) / Double(1 << 53)
    }

    /// True with this probability.
    ///
    /// - Parameter percent: 0 to 100.
    public mutating func happens(percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// True once in `count` times on average.
    public mutating func happens(onceIn count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}
