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

    /// Whether an automatic station cannot observe rain, fog and the like (WMO-No. 306, FM 15 METAR: `//`).
    var missesWeather: Bool { has("//") }

    /// The first group of the body that is one of these.
    func first(of groups: some Sequence<String>) -> String? {
        let groups = Set(groups)
        return body.lazy.map(String.init).first { groups.contains($0) }
    }

    /// Mean wind and gusts, m/s: `25010KT`, `VRB03KT`, `24015G25KT`, `24005MPS`; nil without such a group.
    var wind: (speed: Double, gust: Double?)? {
        for (unit, factor) in [("KT", 1852.0 / 3600), ("MPS", 1)] {
            for group in body where group.hasSuffix(unit) {
                let (direction, speeds) = (group.prefix(3), group.dropLast(unit.count).dropFirst(3))
                let numbers = speeds.split(separator: "G").map { Double($0).map { $0 * factor } }
                guard direction == "VRB" || Int(direction) != nil, (1...2).contains(numbers.count),
                    let speed = numbers[0], speeds.first?.isNumber == true
                else { continue }
                return (speed, numbers.dropFirst().first ?? nil)
            }
        }
        return nil
    }

    /// Whether a station in the United States measured no precipitation in the hour of a routine report, which leaves out the
    /// amount (`Prrrr`) when nothing fell (FCM-H1-2019, Federal Meteorological Handbook No. 1, chapter 12).
    ///
    /// - Parameter time: of the report. Amounts are those of an hour in the last quarter of it alone.
    func isDry(at time: UnixTime) -> Bool {
        // Of the automatic stations, those with a gauge also report the pressure at sea level.
        let hasGauge = remarks.contains { $0 == "AO2" || $0 == "AO2A" } && remarks.contains { $0.hasPrefix("SLP") }
        guard body.first != "SPECI", time.seconds % 3600 >= 2700, hasGauge else { return false }
        // PNO: the gauge is out of order; $: the station needs maintenance.
        return !remarks.contains { $0 == "PNO" || $0.hasSuffix("$") || Self.isAmount($0) || Self.isChange($0) }
            && !body.contains { Condition.falls(inMETARWeather: $0) }
    }

    private static let falling: Set<Substring> = ["DZ", "RA", "SN", "SG", "IC", "PL", "GR", "GS", "UP"]

    /// `RAB20E45`, `SHRAE10`: precipitation that began or ended in the hour.
    private static func isChange(_ group: Substring) -> Bool {
        let letters = group.prefix { $0.isLetter }
        guard let change = letters.last, "BE".contains(change), group.dropFirst(letters.count).first?.isNumber == true
        else { return false }
        return falling.contains(letters.dropLast().suffix(2))
    }

    /// `P0012`, and `P////` for an unknown amount.
    private static func isAmount(_ group: Substring) -> Bool {
        group.count == 5 && group.hasPrefix("P")
            && group.dropFirst().allSatisfy { $0 == "/" || $0.isASCII && $0.isNumber }
    }
}
