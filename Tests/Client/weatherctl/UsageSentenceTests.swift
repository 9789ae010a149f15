import Client
import Testing

@testable import weatherctl_tools

@Suite("Usage errors")
struct UsageSentenceTests {
    @Test(
        "A misspelled command is recognized",
        arguments: [
            ("curent", "unknown command \"curent\"; did you mean current?"),
            ("Short", "unknown command \"Short\"; did you mean short?"),
            ("wether", "unknown command \"wether\"; must be one of"),
            ("set-unit", "unknown command \"set-unit\"; did you mean set-units?"),
            ("e\u{1B}[31m", "unknown command \"e?[31m\"; must be one of"),
            ("x", "unknown command \"x\"; must be one of short, current,"),
        ])
    func misspelledCommandSuggestsCorrection(word: String, sentence: String) {
        #expect(UsageError.unknownCommand(word).sentence.hasPrefix(sentence))
    }
}
