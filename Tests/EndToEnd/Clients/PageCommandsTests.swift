import ClientProtocol
import Foundation
import Pages
import Scratch
import Testing

/// Every command line of the pages is accepted by the real programs.
@Suite(.ownThread, .timeLimit(.minutes(3)), .enabled(if: SamplePlace.isAvailable, "\(SamplePlace.absence)"))
struct PageCommandsTests {
    /// What the pages write for a word of the user's choice.
    private static let words = [
        "COMMAND": "current", "PLACE": "Oslo", "$place": "Oslo", "CITY": "Oslo", "TOWN": "Oslo",
        "${view:-short}": "short",
    ]

    /// Names of commands that need arguments.
    private static let incomplete = [["set-units"], ["set-location"], ["watch"], ["places", "rename"]]

    /// Without the options of other programs.
    private static let codes = Page.all.flatMap { page in
        page.codes.filter { page.path != "docs/migrating.md" || $0.column != 0 }
    }

    /// Each command line once, with the first place where it is.
    private static let commands: [[String]: String] = {
        var commands: [[String]: String] = [:]
        for code in codes {
            // yambar has a list of arguments.
            let list = code.text.trimmingCharacters(in: .whitespaces)
            let arguments =
                list.hasPrefix("args: [") ? [list.dropFirst(7).dropLast().components(separatedBy: ", ")] : []
            for words in code.commandLines(of: "weatherctl") + arguments + withoutProgram(code.text)
            where !words.isEmpty && !incomplete.contains(words) {
                commands[words.map { Self.words[$0] ?? $0 }] = code.place
            }
        }
        return commands
    }()

    /// `refresh --wait`, and `--units metric` with a command that has this option.
    private static func withoutProgram(_ text: String) -> [[String]] {
        let words = text.split(separator: " ").map(String.init)
        guard words.count > 1, let first = words.first else { return [] }
        if let option = Command.Option(rawValue: first) {
            let command = Command.allCases.first { $0.options.contains(option) }
            return [[command?.rawValue ?? "short"] + words]
        }
        guard Command(rawValue: first) != nil, words.allSatisfy({ $0.first?.isASCII == true }) else { return [] }
        switch words.last {
        case "add", "--place": return [words + ["Oslo"]]
        default: return [words]
        }
    }

    /// Without a terminal, without warnings and air quality, and on any machine.
    private func isExpected(_ status: Int32, _ words: [String]) -> Bool {
        switch words[0] {
        case "doctor", "setup": status == 0 || status == 1
        case "alerts", "air": status == 75
        // Another place's weather may not be there yet.
        case _ where words.contains("--place"): status == 0 || status == 75
        default: status == 0
        }
    }

    @Test func everyCommandIsAccepted() throws {
        #expect(Self.commands.count > 60)
        try SamplePlace.running { home in
            // `setup` would change the user's bars and service.
            for (words, place) in Self.commands.sorted(by: { $0.value < $1.value }) where words[0] != "setup" {
                // The choice needs a terminal, which `TerminalTests` have.
                var words = words.filter { $0 != "--choose" }
                // A busy machine is slower than a prompt may be.
                if words.contains("--timeout") { words += ["--timeout", "20"] }
                if words.contains("--output") {
                    // In a bar, an error is a placeholder.
                    let line = try RequestLine.encode(words).dropLast()
                    #expect(try home.ask(String(line)).code == nil, "\(place): \(words)")
                }
                guard words[0] == "watch" else {
                    let end = try Finished.running(Programs.weatherctl, words, environment: home.environment)
                    #expect(isExpected(end.status, words), "\(place): \(words): \(end.status) \(end.errors)")
                    if words[0] == "set-location" { _ = try home.ask("set-location default") }
                    continue
                }
                let process = try ChildProcess(
                    Programs.weatherctl, words, environment: home.environment, errors: home.directory.file("watch"))
                let output = try process.output.read(waitingFor: "\(place): \(words)")
                #expect(!output.isEmpty, "\(place): \(words)")
            }
        }
    }

    /// Options that stand alone, such as `--vertical`.
    @Test func everyOptionExists() {
        let others: Set = [
            "--timeout", "--choose", "--help", "--version", "--generate-completion-script", "--config", "--socket",
            "--check-config", "--setenv", "--undo", "--yes", "--from-source",
            "--ignore-missing",
        ]
        var count = 0
        for code in Self.codes where code.text.hasPrefix("--") && code.text != "--" {
            count += 1
            let name = code.text.prefix { $0 != " " && $0 != "=" }
            #expect(Command.Option(rawValue: String(name)) != nil || others.contains(String(name)), "\(code)")
        }
        #expect(count > 30)
    }
}
