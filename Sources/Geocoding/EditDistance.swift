/// How many letters have to be changed, added, left out or exchanged with their neighbour to make one word of another (the
/// optimal string alignment distance).
enum EditDistance {
    /// nil when it is more than `limit`.
    static func between(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], limit: Int) -> Int? {
        guard abs(one.count - other.count) <= limit else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 0..<one.count {
            var current = [row + 1]
            current.reserveCapacity(other.count + 1)
            for column in 0..<other.count {
                var distance = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (one[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    distance = min(distance, beforeLast[column - 1] + 1)
                }
                current.append(distance)
            }
            guard current.contains(where: { $0 <= limit }) else { return nil }
            (beforeLast, last) = (last, current)
        }
        return last[other.count] <= limit ? last[other.count] : nil
    }
}
