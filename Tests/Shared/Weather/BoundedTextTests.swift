import Testing
import Weather

struct BoundedTextTests {
    private static let marks = String(repeating: "\u{301}\u{316}", count: 50_000)

    @Test func excessiveCombiningMarksAreDropped() {
        let text = String(bounding: "a\(Self.marks)b")
        #expect(text.unicodeScalars.count == 2 + String.mostMarks)
        #expect(text.unicodeScalars.last == "b")
    }

    /// Characters that decompose to combining marks count too, although they are not marks by their class.
    @Test(arguments: ["\u{300}", "\u{F73}", "\u{344}", "\u{302E}", "\u{20DD}", "\u{1D165}", "\u{FE0F}"])
    func everyKindOfMarkCounts(mark: String) {
        #expect(String(bounding: String(repeating: mark, count: 100)).unicodeScalars.count == String.mostMarks)
        #expect(!String.isBounded(String(repeating: mark, count: 100).bytes))
    }

    @Test func lengthCountsScalars() {
        // A family of any size is one Character.
        let family = String(repeating: "\u{1F468}\u{200D}", count: 50_000)
        #expect(String(bounding: family, to: 100).unicodeScalars.count == 100)
        #expect(String(bounding: "abc", to: 2) == "ab")
    }

    @Test(arguments: [
        ("a\u{1}\u{7F}\u{9B}b", "ab"), ("a\u{202E}b\u{2066}\u{200F}", "ab"), ("a\r\nb\rc\u{2028}d\te", "a\nb\nc\nd e"),
        ("Zürich, ไม่, हिन्दी, 👩‍👩‍👧", "Zürich, ไม่, हिन्दी, 👩‍👩‍👧"), ("", ""),
    ])
    func controlCharactersAreDropped(text: String, cleaned: String) {
        #expect(String(bounding: text) == cleaned)
    }

    @Test func lineBreaksAreReplaced() {
        #expect(" a\u{0}  b\n\n\u{A0}c ".oneLine(upTo: 100) == "a b c")
        #expect(" \n\u{202E}".oneLine(upTo: 100) == nil)
        #expect(String(repeating: "ab ", count: 100).oneLine(upTo: 10) == "ab ab ab a")
    }

    /// At the start, after ASCII and after other characters.
    @Test(arguments: ["", "a", "é", "\n"])
    func maximumNumberOfMarksIsKept(base: String) {
        let most = base + String(repeating: "\u{316}", count: String.mostMarks)
        #expect(String(bounding: most).unicodeScalars.count == most.unicodeScalars.count)
        #expect(String.isBounded(most.bytes))
        #expect(String(bounding: most + "\u{316}") == most)
        #expect(!String.isBounded((most + "\u{316}").bytes))
        #expect(String.isBounded((most + "x" + most).bytes))
    }

    @Test(arguments: [#"\ud800\uddfd"#, #"\uD834\uDD65"#, #"\U0001D165"#, #"\u0301"#, #"\ud804\udc00"#])
    func maximumNumberOfEscapedMarksIsKept(mark: String) {
        let most = String(repeating: mark, count: String.mostMarks)
        #expect(String.isBounded(most.bytes))
        #expect(!String.isBounded((most + mark).bytes))
        #expect(String.isBounded((most + "x" + most).bytes))
    }

    @Test func escapedMarksCountAsMarks() {
        #expect(String.isBounded(#"{"a\u0301\u0316":"\\u0301"}"#.bytes))
        #expect(!String.isBounded(String(repeating: #"\u0301\u0316"#, count: 20).bytes))
        #expect(!String.isBounded(String(repeating: #"\U00000301"#, count: 20).bytes))
        #expect(String.isBounded(String(repeating: #"\\u0301"#, count: 20).bytes))
        #expect(!String.isBounded(String(repeating: #"\ud834\udd65"#, count: 20).bytes), "a pair of surrogates")
        #expect(String.isBounded(String(repeating: #"\ud83d\ude00"#, count: 20).bytes))
        for cut in [#"\"#, #"\u"#, #"\u03"#, #"\ud834"#, #"\ud834\"#, #"\ud834\udd"#] {
            #expect(String.isBounded(cut.bytes), "\(cut)")
        }
        #expect(String.isBounded(String(repeating: #"\ud803\ue000"#, count: 20).bytes), "no pair of surrogates")
        #expect(String.isBounded([0xF0, 0x9F]))
        #expect(!String.isBounded(Self.marks.bytes))
        #expect(String.isBounded("Zürich, ไม่, हिन्दी 👩‍👩‍👧".bytes))
    }
}

extension String {
    fileprivate var bytes: [UInt8] { Array(utf8) }
}
