import Testing

@testable import Rendering

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("Ё", 1), ("°", 1), ("…", 1), ("–", 1), ("●", 1),
        // Chinese, Japanese, Korean; wide forms, and a combining sound mark.
        ("日本", 4), ("カ\u{3099}", 2), ("ｶ", 1), ("Ａ", 2), ("서울", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("㉈", 1),
        // Emoji by default, by variation selector, and with text presentation.
        ("⛅", 2), ("☀️", 2), ("☀", 1), ("❄️", 2), ("🌧️", 2), ("🌧", 1), ("🌙", 2), ("⚠️", 2),
        // Joined, with skin tone, flags, keycaps.
        ("👩‍🚀", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇺🇾", 2), ("🇺🇾🇯🇵", 4), ("1️⃣", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
        // Marks above and below letters; Thai, Devanagari, Arabic with a joiner.
        ("กำ", 2), ("नमस्ते", 4), ("می‌خواهم", 7), ("a\u{200D}", 1), ("\u{200B}", 0), ("▄", 1), ("⣿", 1), ("\u{E30D}", 1),
    ])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
        #expect(StyledText(text).columns == columns)
    }

    @Test(arguments: [("☀️", true), ("🌧️", true), ("⚠️", true), ("⛅", false), ("a", false), ("日", false)])
    func ambiguousWidths(character: Character, isDisputed: Bool) {
        #expect(character.hasInconsistentWidth == isDisputed)
    }
}
