import Client
import Testing

@testable import weatherctl_tools

@Suite("What is wrong with a command line")
struct UsageSentenceTests {
    @Test(
        "A slip is recognized",
        arguments: [
            ("curent", "unknown command \"curent\"; did you mean current?"),
            ("Short", "unknown command \"Short\"; did you mean short?"),
            ("wether", "unknown command \"wether\"; one of"),
            ("set-unit", "unknown command \"set-unit\"; did you mean set-units?"),
            ("e\u{1B}[31m", "unknown command \"e?[31m\"; one of"),
            ("x", "unknown command \"x\"; one of short, current,"),
        ])
    func slip(word: String, sentence: String) {
        #expect(UsageError.unknownCommand(word).sentence.hasPrefix(sentence))
    }
}
