/// The line that `short` replies with, as its user writes it: text with placeholders such as `{temperature}`, with parts
/// such as `{( gusts {gusts})}` that are left out when there is nothing to show in them. A brace that is meant as such is
/// written twice.
///
/// A placeholder can say how it wants to be written: `{temperature:.1f°F}`, `{place:<20.12}`. `Template.Format` has it all.
public struct Template: Sendable, Hashable {
    indirect enum Part: Hashable {
        case literal(String)
        case field(Field, Format)
        /// What is shown only when each placeholder that stands in it has something to show. Those of an optional part
        /// within it count for that part alone.
        case optional([Part])
    }

    let parts: [Part]

    /// `{icon} {temperature}`
    public static let standard = Template(parts: [.plain(.icon), .literal(" "), .plain(.temperature)])

    /// `{place:.20} {icon} {temperature}`: the standard one for another place than the current one.
    public static let elsewhere = Template(
        parts: [.field(.place, Format(precision: 20)), .literal(" ")] + standard.parts)

    /// `{place} {high}/{low} {condition}`: what `toggle` changes to unless something else is configured.
    public static let alternate = Template(parts: [
        .plain(.place), .literal(" "), .plain(.high), .literal("/"), .plain(.low), .literal(" "), .plain(.condition),
    ])

    /// `{place} {temperature}, {condition}, {age} old`: what the service manager shows.
    public static let serviceStatus = Template(parts: [
        .plain(.place), .literal(" "), .plain(.temperature), .literal(", "), .plain(.condition), .literal(", "),
        .plain(.age), .literal(" old"),
    ])

    /// Every placeholder with what it stands for, in the order in which documents list them.
    public static var placeholders: [(name: String, meaning: String)] {
        Field.allCases.map { ($0.rawValue, $0.meaning) }
    }

    private init(parts: [Part]) {
        self.parts = parts
    }

    public init(_ text: String) throws(TemplateError) {
        var parser = TemplateParser(text)
        parts = try parser.parse()
    }

    /// The placeholders that it uses, those of optional parts included.
    var fields: Set<Field> { Set(Self.fields(of: parts)) }

    func shows(_ field: Field) -> Bool { Self.fields(of: parts).contains(field) }

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
    fileprivate static func plain(_ field: Template.Field) -> Template.Part { .field(field, .plain) }
}
