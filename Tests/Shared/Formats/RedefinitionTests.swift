import Formats
import Testing

/// Duplicate definitions are errors that name the line of the first one.
struct RedefinitionTests {
    @Test(arguments: [
        "a = 1\na = 2", "a = 1\n\"a\" = 1", "a = 1\n\"\\u0061\" = 1",
        "a.b = 1\na.b = 2",
        "a = 1\nb = {c = 1, c = 2}", "a.b = 1\na = 2", "a = {b.c = 1, b = 2}", "a = [{b = 1, b = 2}]",
        "[a]\n\n[b]\nc = 1\nc = 2",
        "[a.b]\n[a]\nb = 1", "[[a.b]]\n[a]\nb = 1", "[a]\nb = []\nb = []",
    ])
    func keys(text: String) {
        guard case .keyDefined(let line)? = parseError(of: text)?.reason else {
            Issue.record("\(String(describing: parseError(of: text))) of \(text)")
            return
        }
        #expect(line < 5)
    }

    @Test(arguments: [
        "[a]\n[a]", "[a]\n[ 'a' ]", "a = 1\n[a]", "a = {}\n[a]", "a = []\n[a]", "a.b = 1\n[a]", "[a]\nb.c = 1\n[a.b]",
        "[a.b]\n[a.b]", "[[a]]\n[a]", "[a]\n[[a]]", "a = 1\n[[a]]", "a = []\n[[a]]", "a = [{}]\n[[a]]", "[a.b]\n[[a]]",
        "a.b = 1\n[[a]]", "[a]\nb = 1\n[a.b]", "[a.b.c]\n[a]\nb.d = 1\n[a.b]", "[[a]]\n[a.b]\n[a.b]",
        "[[a]]\n[a.b]\n[[a.b]]",
        "[[a]]\n[[a.b]]\n[a.b]", "[a]\n[a.b]\n[a]",
    ])
    func tables(text: String) {
        guard case .tableDefined? = parseError(of: text)?.reason else {
            Issue.record("\(String(describing: parseError(of: text))) of \(text)")
            return
        }
    }

    @Test(arguments: [
        "a = 1\na.b = 2", "a = {}\na.b = 1", "a = {b = {}}\na.b.c = 1", "a = []\na.b = 1", "a = 1\n[a.b]",
        "a = {}\n[a.b]",
        "a = {b = 1}\n[a.c.d]", "a = [{}]\n[a.b]", "a = [{}]\n[[a.b]]", "a.b = 1\na.b.c = 2", "a.b = 1\n[a.b.c]",
        "a = {b = 1, b.c = 2}", "a = {b = {}, b.c = 1}", "a = {b.c = {}, b.c.d = 1}", "[a.b]\n[a]\nb.c = 1",
        "[a.b.c.d]\n[a]\nb.c.d.e = 1", "[[a.b]]\n[a]\nb.c = 1", "[a.b]\nc.d = 1\n[a]\nb.c.e = 2",
        "[[a]]\nb = 1\n[a.b.c]",
    ])
    func completeValues(text: String) {
        guard case .notExtensible? = parseError(of: text)?.reason else {
            Issue.record("\(String(describing: parseError(of: text))) of \(text)")
            return
        }
    }

    @Test func errorNamesBothLines() {
        #expect(parseError(of: "x = 1\na = 1\n\n[b]\n[a]")?.description == "line 5: table already defined on line 2")
        #expect(parseError(of: "x = 1\na = 1\n\na = [\n2\n]")?.description == "line 4: key already defined on line 2")
        #expect(
            parseError(of: "\n[a.b]\n[c]\n[a]\nb.c = 1")?.description
                == "line 5: cannot add a key to the value or table defined on line 2")
        #expect(parseError(of: "[a.b]\n[a]\n[c]\n[a]")?.description == "line 4: table already defined on line 2")
        #expect(parseError(of: "a = [{b = 1,\nb = 2}]")?.reason == .lineBreakInInlineTable)
    }

    /// The specification compares keys as bytes; composed and decomposed letters are equal as Swift characters.
    @Test func canonicallyEquivalentKeysAreDistinct() throws {
        let entries = try TOMLDocument(parsing: Array("\"\u{E9}\" = 1\n\"e\u{301}\" = 2".utf8)).entries
        #expect(entries.map { Array($0.key.unicodeScalars) } == [["\u{E9}"], ["e", "\u{301}"]])
        #expect(parseError(of: "\"\u{E9}\" = 1\n\"\\u00E9\" = 2")?.reason == .keyDefined(line: 1))
    }

    @Test func arrayTablesAreIndependent() throws {
        #expect(
            try tree("[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\n[[a]]\n[a.c]") == [
                "a": [["b": 1], ["b": 2, "c": [:]], ["c": [:]]]
            ])
    }
}
