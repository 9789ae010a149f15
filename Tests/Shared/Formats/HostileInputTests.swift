import Formats
import Testing

/// Arbitrary bytes are parsed or rejected quickly, and never end the process.
@Suite(.timeLimit(.minutes(20)))
struct HostileInputTests {
    private static func nested(_ depth: Int, _ open: String, _ close: String) -> String {
        "a = " + String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }

    @Test func nestingIsLimited() throws {
        let most = TOMLDocument.deepest
        let dotted = String(repeating: "a.", count: most)
        #expect(parseError(of: Self.nested(most, "[", "]")) == nil)
        #expect(parseError(of: Self.nested(most - 1, "{b=", "}").replacing("{b=}", with: "{}")) == nil)
        #expect(parseError(of: dotted + "a = 1") == nil)
        #expect(parseError(of: "[\(dotted.dropLast())]") == nil)
        for text in [
            Self.nested(most + 1, "[", "]"), Self.nested(most + 1, "{b=", "}"), Self.nested(most, "[{b=", "}]"),
            "a." + dotted + "a = 1", "[a.\(dotted.dropLast())]", "[[\(dotted.dropLast())]]", dotted + "a = []",
            "[\(dotted.dropLast())]\nb = {}", "[\(dotted.dropLast())]\nb.c = 1",
            Self.nested(most / 3 + 1, "[{b.c = ", "}]"), String(repeating: "[[a]]\n", count: 2) + "\(dotted)a = 1",
        ] {
            #expect(parseError(of: text)?.reason == .tooDeep, "\(text.prefix(40))")
        }
    }

    @Test(arguments: ["[", "{", "a = [[", "[{a=", "a."])
    func megabyteOfBracketsIsRejected(signs: String) {
        let text = String(repeating: signs, count: 1_000_000 / signs.utf8.count)
        #expect(parseError(of: text) != nil)
        #expect(parseError(of: "a = \(text)") != nil)
    }

    @Test(arguments: [
        "[", "]", "{", "}", "[[", "{a=", "[{a=", "a.", "a={b.", "\"", "'", "\"\"\"\\", "\\", "=", "\n", "\r", "#", ",",
        ".", "-", "_",
        "9", "0x", "1_", "2026-11-23 ", "[a]\n", "[[a]]\n", "[[a.b]]\n", "\u{FEFF}", "\0", "\u{301}", "a = 1\n",
        "a.b = {}\n", "é",
    ])
    func repeatedCharacterIsReadOrRejected(sign: String) {
        let text = String(repeating: sign, count: 2000)
        let lines = 1 + text.utf8.count { $0 == UInt8(ascii: "\n") }
        for prefix in ["", "a = ", "a = [", "a = {b = ", "[", "a = \"", "a = \"\"\"", "a = '''", "# "] {
            #expect(parseError(of: prefix + text).map { (1...lines).contains($0.line) } ?? true)
        }
    }

    @Test func longNumbersAreRead() throws {
        let digits = String(repeating: "9", count: 100_000)
        #expect(parseError(of: "a = \(digits)")?.reason == .integerOutOfRange)
        #expect(parseError(of: "a = 0x\(digits)")?.reason == .integerOutOfRange)
        #expect(try tree("a = 0x\(String(repeating: "0", count: 100_000))1") == ["a": 1])
        #expect(
            try tree("a = \(digits).0\nb = 1e\(digits)\nc = -1e-\(digits)") == [
                "a": .number(.infinity), "b": .number(.infinity), "c": -0.0,
            ])
        #expect(try tree("a = 0.\(digits)") == ["a": 1.0])
        #expect(parseError(of: "a = \(digits)-11-23")?.reason == .invalidNumber)
        #expect(parseError(of: "a = 2026-11-\(digits)")?.reason == .invalidDateTime)
    }

    @Test func manyKeysAreRead() throws {
        let keys = 0..<5_000
        let text =
            keys.map { "k\($0) = 1\n" }.joined() + keys.map { "a.k\($0).b = 1\n" }.joined()
            + keys.map { "[t.k\($0)]\n" }.joined()
        let entries = try TOMLDocument(parsing: Array(text.utf8)).entries
        #expect(entries.count == keys.count + 2)
        #expect(entries.last?.line == 2 * keys.count + 1)
    }

    private static let whole = #"""
        # é
        a = "x\u00e9\n" # b
        "c".'d' = [1_0, 0x1F, 0b1, 1.5e-3, inf, [ ], {e = 'f', g.h = true}]
        [i.j]
        k = """\
           x"" """
        [[l]]
        m = '''
        ''n'''
        o = 2026-11-23 18:00:00.5+01:00
        p = 18:00:00
        """#

    @Test func documentTruncatedAtAnyByteIsReadOrRejected() throws {
        let bytes = Array(Self.whole.utf8)
        #expect(parseError(of: bytes) == nil)
        for end in bytes.indices {
            let error = parseError(of: Array(bytes[..<end]))
            let lines = 1 + bytes[..<end].count { $0 == UInt8(ascii: "\n") }
            #expect(error.map { (1...lines).contains($0.line) } ?? true)
        }
    }

    @Test func documentWithAnyByteReplacedIsReadOrRejected() {
        var bytes = Array(Self.whole.utf8)
        for index in bytes.indices {
            let byte = bytes[index]
            for other in Array("\0\t\n\r #\"'\\.,=[]{}-+_:0eTxa\u{7F}".utf8) + [0x80, 0xC3, 0xED, 0xFF] {
                bytes[index] = other
                if let error = parseError(of: bytes) { #expect((1...13).contains(error.line)) }
            }
            bytes[index] = byte
        }
    }
}
