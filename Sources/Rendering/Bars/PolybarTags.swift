extension StyledText {
    /// https://github.com/polybar/polybar/wiki/Formatting. There are no tags for bold and faint text.
    var inPolybarTags: String {
        runs.map { run in
            let text = run.text.escapedForPolybar
            return run.ink.color.map { "%{F\($0.hex)}\(text)%{F-}" } ?? text
        }.joined()
    }
}

extension String {
    /// Polybar has no escape for a `%{` that is meant as such. A tag that moves what follows by nothing goes between the two,
    /// which then begin none, and shows nothing.
    fileprivate var escapedForPolybar: String {
        // A percent sign may also stand at the end of the run before.
        var previous: Unicode.Scalar = "%"
        var result = ""
        for scalar in unicodeScalars {
            if scalar == "{", previous == "%" { result += "%{O0}" }
            result.unicodeScalars.append(scalar)
            previous = scalar
        }
        return result
    }
}
