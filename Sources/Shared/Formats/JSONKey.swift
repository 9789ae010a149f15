/// The key of a member, or the index of an element.
enum JSONKey: CodingKey {
    case name(String)
    case number(Int)

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .number(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .number(let number): "\(number)"
        }
    }

    var intValue: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The key under which classes encode their superclass.
    static var `super`: JSONKey { .name("super") }
}

extension JSONDocument {
    /// The coding path of the value at an index.
    func path(to index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var position = 0
        while position != index {
            // In an object, the value after each key.
            let isObject = tokens[position].kind == .object
            var child = position + (isObject ? 2 : 1)
            var number = 0
            while tokens[child].end <= index {
                child = Int(tokens[child].end) + (isObject ? 1 : 0)
                number += 1
            }
            path.append(isObject ? JSONKey.name(text(at: child - 1) ?? "") : JSONKey.number(number))
            position = child
        }
        return path
    }
}
