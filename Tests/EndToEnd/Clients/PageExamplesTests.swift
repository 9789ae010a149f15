import ClientProtocol
import Foundation
import Pages
import Scratch
import Testing

/// The examples of the pages print what the pages show.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: SamplePlace.isAvailable, "\(SamplePlace.absence)"))
struct PageExamplesTests {
    private static let label = " (sample data)"

    /// Whether the lines are those shown, among which `…` stands for any number of lines, and for anything within a line.
    private func fits(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return lines.isEmpty }
        if first == "…" {
            return (0...lines.count).contains { fits(lines.dropFirst($0), shown.dropFirst()) }
        }
        guard let line = lines.first, Transcript.fits(line, first) else { return false }
        return fits(lines.dropFirst(), shown.dropFirst())
    }

    /// Commands with `$` before them, and their output.
    @Test func consoleBlocksShowTheOutput() throws {
        var count = 0
        try SamplePlace.running { home in
            for block in Page.all.flatMap({ $0.blocks(in: "console") }) {
                let parts = block.lines.map(\.text).split { $0.hasPrefix("$ ") }
                let commands = block.lines.map(\.text).filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
                #expect(parts.count == commands.count)
                for (command, shown) in zip(commands, parts) {
                    count += 1
                    // Pages have the width of a terminal.
                    let isPage = !command.hasPrefix("weatherctl short")
                    let end = try Finished.running(
                        "/bin/sh", ["-c", command + (isPage ? " --width 80" : "")], environment: home.environment)
                    let lines = end.lines.filter { isPage || " " + $0 != Self.label }
                    #expect(end.status == 0, "\(end.errors)")
                    #expect(fits(lines[...], shown), "\(block)\n\(end.output)")
                }
            }
        }
        #expect(count > 0)
    }

    @Test func templatesPrintTheOutput() throws {
        let table = try #require(try Page("docs/templates.md").table("Examples", "template"))
        try SamplePlace.running { home in
            for row in table.rows {
                let (template, output) = (row[0].codeSpans[0], row[1].codeSpans[0])
                let end = try home.weatherctl("short", "--format", template)
                #expect(end.lines.joined().replacing(Self.label, with: "") == output, "\(template)")
            }
        }
        #expect(table.rows.count > 7)
    }

    /// `printf 'short\n' | nc …` and the reply below it: weather and version may differ, but not the form.
    @Test func protocolBlocksShowTheReplies() throws {
        func form(_ line: String) -> String {
            var form = ""
            for scalar in line.replacing(Self.label, with: "").unicodeScalars
            where scalar.properties.generalCategory != .nonspacingMark {
                let isDigit = scalar.properties.numericType != nil
                let letter =
                    isDigit
                    ? "0" : scalar.properties.generalCategory == .otherSymbol && scalar != "°" ? "☀" : String(scalar)
                if !form.hasSuffix(letter) || !isDigit { form += letter }
            }
            return form
        }
        var count = 0
        try SamplePlace.running { home in
            for page in Page.all where page.path.contains("protocol") {
                let lines = page.blocks.flatMap(\.lines)
                for (index, line) in lines.enumerated() {
                    let parts = line.text.components(separatedBy: "'")
                    guard parts.count == 3, parts[0].hasSuffix("printf ") else { continue }
                    let shown = lines[(index + 1)...].map(\.text).drop { $0.hasPrefix("printf ") }
                    guard shown.first?.hasPrefix("OK ") == true else { continue }
                    count += 1
                    let client = try home.client()
                    let requests = parts[1].replacing("\\n", with: "\n")
                    try client.send(requests)
                    var replies: [String] = []
                    for _ in 0..<requests.count(where: { $0 == "\n" }) {
                        let reply = try client.reply().lines
                        replies += ["OK \(reply.count)"] + reply
                    }
                    #expect(replies.map(form) == shown.prefix(replies.count).map(form), "\(line)")
                }
            }
        }
        #expect(count == 4)
    }

    /// The forms of a place in protocol.md; postal codes are searched online.
    @Test func everyFormOfAPlaceIsAccepted() throws {
        let table = try #require(try Page("docs/protocol.md").table("Places", "form"))
        try SamplePlace.running { home in
            for row in table.rows where row[0] != "postal code" {
                for form in row[1].codeSpans {
                    let place = form.replacing("\"", with: "")
                    let end = try home.weatherctl("sun", "--place", place)
                    #expect(end.status == 0, "\(form): \(end.errors)")
                }
            }
        }
        #expect(table.rows.count > 5)
    }

    /// Spellings of units in configuration.md, also in capitals and with or without degree sign and slash.
    @Test func everyUnitIsAcceptedEverywhere() throws {
        let table = try #require(try Page("docs/configuration.md").table("Units", "quantity"))
        var count = 0
        try SamplePlace.running { home in
            let client = try home.client()
            func units(_ words: String) throws -> [String] {
                _ = try client.ask("set-units imperial")
                return try client.ask("set-units \(words)").lines
            }
            func line(_ template: String, _ options: String = "") throws -> [String] {
                try client.ask("short --format \(template) \(options)").lines
            }
            for row in table.rows {
                let quantity = row[0].codeSpans[0]
                let placeholder = quantity == "distance" ? "visibility" : quantity
                for unit in row[1].codeSpans + row[2].codeSpans {
                    #expect(try units("\(quantity)=\(unit)") == units(unit), "\(unit)")
                    let expected = try line("{\(placeholder)}")
                    let plain = unit.filter { $0 != "°" && $0 != "/" }
                    _ = try client.ask("set-units imperial")
                    for word in [
                        unit, unit.uppercased(), plain, "°" + plain, "\(plain.prefix(1))/\(plain.dropFirst())",
                    ] {
                        count += 1
                        #expect(try line("{\(placeholder)}", "--units \(quantity)=\(word)") == expected, "\(word)")
                        #expect(try line("{\(placeholder)}", "--units \(word)") == expected, "\(word)")
                        #expect(try line("{\(placeholder):\(word)}") == expected, "\(word)")
                    }
                }
            }
            // Several at once, and those of the configuration.
            #expect(try line("\"{temperature} {wind}\"", "--units c,kn") == line("\"{temperature:c} {wind:kn}\""))
            #expect(try line("\"{temperature} {wind}\"", "--units auto") == line("\"{temperature:c} {wind:kmh}\""))
            #expect(try home.weatherctl("set-units", "c", "kn").output.hasPrefix("temperature in °C, wind in kn"))
        }
        #expect(count > 100)
    }
}
