/// Completes the units of `set-units` and `--units`.
enum CompletedUnits {
    static let quantities: [(name: String, units: [String])] = [
        ("temperature", ["c", "f", "k"]),
        ("wind", ["ms", "kmh", "mph", "kn", "bft"]),
        ("pressure", ["hpa", "mmhg", "inhg"]),
        ("precipitation", ["mm", "in"]),
        ("distance", ["km", "mi"]),
    ]
    private static let systems = ["metric", "imperial"]

    /// A unit system, the configured units, or a single unit.
    static func all(_ partial: String) -> [Completion.Candidate] {
        (systems + ["auto"]).map { .init(text: $0) } + single(partial, besides: [])
    }

    /// A single unit: the quantity with an equals sign, then its units.
    ///
    /// - Parameter words: the preceding words, whose quantities are excluded.
    static func single(_ partial: String, besides words: [String]) -> [Completion.Candidate] {
        let chosen = words.map { $0.prefix { $0 != "=" } }
        return quantities.filter { !chosen.contains($0.name[...]) }.flatMap { quantity in
            let beginning = quantity.name + "="
            return partial.hasPrefix(beginning)
                ? quantity.units.map { Completion.Candidate(text: beginning + $0) }
                : [.init(text: beginning, summary: quantity.units.joined(separator: ", "))]
        }
    }

    /// A comma-separated list.
    static func list(_ partial: String) -> [Completion.Candidate] {
        guard let comma = partial.lastIndex(of: ",") else { return all(partial) }
        let before = partial[...comma]
        let last = String(partial[partial.index(after: comma)...])
        return single(last, besides: before.split(separator: ",").map(String.init)).map {
            .init(text: before + $0.text, summary: $0.summary)
        }
    }
}
