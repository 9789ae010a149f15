import ClientProtocol
import Foundation
import Testing

@testable import Client
@testable import weatherctl_tools

/// The manual pages of the client and the protocol list exactly what exists.
@Suite("Manual pages")
struct ManualPageTests {
    private static let project = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// The first words after `.It MACRO`, with which a page's descriptions begin.
    private func items(_ macro: String, of page: String) throws -> Set<String> {
        let text = try String(contentsOf: Self.project.appending(path: "docs/man/\(page)"), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        return lines.reduce(into: []) { items, words in
            guard words.starts(with: [".It", macro[...]]) else { return }
            // Two commands, or the short and the long form of an option, have a common description.
            var rest = words.dropFirst(2)
            while let word = rest.popFirst() {
                items.insert(String(word))
                guard rest.popFirst() == "," else { break }
                rest = rest.drop { $0 == macro }
            }
        }
    }

    /// The help text of the program and of each command.
    private static let help = ([Manual.list(columns: 500)] + Command.allCases.map { Manual.page(of: $0, columns: 500) })
        .joined().joined(separator: "\n")

    private static var options: Set<String> {
        let words = help.split { " \n,[]()".contains($0) }.filter { $0.hasPrefix("--") && $0.count > 2 }
        return Set(words.map { String($0.dropFirst()) })
    }

    @Test("weatherctl(1) has every command of the program's help")
    func commands() throws {
        #expect(try items("Cm", of: "weatherctl.1") == Set(Command.allCases.map(\.rawValue)))
    }

    @Test("weatherctl(1) has every option of the help of any command, and the help has every option of the page")
    func options() throws {
        let named = try items("Fl", of: "weatherctl.1").subtracting(["h", "-generate-completion-script"])
        #expect(named == Self.options)
    }

    @Test("weatherctl(1) lists the commands of each option as the program does", arguments: Command.Option.allCases)
    func valuesOfOptions(option: Command.Option) throws {
        let text = try String(contentsOf: Self.project.appending(path: "docs/man/weatherctl.1"), encoding: .utf8)
        let item = try #require(
            text.split(separator: "\n").first { $0.hasPrefix(".It Fl \(option.rawValue.dropFirst())") })
        #expect(item.contains(" Ar ") == (option.value != nil))
    }

    @Test(
        "weatherctl(1) lists every output and every language",
        arguments: [
            (Command.Option.output, ViewRequest.Output.allCases.map(\.rawValue)),
            (.language, Command.Option.languages),
        ])
    func wordsOfOptions(option: Command.Option, words: [String]) throws {
        let text = try String(contentsOf: Self.project.appending(path: "docs/man/weatherctl.1"), encoding: .utf8)
        let item = text.split(separator: "\n").drop { !$0.hasPrefix(".It Fl \(option.rawValue.dropFirst())") }
        let named = item.dropFirst().prefix { !$0.hasPrefix(".It ") }.filter { $0.hasPrefix(".Cm ") }
        let known = Set(named.flatMap { $0.split(separator: " ") }.map(String.init))
        #expect(known.isSuperset(of: words))
    }

    @Test("weatherctl(1) lists every exit status")
    func statuses() throws {
        let text = try String(contentsOf: Self.project.appending(path: "docs/man/weatherctl.1"), encoding: .utf8)
        let listed = text.split(separator: "\n").filter { $0.hasPrefix(".It ") }.compactMap { Int32($0.dropFirst(4)) }
        #expect(listed == (0...255).filter { ExitStatus(rawValue: $0) != nil })
    }

    @Test("weatherd-protocol(7) has every request, option and code")
    func protocolPage() throws {
        #expect(try items("Ic", of: "weatherd-protocol.7") == Set(Command.allCases.map(\.rawValue)))
        #expect(
            try items("Fl", of: "weatherd-protocol.7")
                == Set(Command.Option.allCases.map { String($0.rawValue.dropFirst()) }))
        #expect(try items("Er", of: "weatherd-protocol.7") == Set(Reply.Code.allCases.map(\.rawValue)))
    }
}
