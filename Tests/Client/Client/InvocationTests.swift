import ClientProtocol
import Testing

@testable import Client

@Suite("Command lines")
struct InvocationTests {
    /// Without a terminal, wherever the tests run.
    private func invocation(_ words: [String]) throws(UsageError) -> Invocation {
        try Invocation(words, terminal: { nil })
    }

    @Test(
        "Arguments become a request line",
        arguments: [
            (["short"], "short\n", 2_000),
            (["set-location", "-34.9", "-56.2"], "set-location -34.9 -56.2\n", 5_000),
            (["set-location", "1", "2", "San José"], "set-location 1 2 \"San José\"\n", 5_000),
            (["refresh"], "refresh\n", 2_000),
            (["refresh", "--wait"], "refresh --wait\n", 45_000),
            (["refresh", "--", "--wait"], "refresh -- --wait\n", 2_000),
            (["refresh", "--wait", "--timeout", "1"], "refresh --wait\n", 1_000),
            (["--timeout", "5", "short"], "short\n", 5_000),
            (["--timeout", ".5", "short"], "short\n", 500),
            (["--timeout", "5.", "short"], "short\n", 5_000),
            (["--timeout", "0.0015", "short"], "short\n", 2),
            (["--timeout", "86400", "short"], "short\n", 86_400_000),
            (["--output", "json", "--units=kn", "hourly", "5"], "hourly --output json --units=kn 5\n", 2_000),
            (["short", "-o", "json"], "short --output json\n", 2_000),
            (["-o", "json", "short"], "short --output json\n", 2_000),
            (["short", "-o=json"], "short --output=json\n", 2_000),
            (["-ojson", "short"], "short --output=json\n", 2_000),
            (["short", "--format", "-o=json"], "short --format -o=json\n", 2_000),
            (["short", "--format", "-o"], "short --format -o\n", 2_000),
            (["search", "--", "-o", "--help"], "search -- -o --help\n", 5_000),
            (["short", "--format", "--timeout"], "short --format --timeout\n", 2_000),
            (["short", "--format", "--help"], "short --format --help\n", 2_000),
            (["short", "--bogus"], "short --bogus\n", 2_000),
            (["version"], "version\n", 2_000),
            (["alerts", "--place", "1,2"], "alerts --place 1,2\n", 2_000),
            (["sun"], "sun\n", 2_000),
        ])
    func query(words: [String], line: String, timeout: Int) throws {
        guard case .query(let sent, let wait, _, let patience, nil) = try invocation(words) else {
            Issue.record("no query")
            return
        }
        #expect(sent == line && wait == timeout)
        #expect(patience == (words.contains("--timeout") && !line.contains("--timeout") ? timeout : 10_000))
    }

