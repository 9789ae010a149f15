import Client

extension Completion {
    /// Prints what the shell can offer, a line each.
    ///
    /// - Parameter words: the shell's name, and what is written behind the program's.
    static func answer(_ words: [String], path: String) -> ExitStatus {
        guard let shell = words.first.flatMap(CompletionScript.init(rawValue:)) else { return .usage }
        return StandardOutput.show(lines(for: shell, words: Array(words.dropFirst())) { CompletedPlace.all(at: path) })
    }

    /// What the shell's script reads: for bash what it puts in, for the others a word, a tab, and what that is for.
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
            // The word that is being written comes as it is written.
            return described(words.dropLast() + (words.last.map { [ShellWord.plain($0)] } ?? []), places)
        }
    }

    private static func described(_ words: [String], _ places: @escaping () -> [CompletedPlace]) -> [String] {
        Completion(words, places: places).candidates.map { "\($0.text)\t\($0.summary)" }
    }
}
