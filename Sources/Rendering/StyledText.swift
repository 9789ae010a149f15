/// Text with its looks, before it is written for a terminal or a bar: each has its own way to say so, and its own signs
/// to escape.
struct StyledText: Sendable, Hashable {
    /// A stretch of one look.
    struct Run: Sendable, Hashable {
        var text: String
        var ink: Ink
    }

    /// How a stretch looks.
    struct Ink: Sendable, Hashable {
        /// nil for the colour that the terminal or bar writes in.
        var color: Color?
        /// nil for what is there already.
        var background: Color?
        var isBold = false
        /// Less important than the rest.
        var isFaint = false

        static let plain = Ink()
        static let bold = Ink(isBold: true)
        static let faint = Ink(isFaint: true)
        static func color(_ color: Color?) -> Ink { Ink(color: color) }

        var bold: Ink {
            var ink = self
            ink.isBold = true
            return ink
        }
    }

    private(set) var runs: [Run]

    init(_ text: String, _ ink: Ink = .plain) {
        runs = text.isEmpty ? [] : [Run(text: text, ink: ink)]
    }

    init(runs: [Run]) {
        self.runs = runs
    }

    var isEmpty: Bool { runs.isEmpty }

    /// The text alone.
    var plain: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined() }

    /// How many columns of a terminal it takes.
    var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

    var bold: StyledText {
        StyledText(runs: runs.map { Run(text: $0.text, ink: $0.ink.bold) })
    }

    static func + (first: StyledText, second: StyledText) -> StyledText {
        var text = first
        text += second
        return text
    }

    static func += (text: inout StyledText, more: StyledText) {
        for run in more.runs {
            if text.runs.last?.ink == run.ink {
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
