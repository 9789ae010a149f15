import Formats
import Testing

struct SentenceTests {
    @Test(arguments: [
        ("a = 'x", "line 1: unterminated string"),
        ("a = [1,", "line 1: unterminated array"),
        ("a = 1 2", "line 1: expected the end of the line"),
        ("a 1", "line 1: expected '=' after the key"),
        ("a =", "line 1: expected a value"),
        ("[[a]", "line 1: expected ']]' after the table's name"),
        ("a = [1 2]", "line 1: expected ',' or ']' after the array's value"),
        ("a = {b = 1 c}", "line 1: expected ',' or '}' after the inline table's value"),
        ("a = {\n}", "line 1: an inline table must be on one line"),
        ("a = metric", "line 1: invalid value; put text in double quotes"),
        ("a = 15m", "line 1: invalid number"),
        ("a = 2026-02-30", "line 1: invalid date or time"),
        ("a = 9223372036854775808", "line 1: integer out of range"),
        (#"a = "C:\x""#, #"line 1: invalid escape sequence in a string; write a backslash as \\"#),
        (#"a = "\uD800""#, "line 1: an escape sequence in a string is not a Unicode character"),
        ("\n\u{0}", "line 2: NUL byte; remove it"),
        ("a = 1\r", "line 1: carriage return without a line feed"),
        ("\u{B}", "line 1: control character U+000B; remove it"),
        ("\u{7F}", "line 1: control character U+007F; remove it"),
    ])
    func errorIsOneSentence(text: String, sentence: String) {
        #expect(parseError(of: text)?.description == sentence)
    }

    @Test func invalidUTF8() {
        #expect(parseError(of: [0x0A, 0xFF])?.description == "line 2: invalid UTF-8")
    }
}
