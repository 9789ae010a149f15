import Languages
public import Weather

/// Log messages about unknown weather codes.
public enum UnknownCodesSentence {
    /// The most codes to list.
    private static let limit = 10

    public static func text(_ codes: Set<String>, of provider: Provider) -> String {
        """
        \(provider.name.plain(limit: 40)) reported weather codes that this version does not support, shown as unknown: \
        \(codes.sorted().prefix(limit).map { $0.plain(limit: 40) }.joined(separator: ", "))
        """
    }
}
