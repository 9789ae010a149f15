/// The edit distance of two words: the number of letters to change, insert, delete or exchange with their neighbour
/// (optimal string alignment distance).
public enum EditDistance {
    /// nil when it is more than `limit`.
    @inlinable
    public static func between<Letter: Equatable>(_ one: [Letter], _ other: [Letter], limit: Int) -> Int? {
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
