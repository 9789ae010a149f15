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
