import Testing
import Wire

@testable import weatherctl

@Suite("What a command line asks for")
struct InvocationTests {
    @Test(
        "Words become the line of a request",
        arguments: [
            (["short"], "short\n", 2_000),
            (["set-location", "-34.9", "-56.2"], "set-location -34.9 -56.2\n", 5_000),
            (["set-location", "1", "2", "San José"], "set-location 1 2 \"San José\"\n", 5_000),
            (["refresh"], "refresh\n", 2_000),
            (["refresh", "--wait"], "refresh --wait\n", 45_000),
            (["refresh", "--wait", "--timeout", "1"], "refresh --wait\n", 1_000),
            (["--timeout", "5", "short"], "short\n", 5_000),
            (["short", "--timeout=0.25", "--output", "json"], "short --output json\n", 250),
            (["short", "--format", "--timeout"], "short --format --timeout\n", 2_000),
            (["short", "--format", "--help"], "short --format --help\n", 2_000),
            (["short", "--bogus"], "short --bogus\n", 2_000),
            (["version"], "version\n", 2_000),
            (["alerts", "--place", "1,2"], "alerts --place 1,2\n", 2_000),
            (["air", "--output", "json"], "air --output json\n", 2_000),
            (["sun"], "sun\n", 2_000),
        ])
    func query(words: [String], line: String, timeout: Int) throws {
        #expect(try Invocation(words) == .query(line: line, timeout: timeout))
    }

    @Test("A watch is one, whatever the deadline")
    func watch() throws {
        #expect(try Invocation(["watch", "short"]) == .watch(line: "watch short\n"))
        #expect(try Invocation(["watch", "short", "--timeout", "1"]) == .watch(line: "watch short\n"))
    }

    @Test(
        "Help and what else needs no daemon goes to the parser",
        arguments: [
            (["--help"], ["--help"]),
            (["-h"], ["--help"]),
            (["help"], ["help"]),
            (["help", "short"], ["help", "short"]),
            (["help", "--help"], ["--help"]),
            (["hourly", "--bogus", "-h"], ["hourly", "--help"]),
            (["--version"], ["--version"]),
            (["--generate-completion-script", "fish"], ["--generate-completion-script", "fish"]),
        ])
    func manual(words: [String], passed: [String]) throws {
        #expect(try Invocation(words) == .manual(passed))
    }

    @Test(
        "Bad usage is known without a daemon",
        arguments: [
            ([], .noCommand),
            (["--timeout", "1"], .noCommand),
            (["curent"], .unknownCommand("curent")),
            (["curent", "--help"], .unknownCommand("curent")),
            (["help", "curent"], .unknownCommand("curent")),
            ([""], .unknownCommand("")),
            (["short", "--timeout"], .missingTimeout),
            (["short", "--timeout="], .badTimeout("")),
            (["short", "--timeout", "0"], .badTimeout("0")),
            (["short", "--timeout", "-1"], .badTimeout("-1")),
            (["short", "--timeout", "nan"], .badTimeout("nan")),
            (["short", "--timeout", "1e9"], .badTimeout("1e9")),
            (["short", "--timeout", "99999999999999999999"], .badTimeout("99999999999999999999")),
            (["short", "--format", "a\nb"], .controlCharacter),
            (["watch", "short\u{7}"], .controlCharacter),
            (["short", String(repeating: "x", count: 1024)], .tooLong),
        ] as [([String], UsageError)])
    func usage(words: [String], error: UsageError) {
        #expect(throws: error) { try Invocation(words) }
    }

    @Test(
        "A slip is recognized",
        arguments: [
            ("curent", "unknown command \"curent\"; did you mean current?"),
            ("Short", "unknown command \"Short\"; did you mean short?"),
            ("set-unit", "unknown command \"set-unit\"; did you mean set-units?"),
            ("e\u{1B}[31m", "unknown command \"e?[31m\"; one of"),
            ("x", "unknown command \"x\"; one of short, current,"),
        ])
    func slip(word: String, sentence: String) {
        #expect(UsageError.unknownCommand(word).sentence.hasPrefix(sentence))
    }
}
