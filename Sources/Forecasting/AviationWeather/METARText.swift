import Weather

/// The text of an aviation weather report, for information that is missing from the service's fields.
struct METARText {
    private let body: [Substring]
    private let remarks: [Substring]

    /// - Parameter text: as transmitted: `METAR KBHM 201553Z 25003KT 10SM CLR 14/M06 A3030 RMK AO2 SLP260`.
    init(_ text: String) {
        let groups = text.split(separator: " ")
        let mark = groups.firstIndex(of: "RMK") ?? groups.endIndex
        body = Array(groups[..<mark])
        remarks = Array(groups[mark...].dropFirst())
    }

    /// Whether the body contains this group.
    func has(_ group: Substring) -> Bool { body.contains(group) }

    /// The first group of the body that is one of these.
    func first(of groups: some Sequence<String>) -> String? {
        let groups = Set(groups)
        return body.lazy.map(String.init).first { groups.contains($0) }
    }

    /// Whether it is a special report, whose amounts are not for a full hour.
    var isSpecial: Bool { body.first == "SPECI" }

    /// Whether a station in the United States measured no precipitation in the last hour: it has a working gauge
    /// (`AO2`, neither `PNO` nor `$`), reports no amount (`Prrrr`, omitted if zero) and no current precipitation
    /// (FCM-H1-2019, Federal Meteorological Handbook No. 1, chapter 12).
    var isDry: Bool {
        guard remarks.contains(where: { $0 == "AO2" || $0 == "AO2A" }) else { return false }
        return !remarks.contains { $0 == "PNO" || $0.hasSuffix("$") || Self.isAmount($0) }
            && !body.contains { Condition.falls(inMETARWeather: $0) }
    }

    /// `P0012`, and `P////` for an unknown amount.
    private static func isAmount(_ group: Substring) -> Bool {
        group.count == 5 && group.hasPrefix("P")
            && group.dropFirst().allSatisfy { $0 == "/" || $0.isASCII && $0.isNumber }
    }
}
