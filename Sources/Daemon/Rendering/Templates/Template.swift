import Weather

/// A user's template for `short`: text with placeholders such as `{temperature}`, and optional parts such as `{( gusts
/// {gusts})}`, which are omitted when their placeholders are empty. Literal braces are doubled.
///
/// A placeholder can have a format: `{temperature:.1f°F}`, `{place:<20.12}`. See `Template.Format`.
public struct Template: Sendable, Hashable {
    indirect enum Part: Hashable {
        case literal(String)
        case field(Field, Format)
        /// A part that is shown only if all its placeholders have values, except those in nested optional parts.
        case optional([Part])
    }

    let parts: [Part]

    /// `{icon} {temperature}`
    public static let standard = Template(parts: [
        .plain(.icon), .literal(" "), .field(.quantity(.temperature), .plain),
    ])

    /// `{place:.20} {icon} {temperature}`: the default for a place other than the current one.
    public static let elsewhere = Template(
        parts: [.field(.named(.place), Format(precision: 20)), .literal(" ")] + standard.parts)

    /// `{place} {high}/{low} {condition}`: the default alternative, selected by `toggle`.
    public static let alternate = Template(parts: [
        .plain(.place), .literal(" "), .plain(.high), .literal("/"), .plain(.low), .literal(" "), .plain(.condition),
    ])

    /// `{place} {temperature}, {condition}, {age} old`: for `systemctl status`.
    public static let serviceStatus = Template(parts: [
        .plain(.place), .literal(" "), .field(.quantity(.temperature), .plain), .literal(", "), .plain(.condition),
        .literal(", "),
        .plain(.age), .literal(" old"),
    ])

    /// All placeholders and their meanings, in the order of the documentation.
    public static var placeholders: [(name: String, meaning: String)] {
        Field.allCases.map { ($0.name, $0.meaning) }
    }

    private init(parts: [Part]) {
        self.parts = parts
    }

    public init(_ text: String) throws(TemplateError) {
        var parser = TemplateParser(text)
        parts = try parser.parse()
    }

    /// The placeholders in the template, including those in optional parts.
    var fields: Set<Field> { Set(Self.fields(of: parts)) }

    func shows(_ field: NamedField) -> Bool { Self.fields(of: parts).contains(.named(field)) }

    private static func fields(of parts: [Part]) -> [Field] {
        parts.flatMap { part -> [Field] in
            switch part {
            case .literal: return []
            case .field(let field, _): return [field]
            case .optional(let inner): return fields(of: inner)
            }
        }
    }
}

extension Template.Part {
    fileprivate static func plain(_ field: Template.NamedField) -> Template.Part { .field(.named(field), .plain) }
}
