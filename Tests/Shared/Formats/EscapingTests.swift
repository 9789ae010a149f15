import Foundation
import Testing

@testable import Formats

@Suite struct EscapingTests {
    private static let everyScalar = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }

    /// By the properties of the Unicode character database.
    @Test func controlCharactersAndDirectionMarksAreThoseOfUnicode() {
        for scalar in Self.everyScalar {
            let properties = scalar.properties
            let isControl =
                [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
                || properties.isBidiControl
            guard scalar.isControlOrDirectionMark != isControl else { continue }
            Issue.record("U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func controlCharactersAreRecognizedInUTF8() {
        for scalar in Self.everyScalar where scalar.value < 0x3000 {
            let bytes = Array("\(scalar)x".utf8)
            let control = bytes[...].leadingControl
            #expect(control?.scalar == (scalar.isControlOrDirectionMark ? scalar : nil))
            #expect(control == nil || control?.length == bytes.count - 1)
        }
        #expect([UInt8]()[...].leadingControl == nil)
        #expect([0xE2, 0x80][...].leadingControl == nil, "cut off")
    }

    @Test func escapedTextIsTheSameInJSON() throws {
        for text in [
            "", "plain", "a\"b\\c/", "\u{0}\u{8}\t\n\u{C}\r\u{1F}", "\u{7F}\u{9B}\u{202E}\u{2028}", "é 13°C – 🌧",
        ] {
            let json = Data("[\"\(text.escapedForJSON)\",\(text.quotedForJSON)]".utf8)
            #expect(try JSONSerialization.jsonObject(with: json) as? [String] == [text, text])
        }
    }

    @Test func escapesOfJSONAreShort() {
        #expect(#"a"b\"#.escapedForJSON == #"a\"b\\"#)
        #expect("\n\r\t\u{1}\u{1F}".escapedForJSON == #"\n\r\t\u0001\u001f"#)
        #expect("\u{9B}\u{61C}\u{202E}".escapedForJSON == #"\u009b\u061c\u202e"#)
        #expect("13°C – 東京".escapedForJSON == "13°C – 東京")
    }

    @Test func markupIsEscaped() {
        #expect("a & <b> \"c\" 'd'".escapedForXML == "a &amp; &lt;b&gt; \"c\" 'd'")
        // A combining accent after a sign is no part of it.
        #expect("<\u{301}".escapedForXML == "&lt;\u{301}")
    }

    @Test(arguments: [
        (#"\u00e9x"#, 0xE9, 6), (#"\u20AC"#, 0x20AC, 6), (#"\uD83C\uDF27x"#, 0x1F327, 12), (#"\uD800"#, 0xD800, 6),
        (#"\uDC00\uD800"#, 0xDC00, 6), (#"\uD83D\u0041"#, 0xD83D, 6), (#"\uD83D\uDE0"#, 0xD83D, 6),
    ])
    func codePointsAreDecoded(text: String, value: UInt32, length: Int) throws {
        let escape = try #require(CodePointEscape.value(at: Array(text.utf8)[...]))
        #expect(escape.value == value && escape.length == length)
    }

    @Test(arguments: ["", #"\"#, #"\u"#, #"\u12"#, #"\u12G4"#, #"\u+123"#, #"\n"#, #"x\u0041"#])
    func otherTextIsNoCodePoint(text: String) {
        #expect(CodePointEscape.value(at: Array(text.utf8)[...]) == nil)
    }
}
