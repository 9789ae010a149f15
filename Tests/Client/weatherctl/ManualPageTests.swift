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
    private static let help =
        ([Manual.list(columns: 500), Manual.setupPage(columns: 500), Manual.mcpPage(columns: 500)]
        + Command.allCases.map { Manual.page(of: $0, columns: 500) })
        .joined().joined(separator: "\n")

    private static var options: Set<String> {
        let words = help.split { " \n,[]()".contains($0) }.filter { $0.hasPrefix("--") && $0.count > 2 }
        return Set(words.map { String($0.dropFirst()) })
    }

    @Test("weatherctl(1) has every command of the program's help")
    func commands() throws {
        #expect(
            try items("Cm", of: "weatherctl.1")
                == Set(Command.allCases.map(\.rawValue) + [SetupCommand.name, MCPCommand.name]))
    }

    @Test("weatherctl(1) has every option of the help of any command, and the help has every option of the page")
    func options() throws {
        let named = try items("Fl", of: "weatherctl.1").subtracting(["h", "o", "-generate-completion-script"])
        #expect(named == Self.options)
    }

    @Test(
        "The lists are those of the help; `make man` fills them in", arguments: ["weatherctl.1", "weatherd-protocol.7"])
    func lists(page: String) throws {
        let text = try String(contentsOf: Self.project.appending(path: "docs/man/\(page)"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let filled = try ManualPage.filled(lines)
        for (line, expected) in zip(lines, filled) where line != expected {
            Issue.record("\(page) has '\(line)' instead of '\(expected)'; run make man")
            break
        }
        #expect(lines.count == filled.count)
    }

    @Test("Forms of commands and options in mdoc")
    func macros() throws {
        #expect(
            try ManualPage.filled([#".\" command set-units"#, "before", #".\""#, "after"]) == [
                #".\" command set-units"#,
                ".It Cm set-units metric | imperial | auto | Oo Ar QUANTITY Ns = Oc Ns Ar UNIT ...",
                "Set all units, or the unit of one quantity.", #".\""#, "after",
            ])
        let height = try ManualPage.filled([#".\" option height"#, #".\""#])
        #expect(height[1] == ".It Fl -height Ar LINES")
        #expect(
            height.dropFirst(3) == ["Accepted by", ".Cm current , show , hourly , map", "and", ".Cm watch .", #".\""#])
    }

    @Test(
        "A list that is unknown or has no end is an error, and nothing is left out",
        arguments: [
            [#".\" command rain"#, #".\""#], [#".\" option rain"#, #".\""#], [#".\" rain"#, #".\""#],
            [#".\" requests"#, "after"], [#".\" requests"#, #".\" options"#, #".\""#],
        ])
    func unknownLists(lines: [String]) {
        #expect(throws: ManualPage.UnknownList(name: String(lines[0].dropFirst(4)))) { try ManualPage.filled(lines) }
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
