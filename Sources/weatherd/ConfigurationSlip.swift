/// A mistake in a TOML document at which the parser (toml++ 3.4) ends the whole program, where it should tell of it. So these
/// are looked for before it reads:
///
/// - a table without a name: `[=]`
/// - a curly bracket at the end of a list: `[1, }`
/// - what begins like a date or a time, and is none: `2026-11-21T:`. No key takes either, so that none is looked at closely.
///
/// What stands behind a mistake of another kind, which the parser tells of, may be read wrongly here.
struct ConfigurationSlip: Hashable {
    enum Kind: String {
        case namelessTable = "a table has a name, such as [short]"
        case curlyEnd = "a list ends with ]"
        case date = "no key takes a date or a time"
    }

    var kind: Kind
    /// From 1.
    var line: Int

    /// The first one in a text; nil when there is none.
    init?(in text: String) {
        var scanner = Scanner(text)
        guard let kind = scanner.slip() else { return nil }
        self.kind = kind
        line = scanner.line
    }
}

private struct Scanner {
    private var rest: Substring.UnicodeScalarView
    private(set) var line = 1
    /// Those that values have opened and not closed yet.
    private var brackets: [Unicode.Scalar] = []

    init(_ text: String) {
        rest = text[...].unicodeScalars
        // A byte order mark is none of the text.
        if rest.first == "\u{FEFF}" { rest.removeFirst() }
    }

    mutating func slip() -> ConfigurationSlip.Kind? {
        while !rest.isEmpty {
            skipBlanks()
            let isHead = brackets.isEmpty && rest.first == "["
            if isHead, !takeHead() { return .namelessTable }
            if let slip = slipInLine(isHead: isHead) { return slip }
        }
        return nil
    }

    private mutating func slipInLine(isHead: Bool) -> ConfigurationSlip.Kind? {
        var expectsValue = brackets.last == "["
        var last: Unicode.Scalar = " "
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\n":
                line += 1
                return nil
            case "#": rest = rest.drop { $0 != "\n" }
            case _ where expectsValue && scalar.isDigit && !last.isBare: if numberIsDate() { return .date }
            case "\"", "'": skipString(quote: scalar)
            case "=": expectsValue = true
            case "[" where !isHead, "{" where !isHead:
                brackets.append(scalar)
                expectsValue = scalar == "["
            case ",": expectsValue = brackets.last == "["
            case "}" where brackets.last == "[": return .curlyEnd
            case "]" where !isHead, "}": _ = brackets.popLast()
            default: break
            }
            last = scalar
        }
        return nil
    }

    /// Takes what follows the first digit of a number as the parser does, which takes it for a date by signs that stand where
    /// those of a date would, whatever is between them.
    private mutating func numberIsDate() -> Bool {
        let number = rest.prefix { !$0.endsValue }
        rest = rest[number.endIndex...]
        return zip(number, [" "] + number).contains { scalar, before in
            // Not the sign of an exponent.
            scalar == ":" || (scalar == "-" && !"eEpP".unicodeScalars.contains(before))
        }
    }

    /// - Returns: whether there is a name, or what the parser can tell of by itself.
    private mutating func takeHead() -> Bool {
        rest.removeFirst()
        if rest.first == "[" {
            rest.removeFirst()
        } else if let next = rest.first(where: { !$0.isBlank }), next == "[" {
            return true
        }
        skipBlanks()
        return rest.first.map { $0.isBare || "\"']".unicodeScalars.contains($0) } ?? true
    }

    /// Skips what follows the quote that a string begins with, of which three begin one of several lines.
    private mutating func skipString(quote: Unicode.Scalar) {
        let isLong = rest.starts(with: [quote, quote])
        if isLong { rest = rest.dropFirst(2) }
        while let scalar = rest.popFirst() {
            if scalar == "\n" {
                line += 1
                // The parser tells of a short string that is not closed.
                if !isLong { return }
            } else if scalar == "\\", quote == "\"" {
                if rest.popFirst() == "\n" { line += 1 }
            } else if scalar == quote, !isLong || rest.starts(with: [quote, quote]) {
                // Up to two more may stand before the three that close it.
                if isLong { rest = rest.drop { $0 == quote } }
                return
            }
        }
    }

    private mutating func skipBlanks() {
        rest = rest.drop(while: \.isBlank)
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether a value without quotes ends before it.
    fileprivate var endsValue: Bool { properties.isWhitespace || ",]}#".unicodeScalars.contains(self) }

    /// Whether it can be a part of a key that stands without quotes, as of a date.
    fileprivate var isBare: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
