import Scratch

/// Invented place names: letters from all planes of Unicode, and the markup characters of each format.
struct PlaceNames: Sequence, IteratorProtocol {
    static let hostile = "A&B <\"x\"> %{F#f00} #[x] | \\ 日本"

    /// Text with a special meaning in some format.
    private static let signs = [
        "&", "<", ">", "\"", "'", "&amp;", "&#x41;", "&nosuch;", "<b>", "</span>", "</tt>", "]]>", "<!--", "<![CDATA[",
        "%", "{", "}", "%{", "%{F#f00}", "%{A1:reboot:}", "%%{", "{F-}", "#", "##", "[", "]", "#[", "#[fg=red]",
        "#{host}",
        "#(reboot)", "###[", "%H:%M", "|", " | color=red", "---", "--", "-", ":", ":smile:", "\\", "\\n", "\\u0041",
        "${x}", "`", "|string|x", "],[", "\"},{\"", ",", "\n", "\r\n", "\t", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}",
        "\u{2028}", " ", "  ",
    ]

    /// Parts of Unicode that are not rendered letter by letter.
    private static let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x80...0x9F, 0xA0...0x24F, 0x300...0x36F, 0x400...0x4FF, 0x590...0x6FF, 0x900...0x97F,
        0xE00...0xE7F, 0x1100...0x11FF, 0x2000...0x206F, 0x20D0...0x20FF, 0x2600...0x27BF, 0x3040...0x30FF,
        0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xE000...0xF8FF, 0xFDD0...0xFDEF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
        0xFF00...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF, 0xE0000...0xE01EF, 0x1...0x10FFFF,
    ]

    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> String? {
        var name = ""
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            if Bool.random(using: &random) {
                name += Self.signs.randomElement(using: &random) ?? ""
            } else if let range = Self.ranges.randomElement(using: &random),
                let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random))
            {
                name.unicodeScalars.append(scalar)
            }
        }
        return name
    }
}
