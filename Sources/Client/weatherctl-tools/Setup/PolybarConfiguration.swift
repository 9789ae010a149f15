/// Adds the weather to Polybar's `config.ini`: the module's section, and its name in a list of each bar.
enum PolybarConfiguration {
    private static let section = "module/weather"
    private static let module = "weather"
    private static let lists = ["modules-right", "modules-center", "modules-left"]

    /// The section of docs/bars/polybar.md.
    static let snippet = [
        "[module/weather]",
        "type = custom/script",
        "exec = weatherctl watch short --output polybar",
        "tail = true",
        "click-left = weatherctl toggle",
        "click-right = weatherctl refresh",
        "scroll-up = weatherctl previous",
        "scroll-down = weatherctl next",
    ]

    static func plan(_ text: [UInt8]) throws(EditProblem) -> BarPlan {
        let file = try INIText(text, comments: ";#")
        try checkKeys(of: file, text)
        let prefix = "bar/"
        let bars = file.sections.filter { $0.name.hasPrefix(prefix) }
        guard !bars.isEmpty else { throw EditProblem(line: nil, reason: "no bar is defined here") }
        let own = file.sections.first { $0.name == section }
        if let own, file.entry("exec", of: section)?.value.mentionsWeatherctl != true {
            throw EditProblem(
                line: text.line(at: own.start),
                reason: "another [module/weather] is defined here: use these lines instead")
        }
        // Polybar does not start if two files have the same key in the same section.
        if own == nil, let include = file.entries.first(where: { $0.key.hasPrefix("include-") }) {
            throw EditProblem(
                line: text.line(at: include.start), reason: "an included file may define [module/weather]")
        }
        return BarPlan(
            bars: bars.map { bar in
                ConfiguredBar(
                    name: bars.count == 1 ? nil : String(bar.name.dropFirst(prefix.count)),
                    state: state(of: bar, in: file, text))
            }, shared: own == nil ? [AppendedBlock.insertion(of: snippet, to: text)] : [])
    }

    /// Polybar does not start if a key is repeated.
    private static func checkKeys(of file: INIText, _ text: [UInt8]) throws(EditProblem) {
        for (index, entry) in file.entries.enumerated()
        where file.entries[..<index].contains(where: { $0.section == entry.section && $0.key == entry.key }) {
            throw EditProblem(line: text.line(at: entry.start), reason: "\(entry.key) is set twice")
        }
    }

    private static func state(of bar: INIText.Section, in file: INIText, _ text: [UInt8]) -> ConfiguredBar.State {
        let found = lists.compactMap { file.entry($0, of: bar.name) }
        if found.contains(where: { $0.value.split { $0 == " " || $0 == "\"" }.contains("weather") }) { return .shown }
        guard let list = found.first else {
            if let parent = file.entry("inherit", of: bar.name) {
                return .problem(
                    EditProblem(line: text.line(at: parent.start), reason: "its module lists are inherited"))
            }
            let line = Array("modules-right = \(module)".utf8)
            let isLast = text[..<bar.end].last != .newline
            let inserted = isLast ? text.lineEnd + line : line + text.lineEnd
            return .insertable([Insertion(offset: bar.end, text: inserted)])
        }
        // Polybar resolves a reference only if it is the whole value.
        if list.value.hasPrefix("${") {
            return .problem(
                EditProblem(line: text.line(at: list.start), reason: "its module list is a reference"))
        }
        if list.value.isEmpty {
            return .insertable([Insertion(offset: list.valueStart, text: Array(" \(module)".utf8))])
        }
        let isQuoted = list.value.utf8.first == UInt8(ascii: "\"")
        return .insertable([
            Insertion(offset: list.valueStart + (isQuoted ? 1 : 0), text: Array("\(module) ".utf8))
        ])
    }
}
