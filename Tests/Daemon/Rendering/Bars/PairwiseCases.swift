import Scratch

/// Cases of several dimensions in which each value occurs with each value of every other dimension. If the two largest
/// dimensions have 25 and 11 values, about 300 cases suffice, instead of millions.
struct PairwiseCases: Sequence {
    private struct Value: Hashable {
        var dimension: Int
        var index: Int
    }

    private struct Pair: Hashable {
        var first: Value
        var second: Value
    }

    /// Each case has an index for each dimension.
    private(set) var cases: [[Int]] = []

    /// - Parameter counts: the number of values of each dimension.
    init(_ counts: [Int], seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var open = Set(
            counts.indices.flatMap { first in
                counts.indices.dropFirst(first + 1).flatMap { second in
                    (0..<counts[first]).flatMap { one in
                        (0..<counts[second]).map { other in
                            Pair(
                                first: Value(dimension: first, index: one),
                                second: Value(dimension: second, index: other))
                        }
                    }
                }
            })
        let ordered = open.sorted {
            ($0.first.dimension, $0.second.dimension, $0.first.index, $0.second.index)
                < ($1.first.dimension, $1.second.dimension, $1.first.index, $1.second.index)
        }
        for pair in ordered where open.contains(pair) {
            var indices = counts.map { Int.random(in: 0..<$0, using: &random) }
            indices[pair.first.dimension] = pair.first.index
            indices[pair.second.dimension] = pair.second.index
            cases.append(indices)
            for first in counts.indices {
                for second in counts.indices.dropFirst(first + 1) {
                    open.remove(
                        Pair(
                            first: Value(dimension: first, index: indices[first]),
                            second: Value(dimension: second, index: indices[second])))
                }
            }
        }
    }

    func makeIterator() -> IndexingIterator<[[Int]]> { cases.makeIterator() }
}
