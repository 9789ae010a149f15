import ClientProtocol
import Testing
import Weather

@testable import Client
@testable import Languages
@testable import weatherctl_tools

@Suite("Shell completion")
struct CompletionTests {
    private static let places = [
        CompletedPlace(name: "Montevideo", isFavourite: false),
        CompletedPlace(name: "San José", isFavourite: true),
        CompletedPlace(name: "Oslo", isFavourite: true),
    ]

    private func texts(_ words: String...) -> [String] {
        Completion(words, places: { Self.places }).candidates.map(\.text)
    }

    @Test("Every command that help shows, with its summary")
    func commands() {
        let candidates = Completion([""], places: { Self.places }).candidates
        #expect(Set(candidates.map(\.text)).isSuperset(of: Command.allCases.map(\.rawValue)))
        #expect(candidates.allSatisfy { !$0.summary.isEmpty })
        #expect(texts("sh") == ["short", "show"])
        #expect(texts("help", "se") == ["select", "search", "setup", "set-units", "set-location"])
        #expect(texts("select", "") == ["Montevideo", "San José", "Oslo"])
        #expect(texts("mcp", "--") == ["--help"] && texts("metrics", "--a") == ["--all"])
        #expect(texts("setup", "") == ["--undo", "--yes", "--help"])
        #expect(texts("setup", "--yes", "--u") == ["--undo"])
    }

