import ClientProtocol
import Testing

@Suite("Words of a line")
struct QuotedWordsTests {
    @Test(
        "A line is split into words",
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
        #expect(try QuotedWords.split(line.utf8) == words)
    }

    @Test(
        "A malformed line is an error with a reason",
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
        #expect(throws: error) { try QuotedWords.split(line.utf8) }
    }

    @Test(
        "Invalid UTF-8 is rejected",
        arguments: [[0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func notUTF8(line: [UInt8]) {
        #expect(throws: RequestError.notUTF8) { try QuotedWords.split(line) }
    }

    @Test(
        "Words round-trip through a line",
        arguments: [
            [], ["short"], [""], ["", ""], [" "], ["a b", "c"], [#"""#], [#"\"#], [#"\\" "#], ["🌤️ {temperature}"],
            ["São Paulo", #"a"b"#, "", "ü"], ["\u{301}"], ["a\u{85}b"], ["--format", "{icon} {temperature}"],
        ])
    func roundTrip(words: [String]) throws {
        #expect(try QuotedWords.split(QuotedWords.join(words).utf8) == words)
    }

    @Test("Every byte of a word round-trips or is rejected as a control character")
    func everyScalar() throws {
        for value in UInt32(0)...0x2FF {
            let scalar = try #require(Unicode.Scalar(value))
            let words = ["x\(scalar)y", "\(scalar)"]
            if value < 0x20 || value == 0x7F {
                #expect(throws: RequestError.controlCharacter) { try RequestLine.encode(words) }
            } else {
                let line = try RequestLine.encode(words)
                #expect(line.utf8.last == UInt8(ascii: "\n"))
                #expect(try QuotedWords.split(line.utf8.dropLast()) == words)
            }
        }
    }

    @Test("A simple word is not quoted")
    func bare() {
        #expect(QuotedWords.join(["set-units", "wind=kn"]) == "set-units wind=kn")
        #expect(QuotedWords.join(["a b", ""]) == #""a b" """#)
    }
}

@Suite("Request lines")
struct RequestLineTests {
    @Test("A line ends with a line feed")
    func lineEnd() throws {
        #expect(try RequestLine.encode(["short"]) == "short\n")
    }

    @Test("A line is limited in length", arguments: ["x", "é", "🌤"])
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
