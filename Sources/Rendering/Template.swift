/// The line that `short` replies with, as its user writes it: text with placeholders such as `{temperature}`. A brace
/// that is meant as such is written twice.
public struct Template: Sendable, Hashable {
    /// What a placeholder stands for. The raw values are the words between the braces.
    enum Field: String, CaseIterable {
        case icon, temperature
        case feelsLike = "feels-like"
        case condition, place, high, low, wind, humidity, precipitation, pressure, age
        /// Empty when there is nothing to tell.
        case nowcast, alert
        case provider
    }

    enum Part: Hashable {
        case literal(String)
        case field(Field)
    }

    let parts: [Part]

    /// `{icon} {temperature}`
    public static let standard = Template(parts: [.field(.icon), .literal(" "), .field(.temperature)])

    /// `{place} {temperature}, {condition}, {age} old`: what the service manager shows.
    public static let serviceStatus = Template(parts: [
        .field(.place), .literal(" "), .field(.temperature), .literal(", "), .field(.condition), .literal(", "),
        .field(.age), .literal(" old"),
    ])

    private init(parts: [Part]) {
        self.parts = parts
    }

    public init(_ text: String) throws(TemplateError) {
        var parts: [Part] = []
        var literal = ""
        var rest = Array(text)[...]
        while let character = rest.popFirst() {
            let column = rest.startIndex
            if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                throw TemplateError(.controlCharacter, column: column)
            } else if character == "{" || character == "}", rest.first == character {
                rest.removeFirst()
                literal.append(character)
            } else if character == "}" {
                throw TemplateError(.strayBrace, column: column)
            } else if character == "{" {
                guard let end = rest.firstIndex(of: "}") else { throw TemplateError(.unclosedBrace, column: column) }
                let name = String(rest[..<end])
                guard let field = Field(rawValue: name) else {
                    throw TemplateError(.unknownPlaceholder(name), column: column)
                }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.field(field))
                rest = rest[(end + 1)...]
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    func shows(_ field: Field) -> Bool { parts.contains(.field(field)) }
}

/// Why a text is not a template.
public struct TemplateError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The word between the braces is not one of the accepted ones.
        case unknownPlaceholder(String)
        /// A `{` without its `}`.
        case unclosedBrace
        /// A `}` without its `{`.
        case strayBrace
        /// Such as a line end, which would break the reply's one line.
        case controlCharacter
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
        case .unknownPlaceholder(let name):
            "unknown placeholder \("{\(name)}".quoted) at column \(column); accepted: "
                + Template.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        case .unclosedBrace: "the { at column \(column) has no }; write {{ for the sign itself"
        case .strayBrace: "the } at column \(column) has no {; write }} for the sign itself"
        case .controlCharacter: "a control character at column \(column); only printable text is accepted"
        }
    }
}
