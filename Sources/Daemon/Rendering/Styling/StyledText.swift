/// Styled text, independent of the markup of terminals and bars.
struct StyledText: Sendable, Hashable {
    /// A run of text with one style.
    struct Run: Sendable, Hashable {
        var text: String
        var textStyle: TextStyle
    }

    struct TextStyle: Sendable, Hashable {
        /// nil for the default colour.
        var color: Color?
        /// nil for the default background.
        var background: Color?
        var isBold = false
        /// Rendered dim.
        var isFaint = false

        static let plain = TextStyle()
        static let bold = TextStyle(isBold: true)
        static let faint = TextStyle(isFaint: true)
        static func color(_ color: Color?) -> TextStyle { TextStyle(color: color) }

        var bold: TextStyle {
            var textStyle = self
            textStyle.isBold = true
            return textStyle
        }
    }

    private(set) var runs: [Run]

    init(_ text: String, _ textStyle: TextStyle = .plain) {
        runs = text.isEmpty ? [] : [Run(text: text, textStyle: textStyle)]
    }

    init(runs: [Run]) {
        self.runs = runs
    }

    var isEmpty: Bool { runs.isEmpty }

    /// The text without styles.
    var plain: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined() }

    /// The width in terminal columns.
    var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

    var bold: StyledText {
        StyledText(runs: runs.map { Run(text: $0.text, textStyle: $0.textStyle.bold) })
    }

    static func + (first: StyledText, second: StyledText) -> StyledText {
        var text = first
        text += second
        return text
    }

    static func += (text: inout StyledText, more: StyledText) {
        for run in more.runs {
            if text.runs.last?.textStyle == run.textStyle {
                text.runs[text.runs.count - 1].text += run.text
            } else {
                text.runs.append(run)
            }
        }
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self.init(text) }
}

extension [StyledText] {
    func joined(separator: StyledText) -> StyledText {
        var text: StyledText = ""
        for (index, part) in enumerated() {
            if index > 0 { text += separator }
            text += part
        }
        return text
    }
}
