/// A JSON value with everything in it, for readers that convert any document. Objects keep the order of their keys.
public enum JSONTree: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONTree])
    case object([JSONMember])

    /// The value of a key; nil without it, and for values that are not objects.
    public subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    public var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    public var elements: [JSONTree]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

/// A member of a JSON object.
public struct JSONMember: Sendable, Hashable {
    public var key: String
    public var value: JSONTree

    public init(_ key: String, _ value: JSONTree) {
        (self.key, self.value) = (key, value)
    }
}

extension JSONDocument {
    /// The root value. A number outside the range of `Double` becomes null.
    public var tree: JSONTree {
        var index = 0
        return tree(at: &index)
    }

    /// - Parameter index: a token's index, which becomes that of the token after the value.
    private func tree(at index: inout Int) -> JSONTree {
        let token = tokens[index]
        defer { index = Int(token.end) }
        switch token.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .number: return number(at: index).flatMap(Double.init).flatMap { $0.isFinite ? .number($0) : nil } ?? .null
        case .plainText, .escapedText: return .text(text(at: index) ?? "")
        case .array:
            var elements: [JSONTree] = []
            elements.reserveCapacity(Int(token.count))
            var next = index + 1
            while next < Int(token.end) { elements.append(tree(at: &next)) }
            return .array(elements)
        case .object:
            var members: [JSONMember] = []
            members.reserveCapacity(Int(token.count))
            var next = index + 1
            while next < Int(token.end) {
                let key = text(at: next) ?? ""
                next += 1
                members.append(JSONMember(key, tree(at: &next)))
            }
            return .object(members)
        }
    }
}
