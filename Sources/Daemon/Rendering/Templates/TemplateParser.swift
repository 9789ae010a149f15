import Formats
import Languages

/// Parses templates.
struct TemplateParser {
    private let text: [Character]
    private let isTooLong: Bool
    private var position = 0
    private var placeholders = 0
    /// The sum of the widths so far.
    private var columns = 0

    /// The maximum nesting depth of optional parts.
    static let depth = 8
    /// The longest template, UTF-8 bytes.
    static let longest = 4096
    static let mostPlaceholders = 200
    /// The largest sum of all widths, columns.
    static let widest = 2000

    init(_ text: String) {
        isTooLong = text.utf8.count > Self.longest
        self.text = isTooLong ? [] : Array(text)
    }

    mutating func parse() throws(TemplateError) -> [Template.Part] {
        guard !isTooLong else { throw TemplateError(.tooLong, column: 1) }
        if let index = text.firstIndex(where: { $0.unicodeScalars.contains { $0.isControl } }) {
            throw TemplateError(.controlCharacter, column: index + 1)
        }
        return try parts(within: nil, depth: 0)
    }

    /// Parses up to the end of the text or of an optional part.
    ///
    /// - Parameter opening: the column where the optional part begins.
    private mutating func parts(within opening: Int?, depth: Int) throws(TemplateError) -> [Template.Part] {
        var parts: [Template.Part] = []
        var literal = ""
        func literals() -> [Template.Part] { literal.isEmpty ? [] : [.literal(literal)] }
        while position < text.count {
            let column = position + 1
            switch (text[position], column < text.count ? text[column] : nil) {
            case ("{", "{"), ("}", "}"):
                literal.append(text[position])
                position += 2
            case ("{", "("):
                guard depth < Self.depth else { throw TemplateError(.tooDeep, column: column) }
                position += 2
                parts += literals() + [.optional(try self.parts(within: column, depth: depth + 1))]
                literal = ""
            case ("{", _):
                parts += literals() + [try field()]
                literal = ""
            case (")", "}") where isEndOfPart:
                guard opening != nil else { throw TemplateError(.strayEnd, column: column) }
                position += 2
                return parts + literals()
            case ("}", _):
                throw TemplateError(.strayBrace, column: column)
            case (let character, _):
                literal.append(character)
                position += 1
            }
        }
        if let opening { throw TemplateError(.unclosedPart, column: opening) }
        return parts + literals()
    }

    /// After `)`, doubled braces are literal; a single one left over ends the part.
    private var isEndOfPart: Bool {
        !text[(position + 1)...].prefix { $0 == "}" }.count.isMultiple(of: 2)
    }

    private mutating func field() throws(TemplateError) -> Template.Part {
        let start = position + 1
        guard let end = text[start...].firstIndex(where: { $0 == "}" || $0 == "{" }), text[end] == "}" else {
            throw TemplateError(.unclosedBrace, column: start)
        }
        let colon = text[start..<end].firstIndex(of: ":") ?? end
        let name = String(text[start..<colon])
        guard let field = Template.Field(name: name) else {
            throw TemplateError(.unknownPlaceholder(name), column: start)
        }
        position = end + 1
        let format = try Template.Format(text[colon..<end].dropFirst(), of: field)
        placeholders += 1
        columns += format.width
        guard placeholders <= Self.mostPlaceholders else { throw TemplateError(.tooManyPlaceholders, column: start) }
        guard columns <= Self.widest else { throw TemplateError(.tooWide, column: start) }
        return .field(field, format)
    }
}

extension Template.Format {
    /// - Parameter text: the text after the colon, indexed by its position in the template.
    fileprivate init(_ text: ArraySlice<Character>, of field: Template.Field) throws(TemplateError) {
        var rest = text
        func digits() -> String { String(rest.prefix { $0.isASCII && $0.isNumber }) }
        if let alignment = rest.first.flatMap(Alignment.init) {
            self.alignment = alignment
            rest.removeFirst()
        }
        let width = digits()
        if !width.isEmpty {
            guard let number = Int(width), Self.widths.contains(number) else {
                throw TemplateError(.width(width), column: rest.startIndex + 1)
            }
            self.width = number
            rest.removeFirst(width.count)
        }
        if rest.first == "." {
            let column = rest.startIndex + 1
            rest.removeFirst()
            let precision = digits()
            guard let number = Int(precision), field.kind.precisions?.contains(number) == true else {
                throw TemplateError(.precision("." + precision, of: field.name), column: column)
            }
            self.precision = number
            rest.removeFirst(precision.count)
            if field.kind.isNumber, rest.first == "f" { rest.removeFirst() }
        }
        guard !rest.isEmpty else { return }
        unit = field.kind.unit(String(rest))
        if unit == nil { throw TemplateError(.unit(String(rest), of: field.name), column: rest.startIndex + 1) }
    }
}

/// Why a text is not a valid template.
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
        /// The template has too many bytes.
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
        /// A unit that the placeholder does not have.
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
