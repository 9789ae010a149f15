import Formats

extension FuzzTarget {
    /// Any TOML document.
    static let toml = FuzzTarget(name: "toml") { bytes in
        let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
        switch Result(catching: { () throws(TOMLError) in try TOMLDocument(parsing: bytes) }) {
        case .success(let document):
            try requireLines(of: .table(document.entries), in: 1...lines)
        case .failure(let error):
            try requireOneLine(error.description)
            try require((1...lines).contains(error.line), "line \(error.line) of \(lines): \(error)")
        }
    }

    private static func requireLines(of value: TOMLValue, in lines: ClosedRange<Int>) throws {
        let inner: [(value: TOMLValue, line: Int)] =
            switch value {
            case .table(let entries): entries.map { ($0.value, $0.line) }
            case .array(let elements): elements.map { ($0.value, $0.line) }
            default: []
            }
        for (value, line) in inner {
            try require(lines.contains(line), "line \(line) of \(lines.upperBound)")
            try requireLines(of: value, in: lines)
        }
    }
}
