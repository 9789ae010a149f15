import Wire

extension StyledText {
    /// https://docs.gtk.org/Pango/pango_markup.html
    func inPangoMarkup(on theme: Theme, escaping: (String) -> String) -> String {
        runs.map { run in
            let text = escaping(run.text)
            let attributes = run.ink.pangoAttributes(on: theme)
            return attributes.isEmpty ? text : "<span\(attributes)>\(text)</span>"
        }.joined()
    }
}

extension String {
    var escapedForPango: String {
        escaped(\.pangoEntity)
    }

    /// For a line of Argos: it ends the text at the first `|`, undoes escapes that begin with a backslash, and makes emoji of
    /// words between colons. All three are done before it reads Pango's entities.
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

extension StyledText.Ink {
    /// In single quotes, which JSON need not escape.
    fileprivate func pangoAttributes(on theme: Theme) -> String {
        (color.map { " foreground='\($0.shade(on: theme).hex)'" } ?? "") + (isBold ? " weight='bold'" : "")
            + (isFaint ? " fgalpha='60%'" : "")
    }
}
