/// A number in digits of five lines, each dot of which is two columns wide.
struct BigNumber {
    /// All five as wide as each other.
    let lines: [String]

    static let height = 5

    /// - Parameter text: digits, and a minus before them; other signs are left out.
    init(_ text: String) {
        let glyphs = text.compactMap { Self.glyphs[$0] }
        lines = (0..<Self.height).map { row in
            glyphs.map { glyph in
                glyph[row].map { $0 == "#" ? "██" : "  " }.joined()
            }.joined(separator: "  ")
        }
    }

    private static let glyphs: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
        "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
        "−": ["  ", "  ", "##", "  ", "  "],
    ]
}
