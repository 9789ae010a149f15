import Client
import ClientProtocol
import Glibc

/// Fills in the lists of commands and options in the manual pages, from the tables that help is made of.
///
/// A list is between a line such as `.\" command hourly`, `.\" option place` or `.\" requests`, and the line `.\"`.
enum ManualPage {
    /// The option that reads a page from standard input and prints it with its lists.
    static let option = "--generate-manual"

    private static let beginning = ".\\\" "
    private static let end = ".\\\""
    private static let columns = 78

    /// The page names a list that does not exist, or does not end one.
    struct UnknownList: Error, Equatable {
        var name: String
    }

    static func fill() -> ExitStatus {
        do throws(UnknownList) {
            return StandardOutput.show(try filled(standardInput()))
        } catch {
            StandardError.say("cannot fill in the list '\(error.name)' of the manual page")
            return .usage
        }
    }

    static func filled(_ lines: [String]) throws(UnknownList) -> [String] {
        var filled: [String] = []
        var rest = lines[...]
        while let line = rest.popFirst() {
            filled.append(line)
            guard line.hasPrefix(beginning) else { continue }
            let name = String(line.dropFirst(beginning.count))
            rest = rest.drop { $0 != end && !$0.hasPrefix(beginning) }
            guard let list = list(name), rest.first == end else { throw UnknownList(name: name) }
            filled += list
        }
        return filled
    }

    private static func list(_ name: String) -> [String]? {
        let words = name.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("command", 2): return Command(rawValue: words[1]).map(items)
        case (SetupCommand.name, 1): return setup
        case (MCPCommand.name, 1): return [".It Cm \(MCPCommand.name)"] + wrapped([MCPCommand.summary.sentence])
        case ("option", 2):
            let ofSetup = HelpOption.setup.first { $0.name == "--" + words[1] }
            return (HelpOption.named("--" + words[1]) ?? ofSetup).map(items)
        case ("requests", 1): return Command.allCases.flatMap(requests)
        case ("options", 1):
            // The short form exists only in weatherctl.
            return Command.Option.allCases.compactMap { HelpOption.named($0.rawValue) }.map { ".It " + $0.longForm }
        case ("units", 1):
            return CompletedUnits.quantities.map {
                ".It Li \($0.name) Ta Li \"\($0.units.joined(separator: ", "))\""
            }
        default: return nil
        }
    }

    private static func standardInput() -> [String] {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            text += buffer.prefix(count)
        }
        // The last line ends as well.
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map(String.init).dropLast(lines.last?.isEmpty == true ? 1 : 0)
    }

    // MARK: - Lists

    private static func items(of command: Command) -> [String] {
        let usages = command.usages
        return usages.flatMap { usage in
            // Forms with verbs or alternatives describe their arguments themselves.
            let isPlain = usage == usages[0] && usage.synopsis.contains { $0 == " " } && command.help.argument != nil
            let argument = isPlain && !usage.synopsis.contains { "|-".contains($0) } ? command.help.argument : nil
            return [".It " + Macros.of(usage.withoutOptions, commands: "Cm")]
                + wrapped([usage.summary.sentence] + (argument.map { [$0.summary] } ?? []))
        }
    }

    private static var setup: [String] {
        let options = HelpOption.setup.filter { $0.isInUsage }.map { "Oo \($0.longForm) Oc" }
        return [".It Cm \(SetupCommand.name) " + options.joined(separator: " ")]
            + wrapped([SetupCommand.summary.sentence])
    }

    private static func requests(of command: Command) -> [String] {
        // The second form of `map` exists only in weatherctl.
        command.usages.prefix(command == .map ? 1 : .max).map {
            ".It " + Macros.of($0.withoutOptions, commands: "Ic")
        }
    }

    private static func items(of option: HelpOption) -> [String] {
        let all = Command.allCases.filter { $0 != .help }
        let commands = all.filter { command in HelpOption.all(of: command).contains { $0.name == option.name } }
        guard !commands.isEmpty else {
            return [".It " + option.forms] + wrapped([option.summary.sentence]) + [
                "Accepted by", ".Cm \(SetupCommand.name) .",
            ]
        }
        let others = all.filter { !commands.contains($0) }
        var lines = [".It " + option.forms] + wrapped([option.summary.sentence])
        switch (commands.count, others.count) {
        case (_, 0): break
        case (let count, let otherCount) where count > otherCount:
            lines += ["Accepted by all commands except"] + words(others)
        default: lines += ["Accepted by"] + words(commands)
        }
        guard option.name == Command.Option.output.rawValue else { return lines }
        let plain = commands.filter { !$0.outputs.contains { $0.isBar } }
        return lines + words(plain, closing: "") + ["accept only"] + words(plain.first?.outputs ?? [])
    }

    private static func wrapped(_ sentences: [String]) -> [String] {
        sentences.flatMap { $0.wrapped(to: columns).split(separator: "\n").map(String.init) }
    }

    private static func words<Word: RawRepresentable<String>>(_ words: [Word], closing mark: String = " .") -> [String]
    {
        let names = words.map { $0.rawValue }
        guard let last = names.last else { return [] }
        var lines: [String] = []
        var line = ".Cm"
        for (index, name) in names.dropLast().enumerated() {
            // The comma before "and" is left out.
            let word = index < names.count - 2 ? " \(name) ," : " \(name)"
            if line.utf8.count + word.utf8.count > columns {
                lines.append(line)
                line = ".Cm"
            }
            line += word
        }
        return names.count == 1 ? [".Cm \(last)\(mark)"] : lines + [line, "and", ".Cm \(last)\(mark)"]
    }
}

