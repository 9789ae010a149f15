/// The values of a line's placeholders; each is computed once.
struct TemplateValues {
    private let read: (Template.Field) -> Template.Value
    private var known: [Template.Field: Template.Value] = [:]

    init(read: @escaping (Template.Field) -> Template.Value) {
        self.read = read
    }

    mutating func value(of field: Template.Field) -> Template.Value {
        if let value = known[field] { return value }
        let value = read(field)
        known[field] = value
        return value
    }
}
