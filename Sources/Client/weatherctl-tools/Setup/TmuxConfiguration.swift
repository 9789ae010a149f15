/// Adds the weather to the end of tmux's configuration.
enum TmuxConfiguration {
    private static let weather = "#(weatherctl watch short --output tmux)"

    /// The lines of docs/bars/tmux.md.
    static let snippet = [
        "set -g status-interval 2",
        "set -g status-right-length 80",
        "set -g status-style \"bg=#202020,fg=#ffffff\"",
        "set -g status-right \"\(weather) | %H:%M\"",
    ]

    static func plan(_ text: [UInt8]) throws(EditProblem) -> BarPlan {
        var lines: [String] = []
        var conditions = 0
        for line in text.split(separator: .newline, omittingEmptySubsequences: false) {
            let line = line.trimmed
            if line.starts(with: "%if".utf8) { conditions += 1 }
            if line.starts(with: "%endif".utf8) { conditions -= 1 }
            if line.first != UInt8(ascii: "#") { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        guard conditions == 0 else { throw EditProblem(line: text.line(at: text.count), reason: "%endif is missing") }
        guard lines.last(where: { !$0.isEmpty })?.hasSuffix("\\") != true else {
            throw EditProblem(line: text.line(at: text.count), reason: "the last line is incomplete")
        }
        // Key bindings, which run it too, show nothing.
        if lines.contains(where: { $0.mentionsWeatherctl && $0.hasCommandOutput }) {
            return BarPlan(bars: [ConfiguredBar(name: nil, state: .shown)])
        }
        let block = AppendedBlock.insertion(of: settings(besides: lines), to: text)
        return BarPlan(bars: [ConfiguredBar(name: nil, state: .insertable([block]))])
    }

    /// The lines of the snippet whose options the file does not set.
    ///
    /// Reloading the file must set `status-right` again before it is appended to; otherwise each reload would append once more.
    private static func settings(besides lines: [String]) -> [String] {
        let words = lines.map { $0.split(separator: " ") }
        func names(_ options: [Substring]) -> Bool {
            words.contains { line in options.contains { line.contains($0) } }
        }
        let others: [Substring] = ["source", "source-file", "run", "run-shell", "if", "if-shell"]
        let isThemed = words.contains { $0.first.map { others.contains($0) } ?? false } || names(["@plugin"])
        var settings: [String] = []
        if !names(["status-interval"]) { settings.append(snippet[0]) }
        if !names(["status-right-length"]) { settings.append(snippet[1]) }
        if !isThemed, !names(["status-style", "status-bg", "status-fg"]) { settings.append(snippet[2]) }
        let isSet = isThemed || names(["status-right"])
        settings.append(isSet ? "set -ga status-right \" \(weather)\"" : snippet[3])
        return settings
    }
}

extension String {
    /// Whether the value of an option contains the output of a command.
    fileprivate var hasCommandOutput: Bool {
        zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: "#") && $1 == UInt8(ascii: "(") }
    }
}