/// Translates the notation of help into macros of mdoc(7).
private enum Macros {
    /// - Parameters:
    ///   - synopsis: words such as `hourly [HOURS]` and `metric|imperial|[QUANTITY=]UNIT ...`.
    ///   - commands: the macro of words in lower case.
    static func of(_ synopsis: String, commands: String) -> String {
        var macros: [String] = []
        var last = ""
        var isGlued = false
        func add(_ word: String, by macro: String) {
            if isGlued { macros.append("Ns") }
            if last != macro || isGlued { macros.append(macro) }
            macros.append(word)
            (last, isGlued) = (macro, true)
        }
        var word = ""
        func endWord() {
            guard let first = word.utf8.first else { return }
            let isPlaceholder = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
            if word == "..." {
                macros.append(word)
            } else if word.hasPrefix("-") {
                add(String(word.dropFirst()), by: "Fl")
            } else {
                add(word, by: isPlaceholder ? "Ar" : commands)
            }
            word = ""
        }
        for character in synopsis {
            switch character {
            case " ":
                endWord()
                isGlued = false
            case "[":
                endWord()
                macros += isGlued ? ["Ns", "Oo"] : ["Oo"]
                (last, isGlued) = ("", false)
            case "]":
                endWord()
                macros.append("Oc")
                (last, isGlued) = ("", true)
            case "=":
                endWord()
                macros += ["Ns", "="]
            case "|":
                endWord()
                macros.append("|")
                isGlued = false
            default: word.append(character)
            }
        }
        endWord()
        return macros.joined(separator: " ")
    }
}

extension HelpOption {
    /// `Fl -output Cm text | json`
    fileprivate var longForm: String {
        "Fl \(name.dropFirst())" + (value.map { " " + Macros.of($0, commands: "Cm") } ?? "")
    }

    /// `Fl o , Fl -output Cm text | json`
    fileprivate var forms: String { (letter.map { "Fl \($0.dropFirst()) , " } ?? "") + longForm }
}

extension Command.Usage {
    /// Options are listed separately.
    fileprivate var withoutOptions: String {
        var words = synopsis.split(separator: " ").map(String.init)
        if let first = words.firstIndex(where: { $0.hasPrefix("[--") }) { words.removeSubrange(first...) }
        return words.joined(separator: " ")
    }
}

extension String {
    /// With a capital and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
