// Used instead of the standard library's functions, which Embedded Swift would copy into each caller: several times as much
// code.

extension DefaultStringInterpolation {
    @inline(never)
    init(literalCapacity: Int, interpolationCount: Int) { self = .empty() }

    private static func empty<Empty: StringInterpolationProtocol>() -> Empty {
        Empty(literalCapacity: 0, interpolationCount: 0)
    }

    @inline(never)
    mutating func appendLiteral(_ literal: String) { write(literal) }

    @inline(never)
    mutating func appendInterpolation(_ value: String) { write(value) }

    @inline(never)
    mutating func appendInterpolation(_ value: Substring) { write(String(value)) }

    @inline(never)
    mutating func appendInterpolation(_ value: Int) { write(String(value)) }

    @inline(never)
    mutating func appendInterpolation(_ value: Int32) { write(String(value)) }
}

extension String {
    /// Compares bytes: the texts are ASCII, or come from the same source.
    @inline(never)
    static func == (one: String, other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    static func ~= (pattern: String, text: String) -> Bool { pattern == text }
}
