import ClientProtocol
import Foundation
import Testing

/// Lists of the documentation, compared with the code. `ManualPageTests` compare those of the manual pages.
@Suite("Documentation")
struct DocumentationTests {
    private static func text(_ path: String) throws -> String {
        let project = URL(filePath: #filePath).appending(path: "../../../..").standardized
        return try String(contentsOf: project.appending(path: path), encoding: .utf8)
    }

    @Test("docs/json.md names every command with JSON output", arguments: Command.allCases)
    func json(command: Command) throws {
        guard command.options.contains(.output), command.outputs.contains(.json) else { return }
        #expect(try Self.text("docs/json.md").contains("`\(command.rawValue)"))
    }

    @Test("docs/bars/README.md links to a page for every bar", arguments: ViewRequest.Output.allCases.filter(\.isBar))
    func bars(output: ViewRequest.Output) throws {
        let table = try Self.text("docs/bars/README.md").split(separator: "\n")
        let row = try #require(table.first { $0.contains("| `\(output.rawValue)` |") })
        let page = try #require(row.split { "()".contains($0) }.first { $0.hasSuffix(".md") })
        let text = try Self.text("docs/bars/\(page)")
        #expect(text.contains("--output \(output.rawValue)") || text.contains("--output, \(output.rawValue)"))
    }

    @Test("docs/architecture.md lists every room")
    func rooms() throws {
        let page = try Self.text("docs/architecture.md")
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
        for floor in ["Shared", "Daemon", "Worker", "Client"] {
            let rooms = try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: floor).path)
            #expect(!rooms.isEmpty)
            for room in rooms { #expect(page.contains("`\(room)`"), "\(floor)/\(room)") }
        }
    }
}
