import Foundation
import Pages
import Rendering
import Testing

/// The templates, placeholders and JSON examples of the pages are valid.
struct PageTemplatesTests {
    private static let names = Set(Template.placeholders.map(\.name))

    /// The names in braces, with or without a format; `${…}` belongs to shells and eww, `a{sv}` to D-Bus.
    private func placeholders(in text: String) -> [String] {
        text.replacing("a{sv}", with: "").split(separator: "{", omittingEmptySubsequences: false).adjacent.compactMap {
            before, after in
            let name = after.prefix { $0.isLowercase || $0.isNumber || $0 == "-" }
            let end = after.dropFirst(name.count).first
            return name.isEmpty || before.hasSuffix("$") || end != "}" && end != ":" ? nil : String(name)
        }
    }

    /// The part of a code in quotes that contains the first brace; the whole code without quotes.
    private func template(in text: String) -> String {
        guard let quote = text.first(where: { "\"'{".contains($0) }), quote != "{" else { return text }
        return text.split(separator: quote).dropFirst().first.map(String.init) ?? text
    }

    @Test func everyPlaceholderExists() {
        var count = 0
        for page in Page.all {
            // The tags of yambar have the same form.
            let lines = page.blocks.filter { $0.language != "yaml" }.flatMap(\.lines)
            for code in page.spans + page.items + lines {
                for name in placeholders(in: code.text) {
                    count += 1
                    #expect(Self.names.contains(name), "\(code)")
                }
            }
        }
        #expect(count > 200)
    }

    @Test func everyTemplateIsAccepted() {
        var count = 0
        for code in Page.all.flatMap(\.spans) where !placeholders(in: code.text).isEmpty {
            // Waybar's own.
            if code.text.hasPrefix("\"format\"") { continue }
            count += 1
            #expect(throws: Never.self, "\(code)") { try Template(template(in: code.text)) }
        }
        #expect(count > 90)
    }

    /// `{temperature:°C}` for each unit and placeholder of the table, and the number alone.
    @Test func everyUnitOfTheTableIsAccepted() throws {
        let page = try Page("docs/templates.md")
        let table = try #require(page.table("Placeholders", "kind"))
        var count = 0
        for row in table.rows where !row[1].hasPrefix("none") {
            for name in row[2].codeSpans {
                for unit in row[1].codeSpans {
                    count += 1
                    #expect(throws: Never.self) { try Template("{\(name):\(unit)}") }
                }
                #expect(throws: Never.self) { try Template("{\(name):n}") }
            }
        }
        #expect(count > 50)
    }

    @Test func everyJSONExampleIsValid() {
        var count = 0
        for page in Page.all {
            let objects = page.spans.map(\.text).filter { $0.hasPrefix("{\"") || $0.hasPrefix("[\"") }
            let members = page.blocks(in: "json").map { "{\($0.text)}" }
            for text in objects + members {
                count += 1
                let whole = text.replacing(",…", with: "").replacing("…", with: "")
                #expect(throws: Never.self, "\(page): \(text)") {
                    try JSONSerialization.jsonObject(with: Data(whole.utf8))
                }
            }
        }
        #expect(count > 8)
    }
}

extension Collection {
    fileprivate var adjacent: Zip2Sequence<Self, SubSequence> { zip(self, dropFirst()) }
}
