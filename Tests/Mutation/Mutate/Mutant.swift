/// A small change of the source code that some test should detect.
struct Mutant: Hashable {
    /// The number that enables it: unique in a run, and the same in all runs on the same source code.
    let id: Int
    let module: String
    /// Relative to the project's directory.
    let file: String
    let lines: ClosedRange<Int>
    let operation: String
    /// The changed code, on one line.
    let code: String

    var description: String { "\(file):\(lines.lowerBound): \(operation): \(code)" }
}

/// An operator, its replacement, and the function that selects one of them.
struct OperatorMutation {
    let replacement: String
    let function: String

    static let all: [String: OperatorMutation] = [
        "<": .init(replacement: "<=", function: "mutantLess"),
        "<=": .init(replacement: "<", function: "mutantLessOrEqual"),
        ">": .init(replacement: ">=", function: "mutantGreater"),
        ">=": .init(replacement: ">", function: "mutantGreaterOrEqual"),
        "==": .init(replacement: "!=", function: "mutantEqual"),
        "!=": .init(replacement: "==", function: "mutantUnequal"),
        "+": .init(replacement: "-", function: "mutantPlus"),
        "-": .init(replacement: "+", function: "mutantMinus"),
        "*": .init(replacement: "/", function: "mutantTimes"),
        "/": .init(replacement: "*", function: "mutantDivided"),
        "%": .init(replacement: "/", function: "mutantRemainder"),
        "+=": .init(replacement: "-=", function: "mutantAdd"),
        "-=": .init(replacement: "+=", function: "mutantSubtract"),
        "&&": .init(replacement: "||", function: "mutantAnd"),
        "||": .init(replacement: "&&", function: "mutantOr"),
        "??": .init(replacement: "default only", function: "mutantDefault"),
    ]
}
