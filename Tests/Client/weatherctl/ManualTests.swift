import ClientProtocol
import Testing

@testable import weatherctl_tools

@Suite("Help")
struct ManualTests {
    @Test("Every command has a page with its summary and its options", arguments: Command.allCases)
    func pages(command: Command) {
        let text = Manual.page(of: command, columns: 200).joined(separator: "\n")
        #expect(text.contains(command.help.summary))
        for option in Command.Option.allCases {
            #expect(text.contains("  \(option.rawValue)") == (command.options.contains(option) && option != .output))
            #expect(text.contains("-o, --output <") == command.options.contains(.output))
        }
        #expect(text.contains("--timeout") == (command != .watch))
    }

    @Test("Output for bars is listed only where a command has it")
    func outputs() {
        #expect(Manual.page(of: .short, columns: 80).contains { $0.contains("<text|json|waybar") })
        #expect(Manual.page(of: .search, columns: 80).contains { $0.contains("-o, --output <text|json>") })
    }

    @Test("The overview names every command", arguments: Command.allCases.filter { $0 != .help })
    func overview(command: Command) {
        #expect(Manual.list(columns: 200).contains { $0.hasPrefix("  \(command.rawValue) ") })
    }

    @Test("Help has setup, which the daemon does not know")
    func setup() {
        #expect(Manual.list(columns: 200).contains { $0.hasPrefix("  setup  ") })
        let page = Manual.setupPage(columns: 40)
        #expect(page.contains { $0.hasPrefix("  --undo") } && page.contains { $0.hasPrefix("  --yes") })
        #expect(page.allSatisfy { $0.count < 40 || $0.hasPrefix("USAGE:") })
    }

    @Test("Lines fit the terminal, except for a word or a usage that is longer", arguments: [60, 80, 120])
    func width(columns: Int) {
        for command in Command.allCases {
            for line in Manual.page(of: command, columns: columns) where line.count >= columns {
                #expect(line.hasPrefix("USAGE:") || line.hasPrefix("  -"))
            }
        }
    }

    @Test(
        "An unknown option is reported, with the one that was probably meant",
        arguments: [
            ("--nonsense", "unknown option \"--nonsense\""), ("-x", "unknown option \"-x\""),
            ("--plcae=x", "unknown option \"--plcae\"; did you mean --place?"),
            ("--versoin", "unknown option \"--versoin\"; did you mean --version?"),
        ])
    func unknownOption(word: String, sentence: String) {
        #expect(Manual.unknownOption(word) == sentence)
    }
}
