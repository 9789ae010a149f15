import Client
import ClientProtocol

/// Help, completion scripts and the version, which need no daemon.
enum Manual {
    private static let overview = """
        OVERVIEW: Shows the weather from weatherd.

        Without a command, shows the current weather as a card: of the current place, or of the one named \
        (weatherctl Oslo). A line below it names further commands.

        Otherwise prints the lines of the reply and nothing else. The socket is $WEATHERD_SOCKET, else \
        $XDG_RUNTIME_DIR/weatherd.sock.

        Exit status: 0 success; 1 weatherd rejected the request, its options or arguments, or doctor found a \
        problem; 64 unknown command, or a request that cannot be sent; 69 weatherd cannot be reached; 74 the output \
        cannot be written; 75 no weather yet. On a terminal, weatherctl waits 10 s for the first weather, or as \
        long as --timeout specifies.

        Weather data by Open-Meteo.com unless others are configured, places by GeoNames (both CC BY 4.0).

        USAGE: weatherctl <subcommand>

        """

    /// Prints the requested page; the words are as in `Invocation.manual`.
    static func show(_ words: [String]) -> ExitStatus {
        if words.first == "--version" { return StandardOutput.show(["weatherctl \(Release.version)"]) }
        if words.first?.hasPrefix(CompletionScript.option) == true {
            guard let script = CompletionScript(words) else {
                let shells = CompletionScript.allCases.map { $0.rawValue }.joined(separator: ", ")
                return fail("option \(CompletionScript.option) requires one of \(shells)")
            }
            return StandardOutput.show([script.text])
        }
        // Only for `make man`; it would take 28 KB.
        #if MANUAL_PAGES
            if words == [ManualPage.option] { return ManualPage.fill() }
        #endif
        if words.first == "--", words.count > 1 { return fail("unexpected argument \"\(words[1].visible)\"") }
        let words = words.filter { $0 != "--help" && $0 != "--" }
        if let option = words.first(where: { $0.hasPrefix("-") }) { return fail(unknownOption(option)) }
        guard let word = words.drop(while: { $0 == Command.help.rawValue }).first else {
            return StandardOutput.show(list(columns: columns))
        }
        guard let command = Command(rawValue: word) else { return fail("unexpected argument \"\(word.visible)\"") }
        return StandardOutput.show(page(of: command, columns: columns))
    }

    static func unknownOption(_ word: String) -> String {
        // The dashes are correct, and would count as similar letters.
        let word = word.prefix { $0 != "=" }
        let name = String(word.drop { $0 == "-" })
        let names =
            Command.Option.allCases.map { $0.rawValue } + (HelpOption.common + HelpOption.setup).map { $0.name }
        let meant = name.nearest(of: names.map { String($0.dropFirst(2)) })
        return "unknown option \"\(String(word).visible)\"" + (meant.map { "; did you mean --\($0)?" } ?? "")
    }

    private static func fail(_ sentence: String) -> ExitStatus {
        StandardError.say(sentence)
        return .usage
    }

    // MARK: - Pages

    private static var columns: Int {
        environment("COLUMNS").flatMap { Int($0) } ?? Terminal.current?.columns ?? 80
    }

    /// The list of all commands.
    static func list(columns: Int) -> [String] {
        let commands = Command.allCases.filter { $0 != .help }.flatMap { command in
            [(command.rawValue, command.help.summary)]
                + (command == .doctor ? [(SetupCommand.name, SetupCommand.summary)] : [])
                + (command == .metrics ? [(MCPCommand.name, MCPCommand.summary)] : [])
        }
        return wrapped(overview, to: columns)
            + section("OPTIONS", HelpOption.all(of: nil).map { ($0.label, $0.summary) }, columns)
            + section("SUBCOMMANDS", commands, columns)
            + ["  See 'weatherctl help <subcommand>' for detailed help."]
    }

    static func page(of command: Command, columns: Int) -> [String] {
        let (help, usages) = (command.help, command.usages)
        let forms = usages.count > 1 ? usages.flatMap { [$0.synopsis, "    " + $0.summary] } + [""] : []
        let options = HelpOption.all(of: command)
        return wrapped((["OVERVIEW: " + help.summary, ""] + forms).joined(separator: "\n"), to: columns)
            + ["USAGE: weatherctl " + usage(of: command, options.filter { $0.isInUsage }), ""]
            + section("ARGUMENTS", help.argument.map { [($0.name, $0.summary)] } ?? [], columns)
            + section("OPTIONS", options.map { ($0.label, $0.summary) }, columns)
    }

    static func showSetup() -> ExitStatus { StandardOutput.show(setupPage(columns: columns)) }

    static func setupPage(columns: Int) -> [String] {
        wrapped("OVERVIEW: " + SetupCommand.summary + "\n\n" + SetupCommand.discussion, to: columns)
            + ["", "USAGE: weatherctl \(SetupCommand.name) [--undo] [--yes]", ""]
            + section("OPTIONS", HelpOption.setup.map { ($0.label, $0.summary) }, columns)
    }