    @Test(
        "Options of a command that are not given yet",
        arguments: Command.allCases.filter { $0 != .help && $0 != .watch })
    func options(command: Command) {
        let offered = Set(texts(command.rawValue, "--"))
        #expect(
            offered.subtracting(["--help", "--timeout", "--choose"]) == Set(command.options.map(\.rawValue)))
        #expect(offered.isSuperset(of: ["--help", "--timeout"]))
        for option in command.options where option.value != nil {
            #expect(!texts(command.rawValue, option.rawValue + "=x", "--").contains(option.rawValue))
            #expect(!texts(command.rawValue, option.rawValue, "x", "--").contains(option.rawValue))
        }
    }

    @Test("A watched command has its own options")
    func watch() {
        #expect(texts("watch", "") == Command.watchable.map(\.rawValue))
        #expect(texts("watch", "short", "--f") == ["--format"])
        #expect(texts("watch", "status", "--f") == [])
        #expect(texts("watch", "sun", "--timeout") == [])
        for word in Command.watchable {
            #expect(throws: Never.self) { try Request(words: ["watch", word.rawValue]) }
        }
    }

    @Test("Values of options, after a space or an equals sign")
    func values() {
        let bars = ViewRequest.Output.allCases.filter { $0 != .names }.map(\.rawValue)
        #expect(texts("short", "--output", "") == bars)
        #expect(texts("places", "--output", "n") == ["names"])
        #expect(texts("search", "--output", "") == ["text", "json"])
        #expect(texts("short", "-o") == ["-o"])
        #expect(texts("short", "-o", "po") == ["polybar"])
        #expect(texts("version", "-o") == [])
        #expect(texts("short", "--output=po") == ["--output=polybar"])
        #expect(texts("short", "--place", "") == ["Montevideo", "San José", "Oslo"])
        #expect(texts("short", "--place=os") == ["--place=Oslo"])
        #expect(texts("current", "--color", "a") == ["auto", "always"])
        #expect(texts("map", "--zoom", "8") == ["8"])
        #expect(texts("short", "--format", "") == [])
        #expect(texts("short", "--timeout", "") == [])
        #expect(texts("current", "--language", "") == Language.allCases.map(\.rawValue))
    }

    @Test("Units of the daemon")
    func units() throws {
        #expect(texts("set-units", "") == ["metric", "imperial", "auto"] + UnitsChoice.quantities.map { $0 + "=" })
        #expect(texts("set-units", "wind=k") == ["wind=kmh", "wind=kn"])
        #expect(texts("set-units", "wind=kn", "w") == [])
        #expect(
            texts("short", "--units", "wind=kn,temperature=") == ["c", "f", "k"].map { "wind=kn,temperature=" + $0 })
        let all = CompletedUnits.quantities.flatMap { quantity in quantity.units.map { "\(quantity.name)=\($0)" } }
        _ = try UnitsChoice(words: all)
        #expect(
            all.count
                == Units.Temperature.allCases.count + Units.Wind.allCases.count + Units.Pressure.allCases.count
                + Units.Precipitation.allCases.count + Units.Distance.allCases.count)
    }

    @Test("Places and their subcommands")
    func namesOfPlaces() {
        #expect(texts("set-location", "") == ["Montevideo", "San José", "Oslo", "auto", "default"])
        #expect(texts("places", "") == ["add", "remove", "move", "rename"])
        #expect(texts("places", "remove", "") == ["San José", "Oslo"])
        #expect(texts("places", "rename", "o") == ["Oslo"])
        #expect(texts("places", "rename", "Oslo", "o") == [])
        #expect(texts("--", "places", "move", "--") == [])
    }

    @Test("Where nothing else fits, options are offered")
    func nothingElse() {
        #expect(texts("version", "") == ["--timeout", "--help"])
        #expect(texts("bogus", "") == ["--help"])
        #expect(texts("search", "osl") == [])
    }

    @Test(
        "bash splits words at equals signs and replaces the last part",
        arguments: [
            (["set-units", "wind", "=", "kn"], ["kn"]),
            (["set-units", "wind", "="], ["ms", "kmh", "mph", "kn", "bft"]),
            (["short", "--output", "=", "way"], ["waybar"]),
            (["short", "--place", "=", "San\\ "], ["San\\ José"]),
            (["short", "--place", "san"], ["San\\ José"]),
            (["short", "--place", "\"san"], ["San José"]),
            (["short", "--place", "'San J"], ["San José"]),
            (["places", "remove", "San\\ J"], ["San\\ José"]),
        ])
    func bash(words: [String], lines: [String]) {
        #expect(Completion.lines(for: .bash, words: words) { Self.places } == lines)
    }

    @Test("A name with quotes, dollars and backslashes is quoted for the shell")
    func quoting() {
        let names = [CompletedPlace(name: #"a "$x" \ 'b' c"#, isFavourite: true)]
        func line(_ word: String) -> [String] {
            Completion.lines(for: .bash, words: ["short", "--place", word]) { names }
        }
        #expect(line("a") == [#"a\ \"\$x\"\ \\\ \'b\'\ c"#])
        #expect(line(#""a"#) == [#"a \"\$x\" \\ 'b' c"#])
        #expect(
            Completion.lines(for: .fish, words: ["short", "--place", #"a\ \""#]) { names } == [names[0].name + "\t"])
    }

    @Test("The names in the reply to places")
    func json() {
        let line = #"""
            {"schema":1,"places":[{"place":{"name":"Nov\u00e9"},"position":1},{"place":{"name":null},"current":true,\#
            "position":null},{"place":{"name":"a \"position\":1 \\b"},"position":null},{"place":{"name":"Oslo"},\#
            "position":2},{"place":{"name":"Oslo"},"position":3}]}
            """#.replacing(#"\u00e9"#, with: "é")
        #expect(
            CompletedPlace.all(in: line) == [
                CompletedPlace(name: "Nové", isFavourite: true),
                CompletedPlace(name: #"a "position":1 \b"#, isFavourite: false),
                CompletedPlace(name: "Oslo", isFavourite: true),
            ])
        #expect(CompletedPlace.all(in: "") == [])
        #expect(CompletedPlace.all(in: #"{"place":{"name":"x"#) == [])
    }

    @Test("Words are passed unchanged, even --help and --timeout")
    func invocation() throws {
        #expect(
            try Invocation(["--complete", "zsh", "short", "--help", "--timeout"])
                == .complete(["zsh", "short", "--help", "--timeout"]))
        #expect(try Invocation(["short", "--complete"]) == .query(line: "short --complete\n", timeout: 2000))
    }

    @Test("Each shell has a completion script that calls the program", arguments: CompletionScript.allCases)
    func scripts(shell: CompletionScript) {
        #expect(shell.text.contains("weatherctl --complete \(shell.rawValue) "))
        #expect(CompletionScript(["--generate-completion-script", shell.rawValue]) == shell)
        #expect(CompletionScript(["--generate-completion-script=\(shell.rawValue)"]) == shell)
        #expect(CompletionScript(["--generate-completion-script"]) == nil)
        #expect(CompletionScript(["--generate-completion-script", "ksh"]) == nil)
    }
}
