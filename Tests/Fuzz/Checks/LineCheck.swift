import Foundation

/// Throws unless the text can stand in one line of a reply or of the log.
func demandOneLine(_ text: String) throws {
    try demand(!text.isEmpty, "nothing is said")
    try demandPrintable(text)
}

/// Throws when a character would do more to a terminal or a bar than show itself.
func demandPrintable(_ text: String) throws {
    // Nearly all text is ASCII, of which these are the culprits.
    var isPlain = true
    for byte in text.utf8 where byte < 0x20 || byte >= 0x7F {
        if byte < 0x80 { throw Violation("a control character in \(text.debugDescription)") }
        isPlain = false
    }
    guard !isPlain else { return }
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator:
            throw Violation("a control character in \(text.debugDescription)")
        default:
            try demand(!scalar.properties.isBidiControl, "a direction mark in \(text.debugDescription)")
        }
    }
}

/// Throws unless the text is one line of JSON, an object.
func demandJSON(_ text: String) throws {
    try demandPrintable(text)
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    try demand(object is [String: Any], "no JSON: \(text.debugDescription)")
}
