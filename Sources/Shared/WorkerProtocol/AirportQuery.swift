/// The airport's code in a query: `OSL`, `ENGM`, `airport RHO`.
package struct AirportQuery: Sendable, Hashable {
    /// IATA or ICAO, in capitals.
    package let code: String
    /// Whether the word "airport" is beside it.
    package let isNamedAirport: Bool
    /// Whether it was written in capitals; in other letters it is more likely a name or its beginning.
    package let isInCapitals: Bool

    private static let words: Set<String> = Set(
        [
            "airport", "Flughafen", "aeropuerto", "aéroport", "aeroporto", "lotnisko", "аэропорт", "аеропорт", "空港",
            "机场", "機場",
        ].map(\.folded))

    /// nil for words that contain no code.
    ///
    /// - Parameter words: of the place's name.
    package init?(_ words: [String]) {
        let rest = words.filter { !Self.words.contains($0.folded) }
        guard rest.count == 1, words.count <= 2, let word = rest.first, (3...4).contains(word.utf8.count),
            word.utf8.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) })
        else { return nil }
        code = word.uppercased()
        isNamedAirport = words.count == 2
        isInCapitals = word == code
    }
}
