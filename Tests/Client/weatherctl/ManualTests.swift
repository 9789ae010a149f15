import ArgumentParser
import ClientProtocol
import Testing

@testable import Client
@testable import weatherctl_tools

@Suite("Help")
struct ManualTests {
    /// Every command of the protocol except help, which the parser provides.
    private static let commands = Command.allCases.filter { $0 != .help }

    private static func manual(of command: Command) -> (any Subcommand.Type)? {
        Manual.configuration.subcommands.lazy.compactMap { $0 as? any Subcommand.Type }.first { $0.command == command }
    }

    @Test("Every command has a page with its summary and its options", arguments: commands)
    func pages(command: Command) throws {
        let page = try #require(Self.manual(of: command))
        let text = Manual.helpMessage(for: page, columns: 200)
        #expect(text.contains(command.summary))
        for option in Command.Option.allCases {
            #expect(text.contains(" \(option.rawValue) ") == command.options.contains(option), "\(option)")
        }
        #expect(text.contains("--timeout") == (command != .watch))
    }

    @Test("The overview names every command", arguments: commands)
    func overview(command: Command) {
        #expect(Manual.helpMessage(columns: 200).contains("  \(command.rawValue) "))
    }

    @Test("The parser's errors follow the project's style")
    func parserErrors() {
        let complaint = Manual.inHouseStyle("Can't do 'x'.\n  Use one of:\n    a b.")
        #expect(complaint == "can't do 'x'. Use one of: a b")
    }
}
