import Foundation
import Scratch

/// Random numbers in a fleet's distributions, reproducible by seed.
public struct RandomDraws: Sendable {
    private var source: SplitMix64

    public init(seed: UInt64) {
        source = SplitMix64(seed: seed)
    }

    /// The sequence of one of many installations.
    public init(seed: UInt64, installation: Int) {
        var seeds = SplitMix64(seed: seed &+ UInt64(truncatingIfNeeded: installation) &* 0xD1B5_4A32_D192_ED03)
        source = SplitMix64(seed: seeds.next())
    }

    /// 0 to 1.
    public mutating func uniform() -> Double {
        source.fraction()
    }

    /// Normally distributed, approximated by the sum of twelve uniform numbers.
    public mutating func normal(mean: Double, deviation: Double) -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += uniform() }
        return mean + deviation * sum
    }

    /// Exponentially distributed: the end is equally likely at each moment.
    public mutating func exponential(mean: Double) -> Double {
        -mean * log(max(1 - uniform(), .leastNormalMagnitude))
    }
}
