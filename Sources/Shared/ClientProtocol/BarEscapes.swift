import Formats

// The special characters of bars, beyond those of Pango and JSON.
extension String {
    /// For `:text` of an eww label, which decodes escapes once more.
    package var escapedForEww: String { escaped([("\\", "\\\\")]) }

    /// Pango markup for Argos, which ends the text at the first `|`, decodes backslash escapes and replaces `:name:` by
    /// emoji, all before it decodes Pango's entities.
    package var escapedForArgos: String { escaped([("|", "&#124;"), ("\\", "&#92;"), (":", "&#58;")]) }

    /// Removes control characters. Polybar has no escape for a literal `%{`; an empty tag between the two characters
    /// separates them. A percent sign may also be the end of the preceding text.
    package var escapedForPolybar: String { escaped([("{", "%{O0}{")], after: "%", controls: .removed) }
}
