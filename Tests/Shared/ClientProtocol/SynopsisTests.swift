import ClientProtocol
import Foundation
import Pages
import Testing

/// The forms of the commands in the manual pages are those of the program, and are accepted.
@Suite("Synopses of the manual pages")
struct SynopsisTests {
    private static let usages = Set(Command.allCases.flatMap(\.usages).map { withoutOptions($0.synopsis) })
    /// Forms that one page describes in words.
    /// The daemon does not know `setup` and `mcp`.
    private static let described = ["help [COMMAND]", "setup [--undo] [--yes]", "mcp"]
    private static let values = [
        "HOURS": "4", "DAYS": "3", "NAME": "home", "LAT": "59.91", "LON": "-10.75", "CITY": "Oslo", "PLACE": "Oslo",
        "POSITION": "2", "QUANTITY=UNIT": "wind=kn", "UNIT": "kn", "...": "c",
    ]

    private static func withoutOptions(_ synopsis: String) -> String {
        synopsis.components(separatedBy: " [--")[0]
    }

    private func forms(of page: String, below headings: Set<String>) throws -> [String] {
        try Page(page).items.filter { headings.contains($0.heading) }.flatMap { $0.text.components(separatedBy: " , ") }
    }

    @Test("weatherctl(1) has every form of every command")
    func client() throws {
        let headings: Set = ["View commands", "Places", "Settings", "Service"]
        let forms = try forms(of: "docs/man/weatherctl.1", below: headings)
        #expect(Set(forms).subtracting(Self.described) == Self.usages.subtracting(["help"]))
    }

    @Test("weatherd-protocol(7) has the forms of the program")
    func requests() throws {
        let forms = try forms(of: "docs/man/weatherd-protocol.7", below: ["Requests"])
        #expect(Set(forms) == Self.usages.filter { !$0.contains("--choose") })
    }

    @Test("Every form is accepted, with and without its optional words")
    func accepted() throws {
        let pages = ["docs/man/weatherctl.1", "docs/man/weatherd-protocol.7"]
        let headings: Set = ["View commands", "Places", "Settings", "Service", "Requests"]
        for form in try pages.flatMap({ try forms(of: $0, below: headings) }) {
            // weatherctl handles this itself.
            if form.contains("--choose") || Self.described.contains(form) { continue }
            let name = form.prefix { $0 != " " }
            for alternative in form.dropFirst(name.count).split(separator: "|", omittingEmptySubsequences: false) {
                for isFull in [true, false] {
                    let text = isFull ? String(alternative.filter { !"[]".contains($0) }) : alternative.withoutBrackets
                    let words =
                        [String(name)] + text.split(separator: " ").map { Self.values[String($0)] ?? String($0) }
                    #expect(throws: Never.self, "\(words)") { try Request(words: words) }
                }
            }
        }
    }

    @Test("The lines of doctor in protocol.md are diagnostics")
    func diagnostics() throws {
        let lines = try Page("docs/protocol.md").blocks.filter { $0.lines[0].heading == "Doctor" }.flatMap(\.lines)
        #expect(lines.count > 1)
        for line in lines { #expect(Diagnostic(line: line.text)?.line == line.text, "\(line)") }
    }
}

extension StringProtocol {
    /// Without the parts in brackets.
    fileprivate var withoutBrackets: String {
        var isInside = false
        var text = ""
        for character in self {
            if character == "[" { isInside = true }
            if !isInside { text.append(character) }
            if character == "]" { isInside = false }
        }
        return text
    }
}
