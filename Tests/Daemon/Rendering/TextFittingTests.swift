import Testing

@testable import Rendering

@Suite struct TextFittingTests {
    @Test func wordsAreNotBroken() {
        let lines = StyledText("   The wind will reach force 8 in the evening.").wrapped(to: 20).map(\.plain)
        #expect(lines == ["   The wind will", "   reach force 8 in", "   the evening."])
    }

    @Test func numberStaysWithItsUnit() {
        let text = StyledText("14 h 9 min, 1 min 23 s longer, on 23 November 2026 г.")
        #expect(
            text.wrapped(to: 20).map(\.plain) == ["14 h 9 min, 1 min", "23 s longer, on", "23 November 2026 г."])
        #expect(StyledText("23 November").wrapped(to: 8).map(\.plain) == ["23", "November"], "if there is room")
    }

    @Test func overlongWordIsBroken() {
        #expect(StyledText("a Donaudampfschiff b").wrapped(to: 8).map(\.plain) == ["a", "Donaudam", "pfschiff", "b"])
    }

    @Test func continuationLinesAreIndented() {
        #expect(
            StyledText("1. Home, where it rains").wrapped(to: 12, indent: 3).map(\.plain)
                == ["1. Home,", "   where it", "   rains"])
    }

    @Test func japaneseBreaksBetweenCharactersButNotBeforePunctuation() {
        #expect(StyledText("大雨、強風注意報。").wrapped(to: 5).map(\.plain) == ["大", "雨、", "強風", "注意", "報。"])
    }

    @Test func stylesFollowTheirWords() {
        let lines = (StyledText("cold", .bold) + " and " + StyledText("windy", .faint)).wrapped(to: 8)
        #expect(lines == [StyledText("cold", .bold) + " and", StyledText("windy", .faint)])
    }

    @Test(arguments: [(6, "a very"), (5, "a ve…"), (4, "a v…"), (2, "a…"), (1, "…")])
    func cuts(width: Int, text: String) {
        #expect(StyledText("a very").cut(to: width).plain == text)
    }

    @Test func wideCharacterIsNotSplit() {
        #expect(StyledText("日本語").cut(to: 4).plain == "日…")
    }

    @Test func centered() {
        #expect(StyledText("日本").centered(in: 7).plain == " 日本  ")
        #expect(StyledText("abc").centered(in: 2).plain == "abc")
    }

    @Test func leastImportantColumnsAreDroppedFirst() {
        let table = TextTable(columns: [
            .init(heading: "Day", cells: ["Sat", "Sun"]),
            .init(heading: "Wind", rank: 2, cells: ["3 Bft", nil]),
            .init(heading: "Sky", isRightAligned: false, rank: 3, cells: ["clear", "fog"], brief: ["o", "="]),
        ])
        func rows(_ width: Int) -> [String] {
            let lines = table.lines(within: width)
            return ([lines.heading] + lines.rows).map(\.plain)
        }
        #expect(rows(17) == ["Day   Wind  Sky", "Sat  3 Bft  clear", "Sun      –  fog"])
        #expect(rows(16) == ["Day   Wind", "Sat  3 Bft  o", "Sun      –  ="])
        #expect(rows(12) == ["Day", "Sat  o", "Sun  ="])
        #expect(rows(5) == ["Day", "Sat", "Sun"])
        #expect(rows(2) == ["D…", "S…", "S…"])
    }

    @Test func wrappedValueIsIndented() {
        var rows = Rows()
        rows.append("Wind", "14 km/h from SSW, gusts 31 km/h")
        rows.append("Sky", "clear")
        #expect(
            rows.lines(within: 24).map(\.plain) == [
                "Wind  14 km/h from SSW,", "      gusts 31 km/h", "Sky   clear",
            ])
        #expect(
            rows.lines(within: 14).map(\.plain) == [
                "Wind", "  14 km/h from", "  SSW, gusts", "  31 km/h", "Sky   clear",
            ])
    }
}
