// Why a CAP file could not be read, or not as it is.

extension XMLFailure {
    /// Completes a sentence.
    var reason: String {
        switch self {
        case .damaged: "a warning is not a CAP file"
        case .hasDoctype: "a warning has a document type declaration, which CAP does not allow"
        case .encoding: "a warning has an encoding other than UTF-8, UTF-16, ISO-8859-1 and US-ASCII"
        case .tooDeep: "a warning is nested too deeply"
        case .tooManyElements, .tooLarge: "a warning is too large"
        case .tooSlow: "a warning is too complex"
        }
    }
}

extension XMLDamage {
    /// Completes a sentence.
    var reason: String {
        switch self {
        case .character(let line): "line \(line) has a character that XML does not allow"
        case .unescaped(let line): "line \(line) has an unescaped & or <"
        case .encoding(let line): "line \(line) has bytes that are not UTF-8"
        case .trailing: "it has text after its end"
        }
    }
}
