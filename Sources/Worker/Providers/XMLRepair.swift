/// Damage of single characters in a document.
public enum XMLDamage: Sendable, Hashable {
    /// A control character, or another that XML does not allow, in this line.
    case character(line: Int)
    /// An `&` or `<` that is not markup.
    case unescaped(line: Int)
    /// Bytes that are not UTF-8.
    case encoding(line: Int)
    /// Text after the document's end.
    case trailing
}

/// A document in which invalid characters are replaced by a space, U+FFFD or a reference.
struct XMLRepair {
    let bytes: [UInt8]
    /// The first damage.
    let damage: XMLDamage
    /// nil to use the document's declaration.
    let encoding: String?

    /// nil for an undamaged document and for UTF-16.
    init?(_ damaged: [UInt8]) {
        guard !damaged.prefix(2).contains(0), ![[0xFE, 0xFF], [0xFF, 0xFE]].contains(Array(damaged.prefix(2))) else {
            return nil
        }
        let isUnicode = Self.isUnicode(damaged)
        encoding = isUnicode ? "UTF-8" : nil
        var damage: XMLDamage?
        var repaired: [UInt8] = []
        repaired.reserveCapacity(damaged.count + damaged.count / 64)
        var isLiteral = false
        var rest = damaged[...]
        // Nothing may precede the declaration.
        if let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            if start > 0, !rest[..<start].elementsEqual([0xEF, 0xBB, 0xBF]) { damage = .character(line: 1) }
            rest = rest[start...]
        }
        while let byte = rest.first {
            var length = 1
            var replacement: StaticString?
            switch byte {
            case 0x09, 0x0A, 0x0D: break
            case ..<0x20: replacement = " "
            case 0x80... where isUnicode:
                length = rest.scalarLength ?? 1
                if rest.scalarLength == nil || rest.beginsWithNoncharacter { replacement = "\u{FFFD}" }
            case UInt8(ascii: "&") where !isLiteral && !rest.beginsWithReference: replacement = "&amp;"
            case UInt8(ascii: "<") where !isLiteral:
                isLiteral = rest.starts(with: "<![CDATA[".utf8)
                if !rest.beginsWithMarkup { replacement = "&lt;" }
            case UInt8(ascii: "]") where isLiteral: isLiteral = !rest.starts(with: "]]>".utf8)
            default: break
            }
            if let replacement {
                if damage == nil {
                    let line = damaged[..<rest.startIndex].line
                    damage =
                        switch byte {
                        case UInt8(ascii: "&"), UInt8(ascii: "<"): .unescaped(line: line)
                        case 0x80... where rest.scalarLength == nil: .encoding(line: line)
                        default: .character(line: line)
                        }
                }
                replacement.withUTF8Buffer { repaired.append(contentsOf: $0) }
            } else {
                repaired.append(contentsOf: rest.prefix(length))
            }
            rest = rest.dropFirst(length)
        }
        guard let damage else { return nil }
        (self.bytes, self.damage) = (repaired, damage)
    }

    /// Whether the document declares no encoding, or UTF-8, or a part of it.
    private static func isUnicode(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }
        let declaration = String(decoding: start, as: UTF8.self).lowercased()
        let words = declaration.split { " ='\"?".contains($0) }
        guard let index = words.firstIndex(of: "encoding"), index + 1 < words.count else { return true }
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(words[index + 1])
    }
}

extension ArraySlice<UInt8> {
    /// The number of the line after these bytes, from 1.
    fileprivate var line: Int { 1 + count { $0 == 0x0A } }

    /// The length of the character outside of ASCII that begins here in UTF-8; nil for none (RFC 3629, 4).
    fileprivate var scalarLength: Int? {
        func byte(_ index: Int) -> UInt8 { index < count ? self[startIndex + index] : 0 }
        let second: ClosedRange<UInt8>
        let length: Int
        switch byte(0) {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard second.contains(byte(1)), (2..<Swift.max(2, length)).allSatisfy({ 0x80...0xBF ~= byte($0) }) else {
            return nil
        }
        return length
    }

    /// U+FFFE or U+FFFF.
    fileprivate var beginsWithNoncharacter: Bool {
        starts(with: [0xEF, 0xBF, 0xBE]) || starts(with: [0xEF, 0xBF, 0xBF])
    }

    /// Whether an element, a comment, a section or an instruction may begin here.
    fileprivate var beginsWithMarkup: Bool {
        switch dropFirst().first ?? 0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), 0x80...:
            true
        default: false
        }
    }

    /// Whether a reference to a character that XML allows, or a predefined entity, begins here.
    fileprivate var beginsWithReference: Bool {
        let name = dropFirst().prefix(12).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < endIndex, self[name.endIndex] == UInt8(ascii: ";") else { return false }
        let word = String(decoding: name, as: UTF8.self)
        if ["amp", "lt", "gt", "quot", "apos"].contains(word) { return true }
        guard word.first == "#" else { return false }
        let number = word.hasPrefix("#x") ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word.dropFirst())
        switch number {
        case 0x09?, 0x0A?, 0x0D?, (0x20...0xD7FF)?, (0xE000...0xFFFD)?, (0x1_0000...0x10_FFFF)?: return true
        default: return false
        }
    }
}
