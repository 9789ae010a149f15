import Formats
import Testing

/// Valid and invalid JSON (RFC 8259).
@Suite(.timeLimit(.minutes(20)))
struct JSONDocumentTests {
    private func text(_ json: String) throws -> String {
        try JSONDocument(Array(json.utf8)).decode(String.self)
    }

    @Test(arguments: [
        "{}", "[]", " [ ] ", "0", "-0", "1.5e-3", "1E+2", "true", "null", #""""#, "\t{\r\n\"a\" : [ 1 , 2 ] } ",
        "\u{FEFF}[]",
        #"{"a":1,"a":2}"#, "\"\u{7F}\"",
    ])
    func accepted(json: String) throws {
        _ = try JSONDocument(Array(json.utf8))
    }

    @Test(arguments: [
        ("", 0), (" ", 1), ("[", 1), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[1 2]", 3), ("[]]", 2), ("{", 1),
        ("{1:2}", 1),
        (#"{"a"}"#, 4), (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), ("tru", 0), ("nul", 0), ("True", 0), ("NaN", 0), ("01", 1),
        ("-", 1), (".5", 0), ("1.", 2), ("1e", 2), ("1e+", 3), ("+1", 0), ("'a'", 0), ("\"", 1), ("\"\n\"", 1),
        (#""\x""#, 1), (#""\"#, 1), (#""\u12""#, 1), (#""\u12G4""#, 1), (#""\uD800""#, 1), (#""\uDC00""#, 1),
        (#""\uD800A""#, 1), (#""\uD83D\u0041""#, 1), ("\u{FEFF}", 3), ("[1]//", 3),
    ])
    func rejected(json: String, offset: Int) {
        #expect(throws: JSONDocument.Failure.malformed(offset: offset)) { try JSONDocument(Array(json.utf8)) }
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func invalidUTF8IsRejected(bytes: [UInt8]) {
        let quotes = [UInt8(ascii: "\"")]
        #expect(throws: JSONDocument.Failure.malformed(offset: 1)) { try JSONDocument(quotes + bytes + quotes) }
    }

    @Test func escapes() throws {
        #expect(try text(#""\"\\\/\b\f\n\r\t""#) == "\"\\/\u{8}\u{C}\n\r\t")
        #expect(try text(#""\u00e9\u20AC\uD83C\uDF27x""#) == "é€🌧x")
        #expect(try text(#""\u0000""#) == "\0")
    }

    @Test func depthIsLimited() {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            func nested(_ levels: Int) -> [UInt8] {
                Array((String(repeating: open, count: levels) + "0" + String(repeating: close, count: levels)).utf8)
            }
            #expect(throws: Never.self) { try JSONDocument(nested(JSONDocument.mostLevels)) }
            #expect(throws: JSONDocument.Failure.tooDeep) { try JSONDocument(nested(JSONDocument.mostLevels + 1)) }
            #expect(throws: JSONDocument.Failure.tooDeep) { try JSONDocument(nested(100_000)) }
        }
    }

    /// Quadratic time would take hours.
    @Test func hundredThousandMembersAreReadInLinearTime() throws {
        let members = (0..<100_000).map { #""\#($0)":\#($0)"# }.joined(separator: ",")
        let read = try JSONDocument(Array("{\(members)}".utf8)).decode([String: Int].self)
        #expect(read.count == 100_000)
        #expect(read["99999"] == 99_999)
    }

    /// A file may have any number of elements; a caller that wants only the first ones reads them one by one.
    @Test func listsAreBoundedAsAWhole() throws {
        struct Beginning: Decodable {
            let first: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                first = try list.decode(Int.self)
            }

            private enum CodingKeys: CodingKey {
                case list
            }
        }
        func document(_ text: String) throws -> JSONDocument { try JSONDocument(Array(text.utf8), mostElements: 2) }
        #expect(try document("[1,2]").decode([Int].self) == [1, 2])
        #expect(throws: DecodingError.self) { try document("[1,2,3]").decode([Int].self) }
        #expect(throws: DecodingError.self) { try document(#"{"a":1,"b":2,"c":3}"#).decode([String: Int].self) }
        #expect(try document(#"{"list":[1,2,3]}"#).decode(Beginning.self).first == 1)
    }
}
