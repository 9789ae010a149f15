/// A violated invariant.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws a violation unless the condition holds.
func require(_ condition: Bool, _ violation: @autoclosure () -> String) throws {
    if !condition { throw Violation(violation()) }
}
