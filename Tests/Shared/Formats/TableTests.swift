import Formats
import Testing

/// Keys, tables, and which of them may be extended.
struct TableTests {
    @Test func keysAreBareOrQuoted() throws {
        #expect(
            try tree(
                "a-B_9 = 1\n1234 = 2\n- = 3\n\"a b\" = 4\n'c\"d' = 5\n\"\" = 6\n\"\\u00e9\" = 7\n\"x.y\" = 8\n3.14 = 9")
                == [
                    "a-B_9": 1, "1234": 2, "-": 3, "a b": 4, "c\"d": 5, "": 6, "é": 7, "x.y": 8, "3": ["14": 9],
                ])
    }

    @Test func keysWithDotsAreTables() throws {
        #expect(
            try tree("a.b = 1\na . \"c.d\"\t.'' = 2\ne.f.g=3") == [
                "a": ["b": 1, "c.d": ["": 2]], "e": ["f": ["g": 3]],
            ])
        #expect(try tree("a.b.c = 1\nd = 2\na.b.e = 3") == ["a": ["b": ["c": 1, "e": 3]], "d": 2])
    }

    @Test(arguments: [
        ("a. = 1", TOMLError.Syntax.key), (".a = 1", .key), ("a..b = 1", .key), ("\"\"\"a\"\"\" = 1", .equals),
        ("'''a''' = 1", .equals),
        ("[]", .key), ("[[]]", .key), ("[ ]", .key), ("[a.]", .key), ("[.a]", .key), ("[a..b]", .key),
        ("[a", .tableEnd),
        ("[a\n]", .tableEnd), ("[\na]", .key), ("[a b]", .tableEnd), ("[[a]", .tableArrayEnd),
        ("[[a] ]", .tableArrayEnd),
        ("[ [a]]", .key), ("[a]]", .lineEnd), ("[[a]]]", .lineEnd), ("[a=1]", .tableEnd), ("[[[a]]]", .key),
        ("[a", .tableEnd),
        ("[=]", .key), ("[#]", .key), ("[ü]", .key), ("a = 1]", .lineEnd),
    ])
    func namesOfTablesAreKeys(text: String, expected: TOMLError.Syntax) {
        #expect(parseError(of: text)?.reason == .expected(expected))
    }

    @Test func headersBeginTables() throws {
        #expect(
            try tree("x = 1\n[a]\nb = 2\n[ c . 'd.e' ]\nf = 3\n[a.g]\n[\"\"]")
                == ["x": 1, "a": ["b": 2, "g": [:]], "c": ["d.e": ["f": 3]], "": [:]])
    }

    @Test func supertableCanFollowSubtables() throws {
        #expect(try tree("[a.b.c]\nx = 1\n[a]\ny = 2\n[a.b]\nz = 3") == ["a": ["b": ["c": ["x": 1], "z": 3], "y": 2]])
        #expect(try tree("[[a.b]]\nx = 1\n[a]\ny = 2") == ["a": ["b": [["x": 1]], "y": 2]])
        #expect(try tree("[a.b.c]\n[a]\nb.x = 1") == ["a": ["b": ["c": [:], "x": 1]]])
    }

    @Test func headersCanAddTablesBelowDottedKeys() throws {
        #expect(try tree("[a]\nb.c = 1\n[a.b.d]\ne = 2") == ["a": ["b": ["c": 1, "d": ["e": 2]]]])
        #expect(try tree("a.b = 1\n[a.c]\nd = 2") == ["a": ["b": 1, "c": ["d": 2]]])
    }

    @Test func arraysOfTablesGrow() throws {
        #expect(
            try tree("[[a]]\nx = 1\n[[a]]\n[[ 'a' ]] # third\nx = 3\n[b]\n[[b.c]]\n[[b.c]]")
                == ["a": [["x": 1], [:], ["x": 3]], "b": ["c": [[:], [:]]]])
    }

    @Test func headersBelowArrayOfTablesExtendItsLastTable() throws {
        #expect(
            try tree("[[a]]\n[a.b]\nx = 1\n[[a.c]]\ny = 2\n[[a.c]]\n[[a]]\n[a.b]\n[[a.c]]\nz = 3")
                == ["a": [["b": ["x": 1], "c": [["y": 2], [:]]], ["b": [:], "c": [["z": 3]]]]])
    }

    @Test func arraysHaveValuesOfAnyKind() throws {
        #expect(
            try tree("a = []\nb = [ ]\nc = [1,2 , 3,]\nd = [[1], ['x', 1.5], [], {e = true}]")
                == ["a": [], "b": [], "c": [1, 2, 3], "d": [[1], ["x", 1.5], [], ["e": true]]])
        #expect(try tree("a = [ # one\n\n1 # two ]\n\t, # three\r\n  2,\n # four\n]\nb = 1") == ["a": [1, 2], "b": 1])
    }

    @Test(arguments: [
        ("a = [1 2]", TOMLError.Reason.expected(.arrayEnd)), ("a = [,1]", .expected(.value)),
        ("a = [1,,2]", .expected(.value)),
        ("a = [,]", .expected(.value)), ("a = [1}", .expected(.arrayEnd)), ("a = [}", .expected(.value)),
        ("a = [1=2]", .expected(.arrayEnd)), ("a = [b = 1]", .unquotedText), ("a = [", .unterminatedArray),
        ("a = [1,", .unterminatedArray), ("a = [1\n# ]", .unterminatedArray), ("a = [[1]", .unterminatedArray),
        ("a = [1\nb = 2]", .expected(.arrayEnd)), ("a = [[1],}", .expected(.value)), ("a = [1]]", .expected(.lineEnd)),
    ])
    func malformedArraysAreRejected(text: String, reason: TOMLError.Reason) {
        #expect(parseError(of: text)?.reason == reason)
    }

    @Test func inlineTablesAreTables() throws {
        #expect(
            try tree("a = {}\nb = { }\nc = {x=1, \"y z\" = 'w' , v.u = 2, v.t = {s = [\n1, # one\n2]}}")
                == ["a": [:], "b": [:], "c": ["x": 1, "y z": "w", "v": ["u": 2, "t": ["s": [1, 2]]]]])
        #expect(
            try tree("a = [{b = 1}, {b = 2}]\nc = {'d' = \"\"\"\n1\n\"\"\"}") == [
                "a": [["b": 1], ["b": 2]], "c": ["d": "1\n"],
            ])
    }

    @Test(arguments: [
        ("a = {", TOMLError.Reason.expected(.key)), ("a = {b = 1", .expected(.inlineTableEnd)),
        ("a = {b = 1,}", .expected(.key)),
        ("a = {,}", .expected(.key)), ("a = {b = 1,, c = 2}", .expected(.key)),
        ("a = {b = 1 c = 2}", .expected(.inlineTableEnd)),
        ("a = {b}", .expected(.equals)), ("a = {1}", .expected(.equals)), ("a = {b = }", .expected(.value)),
        ("a = {b = [ }", .expected(.value)), ("a = {}}", .expected(.lineEnd)),
        ("a = {b = 1]", .expected(.inlineTableEnd)),
        ("a = {\n}", .lineBreakInInlineTable), ("a = {b = 1\n}", .lineBreakInInlineTable),
        ("a = {b = 1,\nc = 2}", .lineBreakInInlineTable),
        ("a = {b = 1 # c\n}", .expected(.inlineTableEnd)), ("a = {# b\n}", .expected(.key)),
        ("a = {=}", .expected(.key)),
    ])
    func malformedInlineTablesAreRejected(text: String, reason: TOMLError.Reason) {
        #expect(parseError(of: text)?.reason == reason)
    }
}
