import ClientProtocol
import Testing

@testable import Client

@Suite("Replies are safe for terminals")
struct HarmlessTextTests {
    @Test(
        "Colors and columns of the same line are kept",
        arguments: [
            "", "⛅ 13°C", "\u{1B}[0m", "\u{1B}[m", "\u{1B}[1;38;2;1;2;3mx\u{1B}[0m", "\u{1B}[2X🌧\u{1B}[17G",
            "−3°C 東京 \u{200D}\u{2030}\u{2065}\u{A0}\u{61B}",
        ])
    func harmless(text: String) {
        #expect(text.harmless == text)
    }

    @Test(
        "Other control sequences are made visible",
        arguments: [
            ("\u{1B}[2Jx", "\u{FFFD}[2Jx"), ("\u{1B}]0;title\u{07}", "\u{FFFD}]0;title\u{FFFD}"),
            ("\u{1B}[31", "\u{FFFD}[31"), ("\u{1B}", "\u{FFFD}"), ("\u{1B}\u{1B}[1m", "\u{FFFD}\u{1B}[1m"),
            ("\u{1B}[?25l", "\u{FFFD}[?25l"), ("\u{1B}[1A", "\u{FFFD}[1A"), ("a\rb\u{08}", "a\u{FFFD}b\u{FFFD}"),
            ("\u{9B}2J", "\u{FFFD}2J"), ("\u{7F}\u{0}\t", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("\u{202E}x", "\u{FFFD}x"),
            ("a\u{200E}\u{200F}\u{61C}\u{85}\u{2028}\u{2066}\u{2069}", "a\(String(repeating: "\u{FFFD}", count: 7))"),
            ("\u{1B}[\(String(repeating: "1", count: 100))m", "\u{FFFD}[\(String(repeating: "1", count: 100))m"),
        ])
    func controlSequences(text: String, shown: String) {
        #expect(text.harmless == shown)
        #expect(Reply.error(.internal, text).harmless == .error(.internal, shown))
        #expect(Reply.ok(["x", text]).harmless == .ok(["x", shown]))
    }
}
