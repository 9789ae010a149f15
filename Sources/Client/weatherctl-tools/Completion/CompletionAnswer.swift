import Client

extension Completion {
    /// Prints the completions, one per line.
    ///
    /// - Parameter words: the shell's name, and the words after the program's name.
    static func answer(_ words: [String], path: String) -> ExitStatus {
        guard let shell = words.first.flatMap(CompletionScript.init(rawValue:)) else { return .usage }
        return StandardOutput.show(lines(for: shell, words: Array(words.dropFirst())) { CompletedPlace.all(at: path) })
    }

    /// The output for the shell's script: for bash the replacement, for others a word, a tab and its description.
    static func lines(
        for shell: CompletionScript, words: [String], places: @escaping () -> [CompletedPlace]
    ) -> [String] {
        switch shell {
        case .bash:
            let line = BashLine(words)
            return Completion(line.words, places: places).candidates.map { line.replacement($0.text) }
        case .zsh:
            return described(words, places)
        case .fish:
            // The word being completed is unmodified.
            return described(words.dropLast() + (words.last.map { [ShellWord.plain($0)] } ?? []), places)
        }
    }

    private static func described(_ words: [String], _ places: @escaping () -> [CompletedPlace]) -> [String] {
        Completion(words, places: places).candidates.map { "\($0.text)\t\($0.summary)" }
    }
}
