import ClientProtocol

extension StyledText {
    /// https://github.com/polybar/polybar/wiki/Formatting. Polybar has no tags for bold and dim text.
    func inPolybarTags(on theme: Theme) -> String {
        runs.map { run in
            let text = run.text.escapedForPolybar
            return run.textStyle.color.map { "%{F\($0.shade(on: theme).hex)}\(text)%{F-}" } ?? text
        }.joined()
    }
}
