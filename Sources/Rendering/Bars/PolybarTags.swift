import Wire

extension StyledText {
    /// https://github.com/polybar/polybar/wiki/Formatting. There are no tags for bold and faint text.
    func inPolybarTags(on theme: Theme) -> String {
        runs.map { run in
            let text = run.text.escapedForPolybar
            return run.ink.color.map { "%{F\($0.shade(on: theme).hex)}\(text)%{F-}" } ?? text
        }.joined()
    }
}
