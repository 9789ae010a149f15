/// The text of an aviation weather report, read for comparison with the service's fields (FM 15 METAR, and FMH-1 for
/// the United States).
struct METARRecord {
    private let groups: [Substring]

    init(_ text: String) {
        groups = text.split(separator: " ")
    }

    /// `SLP170`: the last three digits of tenths of hectopascals.
    private var seaLevelPressure: Double? {
        groups.first { $0.hasPrefix("SLP") }.flatMap { Double($0.dropFirst(3)) }
            .map { tenths in (tenths < 500 ? 1000 : 900) + tenths / 10 }
    }

    var hasSeaLevelPressure: Bool { seaLevelPressure != nil }

    /// hPa: at sea level, or else `Q1015` and `A3003`, hundredths of inches of mercury of 33.8639 hPa.
    var pressure: Double? {
        func number(_ letter: String) -> Double? {
            groups.first { $0.count == 5 && $0.hasPrefix(letter) }.flatMap { Double($0.dropFirst()) }
        }
        return seaLevelPressure ?? number("Q") ?? number("A").map { $0 / 100 * 33.8639 }
    }

    /// m: `CAVOK`, `8000`, `10SM`, `1 3/4SM`.
    var visibility: Double? {
        if groups.contains("CAVOK") || groups.contains("9999") { return 10_000 }
        if let metres = groups.first(where: { $0.count == 4 && $0.allSatisfy(\.isNumber) }) { return Double(metres) }
        guard let index = groups.firstIndex(where: { $0.hasSuffix("SM") }) else { return nil }
        let parts = groups[index].dropLast(2).split(separator: "/").compactMap { Double($0) }
        let fraction = parts.count == 2 ? parts[0] / parts[1] : parts[0]
        let whole = parts.count == 2 && groups[index - 1].count == 1 ? Double(groups[index - 1]) ?? 0 : 0
        return (whole + fraction) * 1609.344
    }

    /// Whether the visibility is the farthest that is reported.
    var seesAtLeast: Bool { groups.contains { ["CAVOK", "9999", "10SM"].contains($0) } }
}
