/// Adds the weather to the end of i3blocks' configuration.
enum I3blocksConfiguration {
    /// The block of docs/bars/i3blocks.md for every version: 1.4 does not pass clicks to persistent blocks.
    static let snippet = [
        "[weather]",
        "command=case $BLOCK_BUTTON in 1) view=toggle;; 3) weatherctl refresh >/dev/null;; 4) view=previous;; "
            + "5) view=next;; esac; weatherctl ${view:-short} --output i3blocks",
        "interval=2",
    ]

    static func plan(_ text: [UInt8]) throws(EditProblem) -> BarPlan {
        let file = try INIText(text, comments: "#")
        let isShown = file.entries.contains { $0.key == "command" && $0.value.mentionsWeatherctl }
        return BarPlan(bars: [
            ConfiguredBar(
                name: nil,
                state: isShown ? .shown : .insertable([AppendedBlock.insertion(of: snippet, to: text)]))
        ])
    }
}
