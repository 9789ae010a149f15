import Foundation
import Pages
import Testing

@testable import Configuration
@testable import weatherd

/// Whatever the pages say about config.toml, the environment and the command line of weatherd is accepted.
struct PageSettingsTests {
    /// Options and settings of other programs are in the first column of the tables of migrating.md.
    private static let codes = Page.all.flatMap { page in
        page.spans.filter { page.path != "docs/migrating.md" || $0.column != 0 }
    }
    private static let tables = Set(ConfigurationKey.all.compactMap { $0.components.dropLast().first })

    /// The first error in a file or in the environment; nil for none.
    private func mistake(_ text: String, _ environment: [String: String] = [:]) -> ConfigurationError? {
        // The certificates of the examples do not exist here.
        let text = text.replacing("ca-file =", with: "# ca-file =")
        do throws(ConfigurationError) {
            let file = try ConfigurationFile(path: "config.toml", bytes: Array(text.utf8))
            let variables = environment.merging(["HOME": "/home/me"]) { $1 }
            _ = try Configuration(ConfigurationValues(file: file, environment: variables))
            return nil
        } catch {
            return error
        }
    }

    /// Whether a setting is accepted in the table of its key, or in one that has such a key.
    private func isAccepted(_ name: String, _ value: String) -> Bool {
        let keys = ConfigurationKey.all.map(\.description).filter { $0 == name || $0.hasSuffix("." + name) }
        return keys.contains { mistake("\($0) = \(value)") == nil }
    }

