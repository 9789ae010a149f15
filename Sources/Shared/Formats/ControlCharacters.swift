// Characters that terminals and text layout obey instead of showing them.
extension Unicode.Scalar {
    /// Whether it is a control character, a line or paragraph separator, or a direction mark (Unicode's Bidi_Control), which
    /// would reorder the rest of the line.
    package var isControlOrDirectionMark: Bool {
        switch value {
        case ..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// The control character or direction mark that UTF-8 text begins with, and its length in bytes; nil for anything else.
    package var leadingControl: (scalar: Unicode.Scalar, length: Int)? {
        guard let first, first.canBeginControl else { return nil }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : 3
        guard length <= count else { return nil }
        var value = UInt32(first) & (length == 1 ? 0x7F : length == 2 ? 0x1F : 0x0F)
        for index in (startIndex + 1)..<(startIndex + length) { value = value << 6 | UInt32(self[index] & 0x3F) }
        guard let scalar = Unicode.Scalar(value), scalar.isControlOrDirectionMark else { return nil }
        return (scalar, length)
    }
}

extension UInt8 {
    /// A fast path for `leadingControl`: false for nearly all bytes.
    package var canBeginControl: Bool {
        self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2
    }
}