    @Test("The output format of a bar is detected despite other errors")
    func outputs() throws {
        #expect(
            try invocation(["short", "--timeout=0.25", "--output", "json"])
                == .query(line: "short --output json\n", timeout: 250, output: .json, patience: 250))
        #expect(
            try invocation(["short", "--output=waybar"])
                == .query(line: "short --output=waybar\n", timeout: 2_000, output: .waybar))
        #expect(
            try invocation(["watch", "short", "--output", "i3bar"])
                == .watch(line: "watch short --output i3bar\n", output: .i3bar))
        #expect(
            try invocation(["-o", "waybar", "watch", "short"])
                == .watch(line: "watch short --output waybar\n", output: .waybar))
        #expect(
            try invocation(["watch", "short", "-o=waybar"])
                == .watch(line: "watch short --output=waybar\n", output: .waybar))
        #expect(
            try invocation(["search", "--", "-o", "waybar"])
                == .query(line: "search -- -o waybar\n", timeout: 5_000, output: .text))
        #expect(Invocation.output(of: ["nonsense", "-o", "tmux"]) == .tmux)
        #expect(Invocation.output(of: ["nonsense", "-o=tmux"]) == .tmux)
        #expect(Invocation.output(of: ["nonsense", "-otmux"]) == .tmux)
        #expect(Invocation.output(of: ["short", "--output", "text", "-o", "tmux"]) == .tmux)
        #expect(Invocation.output(of: ["short", "--format", "--output", "tmux"]) == .text)
        #expect(Invocation.output(of: ["nonsense", "--", "--output=tmux"]) == .text)
        #expect(Invocation.output(of: ["nonsense", "--output", "polybar"]) == .polybar)
        #expect(Invocation.output(of: ["short", "--output"]) == .text)
        #expect(Invocation.output(of: ["short", "--output", "nonsense"]) == .text)
        #expect(Invocation.output(of: ["short", "--outputs=waybar"]) == .text)
    }

    @Test(
        "The terminal's width and colors are sent only with views",
        arguments: [
            ("current", "current --color truecolor --width 90"),
            ("current --place Oslo", "current --place Oslo --color truecolor --width 90"),
            ("watch hourly 5", "watch hourly 5 --color truecolor --width 90"),
            ("places", "places --color truecolor --width 90"),
            ("places add Oslo", "places add Oslo"),
            ("current --color never", "current --width 90"),
            ("current --color=256 --width 40", "current --width 40 --color 256"),
            ("current --color auto", "current --color truecolor --width 90"),
            ("current --color pink", "current --color pink --width 90"),
            ("current --output json", "current --output json"),
            ("short", "short"),
            ("status", "status --color truecolor --width 90"),
            ("search Oslo", "search Oslo --width 90"),
            ("search -- Oslo", "search -- Oslo"),
            ("set-units metric", "set-units metric"),
            ("watch short", "watch short"),
        ])
    func screen(words: String, line: String) throws {
        let terminal = Terminal(columns: 90, colors: .full)
        let invocation = try Invocation(words.split(separator: " ").map(String.init)) { terminal }
        switch invocation {
        case .query(let sent, _, _, _, _), .watch(let sent, _, _): #expect(sent == line + "\n")
        case .page, .manual, .choose, .complete, .doctor: Issue.record("no request")
        }
    }

    @Test("An older daemon can be sent the request as it was typed")
    func unfitted() throws {
        let terminal = Terminal(columns: 90, lines: 30, colors: .none)
        #expect(
            try Invocation(["current", "--units", "c"]) { terminal }
                == .query(
                    line: "current --units c --width 90 --height 30\n", timeout: 2_000, unfitted: "current --units c\n")
        )
        #expect(try Invocation(["set-units", "c"]) { terminal } == .query(line: "set-units c\n", timeout: 2_000))
    }

    @Test("A light background is sent if there are colors")
    func background() throws {
        func line(_ words: String, colors: ColorDepth = .full, _ background: Theme?) throws -> String? {
            let terminal = Terminal(columns: 90, lines: 30, colors: colors, background: { background })
            switch try Invocation(words.split(separator: " ").map(String.init), terminal: { terminal }) {
            case .query(let line, _, _, _, _), .watch(let line, _, _): return line
            case .page, .manual, .choose, .complete, .doctor: return nil
            }
        }
        #expect(
            try line("current", .light) == "current --color truecolor --background light --width 90 --height 30\n")
        for theme in [Theme.dark, nil] {
            #expect(try line("current", theme) == "current --color truecolor --width 90 --height 30\n")
        }
        #expect(try line("current", colors: .none, .light) == "current --width 90 --height 30\n")
        #expect(
            try line("current --theme dark", .light)
                == "current --theme dark --color truecolor --width 90 --height 30\n")
        #expect(try line("hourly", .dark) == "hourly --color truecolor --width 90 --height 30\n")
        #expect(try line("show", .dark) == "show --color truecolor --width 90 --height 30\n")
        #expect(try line("hourly --height 9", .dark) == "hourly --height 9 --color truecolor --width 90\n")
        // Printed output can be scrolled, watched output cannot.
        #expect(try line("map", .dark) == "map --color truecolor --width 90\n")
        #expect(try line("watch current", .dark) == "watch current --color truecolor --width 90 --height 30\n")
        #expect(try line("watch status", .dark) == "watch status --color truecolor --width 90 --height 30\n")
        #expect(try line("watch short", .dark) == "watch short\n")
    }

    @Test("Without a terminal there are no colors unless requested")
    func noScreen() throws {
        func line(_ words: String) throws -> String? {
            if case .query(let line, _, _, _, _) = try Invocation(
                words.split(separator: " ").map(String.init), terminal: { nil })
            {
                return line
            }
            return nil
        }
        #expect(try line("current") == "current\n")
        #expect(try line("current --color auto") == "current\n")
        #expect(try line("current --color 256") == "current --color 256\n")
        #expect(try line("current --color always")?.hasPrefix("current --color ") == true)
        #expect(try line("current --color always")?.hasSuffix("never\n") == false)
    }

    @Test("A watch has no deadline")
    func watch() throws {
        #expect(try invocation(["watch", "short"]) == .watch(line: "watch short\n"))
        #expect(try invocation(["watch", "short", "--timeout", "1"]) == .watch(line: "watch short\n"))
    }

    @Test("Full-screen views go to the tools, and the background is queried once")
    func pages() throws {
        func invocation(_ words: [String], showsPages: Bool = true) throws -> Invocation {
            try Invocation(words) {
                Terminal(columns: 90, colors: .full, showsPages: showsPages) {
                    Issue.record("asked")
                    return nil
                }
            }
        }
        #expect(try invocation(["watch", "show", "--width", "5"]) == .page(words: ["watch", "show", "--width", "5"]))
        #expect(try invocation(["map", "--choose"]) == .choose(words: ["map"], timeout: 2_000))
        #expect(try invocation(["watch", "short"]) == .watch(line: "watch short\n"))
        #expect(
            try invocation(["watch", "show", "-o", "json"]) == .watch(line: "watch show --output json\n", output: .json)
        )
        #expect(throws: UsageError.controlCharacter) { try invocation(["watch", "show", "--place", "a\nb"]) }
    }

    @Test("doctor runs locally and waits longer for a reply")
    func doctor() throws {
        #expect(try invocation(["doctor"]) == .doctor(words: ["doctor"], timeout: 8_000))
        #expect(
            try invocation(["doctor", "--timeout=1", "-o", "json"])
                == .doctor(words: ["doctor", "--output", "json"], timeout: 1_000))
    }

    @Test("Choosing on the map runs locally, other map requests go to the daemon")
    func choose() throws {
        #expect(try invocation(["map", "--choose"]) == .choose(words: ["map"], timeout: 2_000))
        #expect(
            try invocation(["map", "1", "2", "--choose", "--zoom", "3", "--timeout", "1"])
                == .choose(words: ["map", "1", "2", "--zoom", "3"], timeout: 1_000))
        #expect(try invocation(["map", "1", "2"]) == .query(line: "map 1 2\n", timeout: 2_000))
        #expect(try invocation(["map", "--", "--choose"]) == .query(line: "map -- --choose\n", timeout: 2_000))
    }

    @Test(
        "Help and other local commands go to the parser",
        arguments: [
            (["--help"], ["--help"]),
            (["-h"], ["--help"]),
            (["help"], ["help"]),
            (["help", "short"], ["help", "short"]),
            (["help", "--help"], ["--help"]),
            (["hourly", "--bogus", "-h"], ["hourly", "--help"]),
            (["--version"], ["--version"]),
            (["short", "--version"], ["--version"]),
            (["watch", "short", "-o", "json", "--version"], ["--version"]),
            (["--generate-completion-script", "fish"], ["--generate-completion-script", "fish"]),
        ])
    func manual(words: [String], passed: [String]) throws {
        #expect(try invocation(words) == .manual(passed))
    }

    @Test(
        "Usage errors are detected without a daemon",
        arguments: [
            ([], .noCommand),
            (["--timeout", "1"], .noCommand),
            (["--output", "json"], .noCommand),
            (["curent"], .unknownCommand("curent")),
            (["curent", "--help"], .unknownCommand("curent")),
            (["help", "curent"], .unknownCommand("curent")),
            ([""], .unknownCommand("")),
            (["short", "--timeout"], .missingTimeout),
            (["short", "--timeout="], .badTimeout("")),
            (["short", "--timeout", "0"], .badTimeout("0")),
            (["short", "--timeout", "-1"], .badTimeout("-1")),
            (["short", "--timeout", "nan"], .badTimeout("nan")),
            (["short", "--timeout", "."], .badTimeout(".")),
            (["short", "--timeout", "1.2.3"], .badTimeout("1.2.3")),
            (["short", "--timeout", "0.0009"], .badTimeout("0.0009")),
            (["short", "--timeout", "86400.1"], .badTimeout("86400.1")),
            (["short", "--timeout", "1e9"], .badTimeout("1e9")),
            (["short", "--timeout", "99999999999999999999"], .badTimeout("99999999999999999999")),
            (["short", "--format", "a\nb"], .controlCharacter),
            (["watch", "short\u{7}"], .controlCharacter),
            (["short", String(repeating: "x", count: 1024)], .tooLong),
        ] as [([String], UsageError)])
    func usage(words: [String], error: UsageError) {
        #expect(throws: error) { try invocation(words) }
    }
}
