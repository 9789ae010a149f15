/// Encodes one value.
struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
    let node: JSONNode
    /// The coding path of the array or object that contains the value.
    let parentPath: [any CodingKey]
    /// nil for the root value.
    let key: (any CodingKey)?

    var codingPath: [any CodingKey] { key.map { parentPath + [$0] } ?? parentPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedEncoder(node, codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONUnkeyedEncoder(node, codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }

    func encodeNil() {
        node.set(Array("null".utf8))
    }

    func encode<T: Encodable>(_ value: T) throws {
        if JSONScalars.scalar(T.self) != nil, let scalar = value as? any JSONScalar {
            node.set(try scalar.json(at: self))
        } else {
            try value.encode(to: self)
        }
    }

    /// Encodes a scalar without checking its type at run time.
    func encode<T: Encodable & JSONScalar>(_ value: T) throws {
        node.set(try value.json(at: self))
    }
}

/// Encodes the members of an object.
struct JSONKeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let node: JSONNode
    let codingPath: [any CodingKey]

    init(_ node: JSONNode, _ codingPath: [any CodingKey]) {
        (self.node, self.codingPath) = (node, codingPath)
        node.makeObject()
    }

    private func encoder(_ key: some CodingKey) -> JSONValueEncoder {
        JSONValueEncoder(node: node.makeChild(key.stringValue), parentPath: codingPath, key: key)
    }

    func encodeNil(forKey key: Key) {
        encoder(key).encodeNil()
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoder(key).encode(value)
    }

    func encode<T: Encodable & JSONScalar>(_ value: T, forKey key: Key) throws {
        try encoder(key).encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder(JSONKey.super)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        encoder(key)
    }
}

/// Encodes the elements of an array.
struct JSONUnkeyedEncoder: UnkeyedEncodingContainer {
    private let node: JSONNode
    let codingPath: [any CodingKey]

    init(_ node: JSONNode, _ codingPath: [any CodingKey]) {
        (self.node, self.codingPath) = (node, codingPath)
        node.makeArray()
    }

    var count: Int { node.count }

    private func nextEncoder() -> JSONValueEncoder {
        let key = JSONKey.number(count)
        return JSONValueEncoder(node: node.makeChild(), parentPath: codingPath, key: key)
    }

    func encodeNil() {
        nextEncoder().encodeNil()
    }

    func encode<T: Encodable>(_ value: T) throws {
        try nextEncoder().encode(value)
    }

    func encode<T: Encodable & JSONScalar>(_ value: T) throws {
        try nextEncoder().encode(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nextEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        nextEncoder().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        nextEncoder()
    }
}

/// A value that is being encoded.
final class JSONNode {
    private enum Kind {
        /// Nothing was encoded; written as an empty object.
        case empty
        case scalar, array, object
    }

    private var kind = Kind.empty
    private var scalar: [UInt8] = []
    /// The elements of an array; the members of an object. Of duplicate keys, the last one counts.
    private var children: [(name: String, node: JSONNode)] = []

    var count: Int { children.count }

    /// - Parameter scalar: JSON text of a number, a quoted string or a literal.
    func set(_ scalar: [UInt8]) {
        (kind, self.scalar) = (.scalar, scalar)
    }

    func makeArray() {
        kind = .array
    }

    func makeObject() {
        kind = .object
    }

    /// - Parameter name: the key of a member; unused for an element.
    func makeChild(_ name: String = "") -> JSONNode {
        let child = JSONNode()
        children.append((name, child))
        return child
    }

    func write(to output: inout [UInt8]) {
        switch kind {
        case .scalar: output.append(contentsOf: scalar)
        case .array:
            output.append(UInt8(ascii: "["))
            for (index, element) in children.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.node.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object, .empty:
            output.append(UInt8(ascii: "{"))
            // The sort is stable.
            let members = children.sorted { $0.name < $1.name }
            var isFirst = true
            for (index, member) in members.enumerated() {
                if index + 1 < members.count, members[index + 1].name == member.name { continue }
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                output.append(contentsOf: member.name.quotedForJSON.utf8)
                output.append(UInt8(ascii: ":"))
                member.node.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }
}
