import Foundation

/// Chance that falls the same each time. G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014: SplitMix64.
public struct Dice: Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    /// Those of one of many installations.
    public init(seed: UInt64, installation: Int) {
        var source = Dice(seed: seed &+ UInt64(truncatingIfNeeded: installation) &* 0xD1B5_4A32_D192_ED03)
        state = source.next()
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 to 1.
    public mutating func roll() -> Double {
        Double(next() >> 11) / Double(1 << 53)
    }

    /// As people are: by the normal distribution, of which the sum of twelve rolls is near enough.
    public mutating func normal(mean: Double, deviation: Double) -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += roll() }
        return mean + deviation * sum
    }

    /// A time of which no moment is likelier to be the end than another.
    public mutating func exponential(mean: Double) -> Double {
        -mean * log(max(1 - roll(), .leastNormalMagnitude))
    }
}
