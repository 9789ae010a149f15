import Formats
import Testing

/// Encoding, comments, line breaks and key/value pairs.
struct DocumentTests {
    @Test(arguments: ["", "\n", "\r\n\n", " \t", "# only a comment", "\t# ü\r\n  # 🌦\n", "\u{FEFF}", "\u{FEFF}# x\n"])
    func documentCanBeEmpty(text: String) throws {
        #expect(try tree(text) == [:])
    }

    @Test func commentsEndAtLineEnd() throws {
        #expect(try tree("#a = 1\nb = 2 # c = 3\r\nd = '# e' #\t\u{80}\n") == ["b": 2, "d": "# e"])
    }

    @Test func spacesAroundKeysAndValuesAreIgnored() throws {
        #expect(try tree("\t a\t= 1 \t\n b=2\n\n\n  [ c ] \n d =\t3") == ["a": 1, "b": 2, "c": ["d": 3]])
    }

    @Test func byteOrderMarkIsSkippedAtStartOnly() throws {
        #expect(try tree("\u{FEFF}a = 1") == ["a": 1])
        #expect(parseError(of: "a = 1\n\u{FEFF}b = 2")?.reason == .expected(.key))
        #expect(parseError(of: "\u{FEFF}\u{FEFF}a = 1")?.reason == .expected(.key))
        #expect(try tree("a = '\u{FEFF}'") == ["a": "\u{FEFF}"])
    }

    @Test(arguments: [
        ("a", TOMLError.Syntax.equals), ("a\n= 1", .equals), ("a =", .value), ("a = \n1", .value), ("= 1", .key),
        ("a b = 1", .equals), ("a = 1 b = 2", .lineEnd), ("a = 1, b = 2", .lineEnd), ("a = 'x' 'y'", .lineEnd),
        ("[a] b = 1", .lineEnd), ("[[a]] [b]", .lineEnd), ("a = @", .value), ("a = # 1", .value), ("]", .key),
        ("}", .key), ("ü = 1", .key), ("a = ü", .value), ("a = 1 ü", .lineEnd),
    ])
    func lineHasOneKeyAndValue(text: String, expected: TOMLError.Syntax) {
        #expect(parseError(of: text)?.reason == .expected(expected))
    }

    @Test(arguments: ["\0", "\u{1}", "\u{8}", "\u{B}", "\u{C}", "\u{E}", "\u{1B}", "\u{1F}", "\u{7F}"])
    func controlCharactersAreRejected(character: String) throws {
        let byte = try #require(character.utf8.first)
        for text in [
            character, "# \(character)", "\(character)a = 1", "a\(character) = 1", "a =\(character)1",
            "a = 1\(character)",
            "a = \"\(character)\"", "a = '\(character)'", "a = \"\"\"\n\(character)\"\"\"", "a = '''\n\(character)'''",
            "a = [\(character)1]", "a = {\(character)b = 1}", "[a\(character)]", "\"\(character)\" = 1",
        ] {
            #expect(parseError(of: text)?.reason == .controlCharacter(byte), "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        "\r", "a = 1\rb = 2", "# x\ry", "a = 'x\ry'", "a = \"\r\"", "a = \"\"\"\r\"\"\"", "a = '''\r'''", "a = 1\r",
        "a = [1,\r2]",
    ])
    func carriageReturnNeedsLineFeed(text: String) {
        #expect(parseError(of: text)?.reason == .controlCharacter(0x0D))
    }

    @Test func tabsAreAllowed() throws {
        #expect(try tree("a = '\t' #\t\nb = \"\t\"\n\"\t\" = 1") == ["a": "\t", "b": "\t", "\t": 1])
    }

    /// A lone continuation byte, an overlong slash, a truncated character, a surrogate, and beyond U+10FFFF.
    @Test(
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func onlyUTF8IsRead(bytes: [UInt8]) {
        for (before, after) in [("# 1\na = \"", "\""), ("a = 1\n# ", "\n"), ("\n", " = 1")] {
            let error = parseError(of: Array(before.utf8) + bytes + Array(after.utf8))
            #expect(error?.reason == .invalidUTF8 && error?.line == 2)
        }
    }

    @Test func booleansAreInLowerCase() throws {
        #expect(try tree("a = true\nb = false") == ["a": true, "b": false])
    }

    @Test(arguments: ["True", "FALSE", "tru", "truefalse", "yes", "metric", "open-meteo", "none.", "_1", "t:f"])
    func bareWordIsNotAValue(word: String) {
        #expect(parseError(of: "a = \(word)")?.reason == .unquotedText)
    }
}
