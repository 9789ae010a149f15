/// A number in large digits: five lines high, two columns per dot.
struct BigNumber {
    /// Five lines of equal width.
    let lines: [String]

    static let height = 5

    /// - Parameter text: digits after an optional minus sign; other characters are ignored.
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
