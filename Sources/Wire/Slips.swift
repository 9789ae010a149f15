extension String {
    /// How many slips lie between two words: a letter too many, one missing, another one, or two in the wrong order (optimal
    /// string alignment).
    public func slips(to other: String) -> Int {
        let (word, other) = (Array(self), Array(other))
        var rows = [Array(0...other.count)]
        for (index, letter) in word.enumerated() {
            var row = [index + 1]
            for (column, otherLetter) in other.enumerated() {
                var least = min(rows[index][column + 1], row[column]) + 1
                least = min(least, rows[index][column] + (letter == otherLetter ? 0 : 1))
                if index > 0, column > 0, letter == other[column - 1], word[index - 1] == otherLetter {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[word.count][other.count]
    }

    /// The one of the words that this one, of 2 to 40 letters, was meant for: with a slip in no more than each third letter,
    /// capitals aside, or else the only one that begins with it; nil when there is none such, or several are.
    public func nearest(of words: [String]) -> String? {
        guard (2...40).contains(count) else { return nil }
        let written = lowercased()
        let distances = words.map { (word: $0, slips: written.slips(to: $0.lowercased())) }
        let least = distances.map { $0.slips }.min() ?? 0
        let near = Set(distances.filter { least > count / 3 || $0.slips == least }.map { $0.word })
        if near.count == 1, least <= count / 3 { return near.first }
        let begun = near.filter { $0.lowercased().hasPrefix(written) }
        return begun.count == 1 ? begun.first : nil
    }
}
