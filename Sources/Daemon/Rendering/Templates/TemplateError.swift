/// Why a text is not a template.
public struct TemplateError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The word between the braces is not a placeholder.
        case unknownPlaceholder(String)
        /// A `{` without its `}`.
        case unclosedBrace
        /// A `}` without its `{`.
        case strayBrace
        /// A `{(` without its `)}`.
        case unclosedPart
        /// A `)}` without its `{(`.
        case strayEnd
        /// Optional parts are nested too deeply.
        case tooDeep
        /// More bytes than a template may have.
        case tooLong
        case tooManyPlaceholders
        /// The sum of all widths is too large.
        case tooWide
        /// A line break or another control character, which would break the one-line reply.
        case controlCharacter
        /// Digits that are not a valid width.
        case width(String)
        /// A dot and digits that are not a valid precision of the placeholder.
        case precision(String, of: String)
        /// Not a unit of the placeholder.
        case unit(String, of: String)
    }

    public var reason: Reason
    /// The position of the error, characters from 1.
    public var column: Int

    init(_ reason: Reason, column: Int) {
        self.reason = reason
        self.column = column
    }

    /// What is wrong and what is accepted, as one sentence without a period.
    public var sentence: String {
        switch reason {
        case .unknownPlaceholder(let name): unknown(name)
        case .unclosedBrace: "unclosed { at column \(column); write {{ for a literal brace"
        case .strayBrace: "unmatched } at column \(column); write }} for a literal brace"
        case .unclosedPart: "unclosed {( at column \(column); write {{( for literal characters"
        case .strayEnd: "unmatched )} at column \(column); write )}} for literal characters"
        case .tooDeep:
            "optional parts at column \(column) are nested too deeply: at most \(TemplateParser.depth) levels"
        case .tooLong: "the template is too long: at most \(TemplateParser.longest) bytes"
        case .tooManyPlaceholders:
            "the placeholder at column \(column) exceeds the limit of \(TemplateParser.mostPlaceholders) placeholders"
        case .tooWide:
            "the width at column \(column) is too large; the sum of all widths must be at most \(TemplateParser.widest) columns"
        case .controlCharacter: "control character at column \(column)"
        case .width(let digits):
            "invalid width \(digits.quoted) at column \(column): must be between "
                + "\(Template.Format.widths.lowerBound) and \(Template.Format.widths.upperBound)"
        case .precision(let digits, let name): precision(digits, Template.Field(name: name))
        case .unit(let word, let name): unit(word, Template.Field(name: name))
        }
    }

    private func unknown(_ name: String) -> String {
        let advice =
            Template.Field.nearest(to: name).map { "did you mean {\($0.name)}?" }
            ?? "see weatherd.toml(5) for a list"
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

    private func braced(_ field: Template.Field?) -> String { "{\(field?.name ?? "")}" }
}
