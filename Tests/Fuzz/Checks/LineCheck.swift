import Foundation

/// Throws unless the text is valid as one line of a reply or of the log.
func requireOneLine(_ text: String) throws {
    try require(!text.isEmpty, "the text is empty")
    try requirePrintable(text)
}

/// Throws if a character could control a terminal or a bar.
func requirePrintable(_ text: String) throws {
    // Nearly all text is ASCII, in which only these characters are invalid.
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
            try require(!scalar.properties.isBidiControl, "a direction mark in \(text.debugDescription)")
        }
    }
}

/// Throws unless the text is a JSON object on one line.
func requireJSON(_ text: String) throws {
    try requirePrintable(text)
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    try require(object is [String: Any], "not JSON: \(text.debugDescription)")
}