    @Test func everyFileIsValid() {
        // i3status-rust, waybar-weather, starship and ironbar.
        var others = ["[[block]]", "[templates]", "[custom.weather]", "[[start]]"]
        var count = 0
        for block in Page.all.flatMap({ $0.blocks(in: "toml") }) {
            if let other = others.first(where: { block.text.contains($0) }) {
                others.removeAll { $0 == other && other != "[[block]]" }
                continue
            }
            count += 1
            #expect(mistake(block.text) == nil, "\(block)")
        }
        let manual = Page.all.filter { $0.path.hasSuffix(".toml.5") }.flatMap(\.blocks)
        for block in manual { #expect(mistake(block.text) == nil, "\(block)") }
        #expect(!manual.isEmpty && count > 7 && others == ["[[block]]"])
    }

    /// `short.format`; fields of services and a page have the same form.
    @Test func everyKeyExists() {
        let others = ["current.time", "current.dt", "location.md"]
        var count = 0
        for code in Self.codes where code.text.contains(".") && !others.contains(code.text) {
            let parts = code.text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count > 1, Self.tables.contains(String(parts[0])),
                code.text.allSatisfy({ $0.isLowercase || "-.NAME".contains($0) })
            else { continue }
            count += 1
            #expect(ConfigurationKey.all.contains { $0.description == code.text }, "\(code)")
        }
        #expect(count > 80)
    }

    /// `[on.alert]`
    @Test func everyTableExists() {
        var count = 0
        for code in Self.codes where code.text.hasPrefix("[") && code.text.hasSuffix("]") {
            let name = code.text.dropFirst().dropLast().replacing("NAME", with: "name")
            guard name != "table", name.first?.isLowercase == true,
                name.allSatisfy({ $0.isLowercase || "-.".contains($0) })
            else { continue }
            count += 1
            #expect(ConfigurationKey.isTable(String(name)), "\(code)")
        }
        #expect(count > 8)
    }

    /// `providers = "best"`
    @Test func everySettingIsAccepted() {
        // A click in Polybar.
        let others = ["click-middle"]
        var count = 0
        for code in Self.codes {
            let halves = code.text.components(separatedBy: " = ")
            guard halves.count == 2, !others.contains(halves[0]),
                halves[0].allSatisfy({ $0.isLowercase || "-.".contains($0) })
            else { continue }
            count += 1
            #expect(isAccepted(halves[0], halves[1]), "\(code)")
        }
        #expect(count > 35)
    }

    /// "A table of the next five keys."
    @Test func countsOfKeysAreCorrect() throws {
        let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
        let page = try String(
            contentsOf: Page.project.appending(path: "docs/man/weatherd.toml.5"), encoding: .utf8)
        var count = 0
        for item in page.components(separatedBy: "\n.It Ic ") {
            let key = item.prefix { $0 != "\n" }
            guard let word = item.components(separatedBy: "table of the next ").dropFirst().first else { continue }
            count += 1
            let inner = ConfigurationKey.all.filter { $0.description.hasPrefix(key + ".") }.count
            #expect(word.hasPrefix(numbers[inner - 1] + " keys"), "\(key)")
        }
        #expect(count == 2)
    }

    /// `gusts > 60 km/h`
    @Test func everyThresholdIsAccepted() {
        var count = 0
        // Not the mutants of the code.
        for code in Self.codes where code.heading != "Mutation testing" {
            let words = code.text.split(separator: " ")
            guard words.count > 2, ["<", "<=", ">", ">="].contains(words[1]), words[2].allSatisfy(\.isNumber),
                words[0].allSatisfy({ $0.isLowercase || $0 == "-" })
            else { continue }
            count += 1
            #expect(mistake("threshold.name.when = \"\(code.text)\"") == nil, "\(code)")
        }
        #expect(count > 2)
    }

    @Test func everyVariableExists() {
        // Fields of the log, and variables of the tests.
        let others: Set = [
            "WEATHERD_SOCKET", "WEATHERD_PLACE", "WEATHERD_PROVIDER", "WEATHERD_PROGRAMS", "WEATHERD_RECORDINGS",
            "WEATHERD_RECORD_INTERFACE", "WEATHERD_RECORD_TRANSCRIPTS", "WEATHERD_SOAK_SEED", "WEATHERD_SOAK_FAULTS",
        ]
        let keys = Set(ConfigurationKey.all.map(\.environmentVariable))
        var values = 0
        for code in Page.all.flatMap(\.codes) {
            for word in code.text.split(separator: " ") where word.hasPrefix("WEATHERD_") && word != "WEATHERD_" {
                let halves = word.split(separator: "=", maxSplits: 1).map(String.init)
                #expect(keys.union(others).contains(halves[0]), "\(code)")
                guard halves.count == 2, keys.contains(halves[0]), !halves[0].contains("TUDE") else { continue }
                values += 1
                #expect(mistake("", [halves[0]: halves[1]]) == nil, "\(code)")
            }
        }
        #expect(values > 1)
    }

    /// The values that weatherd.toml(5) lists below a key, such as `24h`.
    @Test func everyListedValueIsAccepted() throws {
        let page = try #require(Page.all.first { $0.path.hasSuffix(".toml.5") })
        let keys = Set(ConfigurationKey.all.map(\.description))
        // Names of classes, quantities, commands and credentials, and signs of comparison.
        let others = ["hot", "cold", "wet", "windy", "accuracy", "probability", "<", "<=", ">", ">="]
        let excepted = ["units": "auto", "ip-location.url": "ip"]
        let manual = page.spans.filter { code in
            code.heading != "TEMPLATES" && keys.contains(code.item) && !others.contains(code.text)
                && !code.text.contains { " {%[/".contains($0) } && !keys.contains(code.text)
                && code.text.first?.isUppercase == false && excepted[code.item] != code.text
                && !code.item.hasPrefix("station.") && !code.item.hasSuffix(".api-key-file")
        }
        var count = 0
        for code in manual {
            count += 1
            let key = code.item.replacing("NAME", with: "name")
            let rule = code.item.hasPrefix("threshold.") && !code.item.hasSuffix("when")
            let before = rule ? "threshold.name.when = \"uv > 1\"\n" : ""
            // A provider that needs a key cannot be the only one.
            let list = "[\"open-meteo\", \"\(code.text)\"]"
            let accepted = ["\"\(code.text)\"", "[\"\(code.text)\"]", list, code.text].contains {
                mistake(before + "\(key) = \($0)") == nil
            }
            #expect(accepted, "\(code) is not a value of \(code.item)")
        }
        #expect(count > 80)
    }

    /// `clock = "24h"  # or "12h"`: the alternatives in the comments of the example.
    @Test func everyAlternativeOfTheExampleIsAccepted() throws {
        let file = Page.project.appending(path: "docs/examples/config.toml")
        var table = ""
        var count = 0
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map({ $0.dropFirst(2) }) {
            let halves = line.components(separatedBy: "  #")
            if line.hasPrefix("[") { table = line.dropFirst().prefix { $0 != "]" } + "." }
            guard let key = halves[0].components(separatedBy: " = ").first, halves[0].contains(" = "),
                halves.count > 1, !halves[1].contains("…"), !halves[1].contains("{")
            else { continue }
            let name = table + key
            for word in halves[1].split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter({
                !$0.offset.isMultiple(of: 2)
            }).map(\.element) {
                count += 1
                let rule = name.hasPrefix("threshold.") && key != "when" ? table + "when = \"uv > 1\"\n" : ""
                let accepted = ["\"\(word)\"", "[\"\(word)\"]"].contains {
                    mistake(rule + "\(name) = \($0)") == nil
                }
                #expect(accepted, "\(name) = \"\(word)\"")
            }
        }
        #expect(count > 30)
    }

    @Test func everyOptionOfTheDaemonIsAccepted() throws {
        let pages = try ["docs/man/weatherd.1"].map(Page.init).flatMap(\.items).filter { $0.text.hasPrefix("-") }
        let items = pages.flatMap { $0.text.split(separator: "|") }.map { $0.split(separator: " ").map(String.init) }
        let lines = Page.all.flatMap(\.codes).flatMap { $0.commandLines(of: "weatherd") }
        let commands = (items + lines).filter { $0.first?.hasPrefix("-") == true }
        #expect(commands.count > 9)
        for words in commands { #expect(throws: Never.self, "\(words)") { try DaemonCommandLine(words) } }
    }
}
