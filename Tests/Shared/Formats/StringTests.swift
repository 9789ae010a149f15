import Formats
import Testing

struct StringTests {
    private func string(_ written: String) throws(TOMLError) -> Tree {
        guard case .table(let members) = try tree("a = \(written)"), let value = members["a"] else { return [] }
        return value
    }

    @Test(arguments: [
        (#""""#, ""), (#""x""#, "x"), (#""it's # no = comment [1]""#, "it's # no = comment [1]"), ("\"ü🌦\"", "ü🌦"),
        (#""\b\t\n\f\r\"\\""#, "\u{8}\t\n\u{C}\r\"\\"), (#""\u00e9\u00E9\U0001F326""#, "éé🌦"),
        (#""\u0000\u007F\uD7FF\uE000\U0010FFFF""#, "\0\u{7F}\u{D7FF}\u{E000}\u{10FFFF}"), (#""\\n""#, #"\n"#),
    ])
    func basicStringsHaveEscapes(written: String, text: String) throws {
        #expect(try string(written) == .string(text))
    }

    @Test(arguments: [
        ("''", ""), (#"'C:\new\u0041'"#, #"C:\new\u0041"#), (#"'say "hi"'"#, #"say "hi""#), ("'ü'", "ü"),
    ])
    func literalStringsHaveNoEscapes(written: String, text: String) throws {
        #expect(try string(written) == .string(text))
    }

    @Test(arguments: [
        ("\"\"\"\"\"\"", ""), ("\"\"\"\n\"\"\"", ""), ("\"\"\"\r\nx\"\"\"", "x"), ("\"\"\"\n\nx\n\"\"\"", "\nx\n"),
        ("\"\"\"a\nb\r\nc\"\"\"", "a\nb\nc"), ("\"\"\"a \\\n  \t\r\n\n  b\"\"\"", "a b"), ("\"\"\"a\\  \n\"\"\"", "a"),
        ("\"\"\"\\\n\"\"\"", ""), ("\"\"\"a\\\\\nb\"\"\"", "a\\\nb"), ("\"\"\"\\\"\\\"\\\"\"\"\"", "\"\"\""),
        ("\"\"\"a\"b\"\"c\"\"\"", "a\"b\"\"c"), ("\"\"\"\"\"\"\"", "\""), ("\"\"\"x\"\"\"\"\"", "x\"\""),
        ("\"\"\"\\u0041\\t# [\"\"\"", "A\t# ["),
    ])
    func basicStringsOfSeveralLines(written: String, text: String) throws {
        #expect(try string(written) == .string(text))
    }

    @Test(arguments: [
        ("''''''", ""), ("'''\n'''", ""), ("'''\n\\\n'''", "\\\n"), ("'''a\r\nb'''", "a\nb"), ("'''''x'''''", "''x''"),
        ("'''it''s'''", "it''s"), ("''''''' # one", "'"), ("'''\"\"\"'''", "\"\"\""),
    ])
    func literalStringsOfSeveralLines(written: String, text: String) throws {
        #expect(try string(written) == .string(text))
    }

    @Test(arguments: [
        "\"", "\"x", "'", "'x", "\"x'", "\"x\n\"", "'x\n'", "\"x\r\n\"", "\"x\\\"", "\"\"\"", "\"\"\"x\"\"", "'''",
        "'''x''",
        "\"\"\"x\\\"\"\"", "\"\"\"x\\", "\"\\",
    ])
    func unterminatedStringsAreRejected(written: String) {
        #expect(parseError(of: "a = \(written)")?.reason == .unterminatedString)
    }

    @Test(arguments: [
        #""\a""#, #""\x41""#, #""\e""#, #""\ ""#, #""\'""#, #""\u41""#, #""\u00G0""#, #""\U0000004""#, #""\B""#,
        #""\/""#,
        "\"\\\n\"", "\"\"\"\\ x\"\"\"", "\"\"\"\\x41\"\"\"", #""\u""#, #""\u+041""#,
    ])
    func unknownEscapesAreRejected(written: String) {
        #expect(parseError(of: "a = \(written)")?.reason == .invalidEscape)
    }

    @Test(arguments: [#""\uD800""#, #""\udfff""#, #""\uD83C\uDF26""#, #""\U00110000""#, #""\UFFFFFFFF""#])
    func escapesAreCharacters(written: String) {
        #expect(parseError(of: "a = \(written)")?.reason == .invalidCodePoint)
    }

    @Test(arguments: ["''''''''''", "\"\"\"x\"\"\"\"\"\"", "'''x''''''", "\"\" \"\""])
    func atMostTwoQuotesPrecedeClosingDelimiter(written: String) {
        #expect(parseError(of: "a = \(written)")?.reason == .expected(.lineEnd))
    }
}
