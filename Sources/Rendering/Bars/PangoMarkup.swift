import Wire

extension StyledText {
    /// https://docs.gtk.org/Pango/pango_markup.html
    func inPangoMarkup(on theme: Theme, escaping: (String) -> String) -> String {
        runs.map { run in
            let text = escaping(run.text)
            let attributes = run.textStyle.pangoAttributes(on: theme)
            return attributes.isEmpty ? text : "<span\(attributes)>\(text)</span>"
        }.joined()
    }
}

extension String {
    var escapedForPango: String {
        escaped(\.pangoEntity)
    }

    /// Argos ends the text at the first `|`, decodes backslash escapes and replaces `:name:` by emoji, all before it
    /// decodes Pango's entities.
    var escapedForArgos: String {
        escaped { scalar in
            switch scalar {
            case "|": "&#124;"
            case "\\": "&#92;"
            case ":": "&#58;"
            default: scalar.pangoEntity
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var pangoEntity: String? {
        switch self {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }
}

extension StyledText.TextStyle {
    /// Single quotes need no escaping in JSON.
    fileprivate func pangoAttributes(on theme: Theme) -> String {
        (color.map { " foreground='\($0.shade(on: theme).hex)'" } ?? "") + (isBold ? " weight='bold'" : "")
            + (isFaint ? " fgalpha='60%'" : "")
    }
}
