import Foundation

extension Page.Code {
    /// The command lines of a program: the words after its name, up to the end of the command in a shell, or of the text in
    /// quotes that contains it.
    public func commandLines(of program: String) -> [[String]] {
        var lines: [[String]] = []
        var rest = text[...]
        while let range = rest.range(of: program + " ") {
            let before = text[..<range.lowerBound].last ?? " "
            if !before.isLetter, !before.isNumber, !"-._".contains(before) {
                lines.append(Self.words(rest[range.upperBound...]))
            }
            rest = rest[range.upperBound...]
        }
        return lines
    }

    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
                continue
            }
            switch character {
            case " ":
                words += word.map { [$0] } ?? []
                word = nil
            case "'" where word?.isEmpty != false || word?.hasSuffix("=") == true,
                "\"" where word?.isEmpty != false || word?.hasSuffix("=") == true:
                quote = character
                word = word ?? ""
            case ">" where word?.allSatisfy(\.isNumber) == true:
                // `2>/dev/null`
                return words
            case "}" where word?.contains("{") != true, "|", ";", ")", "<", ">", "&", "\"", "'",
                "," where next == " ", "#" where word == nil:
                return words + (word.map { [$0] } ?? [])
            default:
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
