/// Why a text is not a template.
public struct TemplateError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The word between the braces is not one of the accepted ones.
        case unknownPlaceholder(String)
        /// A `{` without its `}`.
        case unclosedBrace
        /// A `}` without its `{`.
        case strayBrace
        /// A `{(` without its `)}`.
        case unclosedPart
        /// A `)}` without its `{(`.
        case strayEnd
        /// Too many optional parts within each other.
        case tooDeep
        /// More bytes than a template may have.
        case tooLong
        case tooManyPlaceholders
        /// All widths together.
        case tooWide
        /// Such as a line end, which would break the reply's one line.
        case controlCharacter
        /// Digits that are no width.
        case width(String)
        /// A dot and digits that are no precision of that placeholder.
        case precision(String, of: String)
        /// What is no unit of that placeholder.
        case unit(String, of: String)
    }

    public var reason: Reason
    /// The letter, counted from 1, at which it is wrong.
    public var column: Int

    init(_ reason: Reason, column: Int) {
        self.reason = reason
        self.column = column
    }

    /// What is wrong and what is accepted, in one plain sentence without a final period.
    public var sentence: String {
        switch reason {
        case .unknownPlaceholder(let name): unknown(name)
        case .unclosedBrace: "the { at column \(column) has no }; write {{ for the sign itself"
        case .strayBrace: "the } at column \(column) has no {; write }} for the sign itself"
        case .unclosedPart: "the {( at column \(column) has no )}; write {{( for the signs themselves"
        case .strayEnd: "the )} at column \(column) has no {(; write )}} for the signs themselves"
        case .tooDeep:
            "the {( at column \(column) is one too many; \(TemplateParser.depth) optional parts may stand within each other"
        case .tooLong: "the template is too long; at most \(TemplateParser.longest) bytes are accepted"
        case .tooManyPlaceholders:
            "the placeholder at column \(column) exceeds the limit of \(TemplateParser.mostPlaceholders) placeholders"
        case .tooWide:
            "the width at column \(column) is too large; all widths may add up to at most \(TemplateParser.widest) columns"
        case .controlCharacter: "a control character at column \(column); only printable text is accepted"
        case .width(let digits):
            "the width \(digits.quoted) at column \(column) is not accepted; it takes a number from "
                + "\(Template.Format.widths.lowerBound) to \(Template.Format.widths.upperBound)"
        case .precision(let digits, let name): precision(digits, Template.Field(rawValue: name))
        case .unit(let word, let name): unit(word, Template.Field(rawValue: name))
        }
    }

    private func unknown(_ name: String) -> String {
        let advice =
            Template.Field.nearest(to: name).map { "did you mean {\($0.rawValue)}?" }
            ?? "weatherd.toml(5) has all there are"
        return "unknown placeholder \("{\(name)}".quoted) at column \(column); \(advice)"
    }

    private func precision(_ digits: String, _ field: Template.Field?) -> String {
        let beginning = "the precision \(digits.quoted) at column \(column) is not accepted; \(braced(field)) takes "
        guard let field, let range = field.kind.precisions else { return beginning + "a width alone" }
        let bounds = "from .\(range.lowerBound) to .\(range.upperBound)"
        return beginning + (field.kind.isNumber ? "decimals \(bounds)" : "columns at most \(bounds)")
    }

    private func unit(_ word: String, _ field: Template.Field?) -> String {
        let units = field?.kind.units.map(\.word) ?? []
        let beginning = "\(word.quoted) at column \(column) is not accepted; \(braced(field)) "
        if units.isEmpty {
            return beginning + "takes \(field?.kind.precisions == nil ? "a width" : "a width and a precision") alone"
        }
        return beginning + "takes the unit \(units.joined(separator: ", ")), where n is the number alone"
    }

    private func braced(_ field: Template.Field?) -> String { "{\(field?.rawValue ?? "")}" }
}
