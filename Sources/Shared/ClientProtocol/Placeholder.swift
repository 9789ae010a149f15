/// The text of a status bar without weather: some bars hide empty texts, and with them the tooltip.
public struct Placeholder: Sendable, Hashable {
    /// It needs no escaping in any bar's markup.
    public let text: String

    public static let standard = Placeholder(unchecked: "–")

    /// The longest text, scalars.
    public static let limit = 20

    /// nil for text that is too long, or contains control characters or characters of a bar's markup.
    public init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.limit,
            !text.unicodeScalars.contains(where: { $0.isControl || Self.markup.contains($0) })
        else { return nil }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    private static let markup = Array("\"'\\#%{}|<>&:".unicodeScalars)
}

extension Unicode.Scalar {
    /// Whether it is a control character, or a line or paragraph separator.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
