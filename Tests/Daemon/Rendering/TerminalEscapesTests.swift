import ClientProtocol
import Testing

@testable import Rendering

@Suite struct TerminalEscapesTests {
    private let red = StyledText.TextStyle.color(Color(0xFF0000))

    @Test func everyStyleIsOpenedAndClosed() {
        let text = StyledText("a", .bold) + StyledText("b", red) + StyledText("c", .faint) + "d"
        #expect(text.escaped(for: .full, on: .dark) == "\u{1B}[1ma\u{1B}[22;38;2;255;0;0mb\u{1B}[2;39mc\u{1B}[0md")
        #expect(text.escaped(for: .palette, on: .dark) == "\u{1B}[1ma\u{1B}[22;38;5;196mb\u{1B}[2;39mc\u{1B}[0md")
        #expect(text.escaped(for: .none, on: .dark) == "abcd")
    }

    @Test func plainTextHasNoSequences() {
        #expect(StyledText("a & b").escaped(for: .full, on: .dark) == "a & b")
        #expect(StyledText("").escaped(for: .full, on: .dark) == "")
    }

    @Test func spacesBetweenSameStyleNeedNoSequence() {
        let text = StyledText("a", red) + "  " + StyledText("b", red)
        #expect(text.escaped(for: .palette, on: .dark) == "\u{1B}[38;5;196ma  b\u{1B}[0m")
    }

    @Test func backgroundCoversEmojiOfAmbiguousWidth() {
        let text = StyledText("a ☀️  ⛅ b").on(Color(0x0000FF), in: nil)
        #expect(text.escaped(for: .palette, on: .dark) == "\u{1B}[48;5;21ma \u{1B}[2X☀️\u{1B}[5G  ⛅ b\u{1B}[0m")
    }

    @Test func textAfterEmojiOfAmbiguousWidthIsPositioned() {
        let text = StyledText("1 ☁️ a 🌨️ b", .bold)
        #expect(text.escaped(for: .palette, on: .dark) == "\u{1B}[1m1 ☁️\u{1B}[5G a 🌨️\u{1B}[10G b\u{1B}[0m")
        #expect(text.escaped(for: .none, on: .dark) == "1 ☁️ a 🌨️ b")
    }

    @Test func colorHasAShadeForEachBackground() {
        let text = StyledText("a", .color(Color(0xFFFFFF, onLight: 0x000000)))
        #expect(text.escaped(for: .full, on: .dark) == "\u{1B}[38;2;255;255;255ma\u{1B}[0m")
        #expect(text.escaped(for: .full, on: .light) == "\u{1B}[38;2;0;0;0ma\u{1B}[0m")
    }

    @Test func secondaryTextIsGreyOnLightBackgrounds() {
        let text =
            StyledText("a", .faint) + StyledText("b", StyledText.TextStyle(color: Color(0xFF0000), isFaint: true))
        #expect(text.escaped(for: .full, on: .light) == "\u{1B}[38;2;97;97;97ma\u{1B}[38;2;255;0;0mb\u{1B}[0m")
        #expect(text.escaped(for: .full, on: .dark) == "\u{1B}[2ma\u{1B}[38;2;255;0;0mb\u{1B}[0m")
    }

    @Test(arguments: [
        (0x000000, 16), (0xFFFFFF, 231), (0x5F87AF, 67), (0x808080, 244), (0x080808, 232), (0x1565C0, 25),
        (0xFFD54F, 221),
    ])
    func nearestColors(hex: UInt32, index: Int) {
        #expect(RGB(hex).paletteIndex == index)
    }
}
