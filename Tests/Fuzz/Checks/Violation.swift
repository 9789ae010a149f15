/// What should never be, and is.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws a violation unless the condition holds.
func demand(_ condition: Bool, _ violation: @autoclosure () -> String) throws {
    if !condition { throw Violation(violation()) }
}
