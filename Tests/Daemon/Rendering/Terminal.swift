import Testing

/// A terminal that interprets weatherd's ECMA-48 sequences like xterm.
struct Terminal {
    struct Cell: Hashable {
        var text: String
        /// The parameters of the sequence: `2;255;255;255`, `5;123`.
        var color: String?
        var background: String?
        var isBold = false
        var isFaint = false
    }

    private(set) var cells: [Cell] = []
    /// The text without escape sequences.
    private(set) var plain = ""
    /// Whether the line ends with the style that it began with.
    private(set) var isReset = true

    /// - Throws: for an unknown sequence.
    init(line: String) throws {
        var look = Cell(text: "")
        var rest = line[...]
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                look.text = String(character)
                cells.append(look)
                plain.append(character)
                continue
            }
            let opening = rest.popFirst()
            try #require(opening == "[")
            let parameters = rest.prefix { $0.isNumber || $0 == ";" }
            rest = rest.dropFirst(parameters.count)
            let next = rest.popFirst()
            let final = try #require(next)
            // ECH and CHA position text that is already there.
            if final == "X" || final == "G" { continue }
            try #require(final == "m")
            var codes = parameters.split(separator: ";").map(String.init)
            while !codes.isEmpty {
                switch codes.removeFirst() {
                case "0": look = Cell(text: "")
                case "1": look.isBold = true
                case "2": look.isFaint = true
                case "22": (look.isBold, look.isFaint) = (false, false)
                case "38": look.color = try Self.color(&codes)
                case "39": look.color = nil
                case "48": look.background = try Self.color(&codes)
                case "49": look.background = nil
                case let code: Issue.record("unknown code \(code)")
                }
            }
        }
        look.text = ""
        isReset = look == Cell(text: "")
    }

    private static func color(_ codes: inout [String]) throws -> String {
        let count = try #require(["5": 2, "2": 4][codes.first ?? ""])
        try #require(codes.count >= count)
        defer { codes.removeFirst(count) }
        return codes.prefix(count).joined(separator: ";")
    }
}