    static func showMCP() -> ExitStatus { StandardOutput.show(mcpPage(columns: columns)) }

    static func mcpPage(columns: Int) -> [String] {
        wrapped("OVERVIEW: " + MCPCommand.summary + "\n\n" + MCPCommand.discussion, to: columns)
            + ["", "USAGE: weatherctl \(MCPCommand.name)", ""]
            + section("OPTIONS", HelpOption.mcp.map { ($0.label, $0.summary) }, columns)
    }

    /// The command with its arguments and options; with too many of them, `[<options>]` instead.
    private static func usage(of command: Command, _ options: [HelpOption]) -> String {
        let arguments = command.help.argument.map { [$0.synopsis] } ?? []
        let words =
            arguments.count + options.count > 12
            ? ["[<options>]"] + arguments : arguments + options.map { "[\($0.synopsis)]" }
        return ([command.rawValue] + words).joined(separator: " ")
    }

    /// A heading and its entries in two columns, followed by an empty line; nothing without entries.
    private static func section(_ title: String, _ entries: [(String, String)], _ columns: Int) -> [String] {
        guard !entries.isEmpty else { return [] }
        let indent = String(repeating: " ", count: 26)
        let lines = entries.flatMap { label, summary in
            var lines = wrapped(summary, to: max(columns - indent.count, 10)).map { indent + $0 }
            let beginning = "  " + label
            if beginning.count < indent.count {
                lines[0] = beginning + lines[0].dropFirst(beginning.count)
            } else {
                lines.insert(beginning, at: 0)
            }
            return lines
        }
        return [title + ":"] + lines + [""]
    }

    /// The last column stays empty.
    private static func wrapped(_ text: String, to columns: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            String(line).wrapped(to: columns - 1).split(separator: "\n", omittingEmptySubsequences: false)
        }.map(String.init)
    }
}

extension Command.Usage {
    /// The argument's name: `<hours>` of `[<hours>]`.
    fileprivate var name: String { synopsis.drop { $0 != "<" }.prefix { $0 != ">" } + ">" }
}

/// An option in help and completion: an option of the protocol, or one of weatherctl's own.
struct HelpOption {
    let name: String
    /// The short form; nil for none.
    private(set) var letter: String?
    /// The placeholder for the value; nil for an option without one.
    private(set) var value: String?
    let summary: String

    private static let choose = HelpOption(
        name: "--choose",
        summary: "Choose the current place: arrows or hjkl move (Shift: faster), + and - zoom, Enter sets, q quits.")
    static let timeout = HelpOption(
        name: "--timeout", value: "SECONDS",
        summary: "timeout in seconds (default: 2; search 5, doctor 8, refresh 45)")
    static let version = HelpOption(name: "--version", summary: "Show the version.")
    private static let help = HelpOption(name: "--help", letter: "-h", summary: "Show help information.")

    /// The options of `setup`.
    static let setup = [
        HelpOption(name: SetupCommand.undo, summary: "revert changes to status bars and the service"),
        HelpOption(name: SetupCommand.yes, summary: "answer yes to every question"), help,
    ]

    /// The options of `mcp`.
    static let mcp = [help]

    /// weatherctl's own options of all commands.
    static let common = [timeout, version, help]

    private init(name: String, letter: String? = nil, value: String? = nil, summary: String) {
        (self.name, self.letter, self.value, self.summary) = (name, letter, value, summary)
    }

    private init(_ option: Command.Option, of command: Command) {
        self.init(name: option.rawValue, value: option.value, summary: option.summary)
        guard option == .output else { return }
        let outputs = command.outputs
        self.init(
            name: name, letter: Command.Option.outputLetter, value: outputs.map { $0.rawValue }.joined(separator: "|"),
            summary: outputs.contains(where: { $0.isBar }) ? summary : "text, or one line of JSON")
    }

    /// The options of a command, or of weatherctl without one, in the order of help.
    ///
    /// - Parameter watched: the command after `watch`, whose options apply then; nil for none.
    static func all(of command: Command?, watched: Command? = nil) -> [HelpOption] {
        guard let command else { return [version, help] }
        let options = (watched ?? command).options.map { HelpOption($0, of: command) }
        return (command == .map ? [choose] : []) + options + (command == .watch ? [version, help] : common)
    }

    /// The option of this name, as the first command that accepts it has it; nil for none.
    static func named(_ name: String) -> HelpOption? {
        Command.allCases.lazy.compactMap { all(of: $0).first { $0.name == name } }.first
    }

    /// `--output <text|json>`
    var synopsis: String { name + (value.map { " <\($0)>" } ?? "") }
    /// `-o, --output <text|json>`
    var label: String { (letter.map { $0 + ", " } ?? "") + synopsis }
    /// All commands have `--version` and `--help`, so usage lines omit them.
    var isInUsage: Bool { ![Self.version.name, Self.help.name].contains(name) }
}
