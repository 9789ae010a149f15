public import Weather

/// What the log says of words and numbers for the weather that mean nothing here.
public enum UnknownCodesSentence {
    /// As many as are named.
    private static let limit = 10

    public static func text(_ codes: Set<String>, of provider: Provider) -> String {
        """
        \(provider.name.plain(limit: 40)) uses words for the weather that this release does not know, which are shown as \
        unknown: \(codes.sorted().prefix(limit).map { $0.plain(limit: 40) }.joined(separator: ", "))
        """
    }
}
