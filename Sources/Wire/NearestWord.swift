extension String {
    /// The one of the words that this one, of 2 to 40 letters, was meant for: with a slip in no more than each third letter,
    /// capitals aside, or else the only one that begins with it; nil when there is none such, or several are.
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
