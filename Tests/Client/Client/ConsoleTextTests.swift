import Glibc
import Testing
import Weather

@testable import Client
@testable import Rendering

@Suite("Text on the Linux console")
struct ConsoleTextTests {
    @Test("A font without the minus sign gets a hyphen")
    func minus() {
        #expect("−6°C".drawn(with: ConsoleFont()) == "-6°C")
        #expect("−6°C".drawn(with: ConsoleFont(glyphs: "−°")) == "−6°C")
        #expect(["−6°C"].drawn(with: nil) == ["−6°C"])
    }

    @Test("Every emoji becomes two columns of ASCII, different for each condition")
    func emoji() {
        let conditions = Condition.allCases.flatMap { condition in
            [true, false].map { Icons.emoji.icon(condition, isDay: $0) }
        }
        let moons = "🌑🌒🌓🌔🌕🌖🌗🌘".map { String($0) }
        for icon in conditions + moons + [Icons.emoji.warning] {
            let drawn = icon.drawn(with: ConsoleFont())
            #expect(drawn.utf8.count == 2 && drawn.utf8.allSatisfy { $0 < 0x80 }, "\(icon)")
        }
        #expect(Set(conditions.map { $0.drawn(with: ConsoleFont()) }).count == Set(conditions).count)
    }

    @Test(
        "Curves and bars use the font's characters and keep their width",
        arguments: [
            ("", "⠉⣀⣿⠀", "'.: "), ("", "▂▅▖▀", "_███"), ("▄▀█", "▂▅▖▀", "▄▄▄▀"), ("•", "●", "•"), ("", "●", "o"),
            ("", "↗ 3", "/ 3"),
        ])
    func blocks(glyphs: String, text: String, drawn: String) {
        #expect(text.drawn(with: ConsoleFont(glyphs: glyphs)) == drawn)
    }

    @Test(
        "Colors, columns and characters without a substitute are unchanged",
        arguments: ["", "3°C", "\u{1B}[1;38;5;12mx\u{1B}[0m", "東京"])
    func unchanged(text: String) {
        #expect(text.drawn(with: ConsoleFont()) == text)
    }

    @Test("Text after an emoji keeps its column")
    func column() {
        #expect("\u{1B}[2X🌧️\u{1B}[17G".drawn(with: ConsoleFont()) == "\u{1B}[2X//\u{1B}[17G")
    }

    @Test("Only a console has such a font")
    func consoles() throws {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(terminal >= 0)
        defer { close(terminal) }
        #expect(ConsoleFont(of: terminal, kind: "xterm-256color") == nil)
        #expect(ConsoleFont(of: terminal, kind: nil) == nil)
        #expect(ConsoleFont(of: -1, kind: "linux") == nil)
        let font = try #require(ConsoleFont(of: terminal, kind: "linux"))
        #expect("−6°C".drawn(with: font) == "-6°C")
    }
}
