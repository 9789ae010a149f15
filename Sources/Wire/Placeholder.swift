/// What a status bar shows while there is no weather: some bars hide an empty text, and the tooltip with it.
public struct Placeholder: Sendable, Hashable {
    /// It means itself in the markup of every bar.
    public let text: String

    public static let standard = Placeholder(unchecked: "–")

    /// The most scalars that it may have.
    public static let limit = 20

    /// nil for text that is longer, has control characters, or has signs that a bar's markup would take for more.
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
    /// Whether it is a control character, or separates lines or paragraphs.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
        default: false
        }
    }
}
