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

    /// The number of elements.
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
