import Testing
import Wire

@Suite("Words of a line")
struct WordsTests {
    @Test(
        "A line falls apart into words",
        arguments: [
            ("", []),
            ("   ", []),
            ("short", ["short"]),
            ("  daily   3  ", ["daily", "3"]),
            ("set-location -34.9 -56.2 Montevideo", ["set-location", "-34.9", "-56.2", "Montevideo"]),
            (#"set-location 1 2 "San José""#, ["set-location", "1", "2", "San José"]),
            (#""""#, [""]),
            (#"a "" b"#, ["a", "", "b"]),
            (#""a\"b\\c""#, [#"a"b\c"#]),
            (#"bare\slash"#, [#"bare\slash"#]),
            ("short\r", ["short"]),
            ("Łódź 東京 🌤️", ["Łódź", "東京", "🌤️"]),
            ("a\u{301} \u{301}b", ["a\u{301}", "\u{301}b"]),
            ("no\u{A0}break", ["no\u{A0}break"]),
        ])
    func split(line: String, words: [String]) throws {
        #expect(try Words.split(line.utf8) == words)
    }

    @Test(
        "A line that is no words says why",
        arguments: [
            (#"""#, .unterminatedQuote),
            (#"short "open"#, .unterminatedQuote),
            (#""ends in \"#, .unterminatedQuote),
            (#""\n""#, .unknownEscape),
            (#"a"b"#, .strayQuote),
            (#"a""#, .strayQuote),
            (#""a"b"#, .strayQuote),
            (#""a""b""#, .strayQuote),
            ("a\tb", .controlCharacter),
            ("a\0b", .controlCharacter),
            ("a\rb", .controlCharacter),
            ("a\r\r", .controlCharacter),
            ("\u{1B}[31m", .controlCharacter),
            ("a\u{7F}", .controlCharacter),
        ] as [(String, RequestError)])
    func refused(line: String, error: RequestError) {
        #expect(throws: error) { try Words.split(line.utf8) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [[0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func notUTF8(line: [UInt8]) {
        #expect(throws: RequestError.notUTF8) { try Words.split(line) }
    }

    @Test(
        "Words come back from the line that they make",
        arguments: [
            [], ["short"], [""], ["", ""], [" "], ["a b", "c"], [#"""#], [#"\"#], [#"\\" "#], ["🌤️ {temperature}"],
            ["São Paulo", #"a"b"#, "", "ü"], ["\u{301}"], ["a\u{85}b"], ["--format", "{icon} {temperature}"],
        ])
    func roundTrip(words: [String]) throws {
        #expect(try Words.split(Words.join(words).utf8) == words)
    }

    @Test("Every byte in a word comes back or is refused as a control character")
    func everyScalar() throws {
        for value in UInt32(0)...0x2FF {
            let scalar = try #require(Unicode.Scalar(value))
            let words = ["x\(scalar)y", "\(scalar)"]
            if value < 0x20 || value == 0x7F {
                #expect(throws: RequestError.controlCharacter) { try RequestLine.encode(words) }
            } else {
                let line = try RequestLine.encode(words)
                #expect(line.utf8.last == UInt8(ascii: "\n"))
                #expect(try Words.split(line.utf8.dropLast()) == words)
            }
        }
    }

    @Test("A bare word stands bare")
    func bare() {
        #expect(Words.join(["set-units", "wind=kn"]) == "set-units wind=kn")
        #expect(Words.join(["a b", ""]) == #""a b" """#)
    }
}

@Suite("The line of a request")
struct RequestLineTests {
    @Test("It ends with a line feed")
    func lineEnd() throws {
        #expect(try RequestLine.encode(["short"]) == "short\n")
    }

    @Test("It is as long as the limit, and no longer", arguments: ["x", "é", "🌤"])
    func limit(letter: Character) throws {
        let count = (RequestLine.limit - 1) / letter.utf8.count
        let padding = String(repeating: "y", count: RequestLine.limit - 1 - count * letter.utf8.count)
        let longest = padding + String(repeating: letter, count: count)
        #expect(try RequestLine.encode([longest]).utf8.count == RequestLine.limit)
        #expect(throws: RequestError.tooLong) { try RequestLine.encode([longest + "x"]) }
        #expect(throws: RequestError.unknownCommand(longest)) { try Request(line: longest.utf8) }
        #expect(throws: RequestError.tooLong) { try Request(line: (longest + "x").utf8) }
    }
}
