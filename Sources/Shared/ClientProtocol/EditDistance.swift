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

extension String {
    /// The word that this one is probably a misspelling or the beginning of, ignoring case: the only nearest word, with
    /// at most a third of the letters wrong, or else the only word that begins with it.
    ///
    /// - Returns: nil when there is no such word, and unless this one has 2 to 40 letters.
    public func nearest(of words: [String]) -> String? {
        guard (2...40).contains(count) else { return nil }
        let written = lowercased()
        let distances = words.map { word in
            (word: word, slips: EditDistance.between(Array(written), Array(word.lowercased()), limit: .max) ?? .max)
        }
        let least = distances.map { $0.slips }.min() ?? 0
        let near = Set(distances.filter { least > count / 3 || $0.slips == least }.map { $0.word })
        if near.count == 1, least <= count / 3 { return near.first }
        let begun = near.filter { $0.lowercased().hasPrefix(written) }
        return begun.count == 1 ? begun.first : nil
    }
}
