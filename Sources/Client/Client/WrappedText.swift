extension String {
    /// The text on lines of a terminal's width, broken at spaces; a longer word is left to the terminal.
    ///
    /// Counts columns by the first byte of each character, since weatherctl has no tables of Unicode.
    func wrapped(to columns: Int) -> String {
        var bytes = Array(utf8)
        var used = 0
        /// The last space of the line, and the columns up to it.
        var space = (index: -1, columns: 0)
        for index in bytes.indices {
            used += bytes[index].columnsOfCharacter
            if bytes[index] == UInt8(ascii: " ") { space = (index, used) }
            guard used > columns, space.index >= 0 else { continue }
            bytes[space.index] = UInt8(ascii: "\n")
            used -= space.columns
            space.index = -1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// The columns of the character that begins with this byte of UTF-8: 2 for Chinese, Japanese, Korean and emoji, and 0 for
    /// the following bytes.
    fileprivate var columnsOfCharacter: Int {
        switch self {
        case 0x80..<0xC0: 0
        case 0xE3..<0xEE, 0xF0...: 2
        default: 1
        }
    }
}
