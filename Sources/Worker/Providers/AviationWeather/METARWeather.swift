import Weather

extension Condition {
    /// The most dangerous of a report's groups of present weather; nil when none has a `Condition`.
    init?(metarGroups groups: some Sequence<Substring>) {
        guard let worst = groups.compactMap(Condition.init(metarWeather:)).max(by: { $0.severity < $1.severity }) else {
            return nil
        }
        self = worst
    }

    /// A group of present weather (WMO-No. 306, Manual on Codes, code table 4678): `-TSRA`, `FZFG`. nil for weather
    /// nearby, recent weather, and weather without a `Condition`, such as low drifting snow.
    init?(metarWeather group: Substring) {
        // In the vicinity, or recent.
        if group.hasPrefix("VC") || group.hasPrefix("RE") { return nil }
        let strength = group.first.flatMap { "+-".contains($0) ? $0 : nil }
        guard let words = Self.metarWords(of: group) else { return nil }
        guard let condition = Self.condition(of: words, isLight: strength == "-", isHeavy: strength == "+") else {
            return nil
        }
        self = condition
    }

    /// The two-letter codes of a present weather group without its intensity; nil for another group.
    private static func metarWords(of group: Substring) -> Set<String>? {
        let letters = Array(group.drop { "+-".contains($0) }.utf8)
        guard letters.count.isMultiple(of: 2), (2...10).contains(letters.count) else { return nil }
        return Set(
            stride(from: 0, to: letters.count, by: 2).map { String(decoding: letters[$0..<$0 + 2], as: UTF8.self) })
    }

    /// Whether a group of a report is precipitation at the station, now or since the last report: `-TSRA`, `RERA`.
    static func falls(inMETARWeather group: Substring) -> Bool {
        guard !group.hasPrefix("VC"), let words = metarWords(of: group), words.isSubset(of: metarWeatherWords) else {
            return false
        }
        let isRaised = words.contains("BL") || words.contains("DR")
        return !isRaised && !words.isDisjoint(with: metarPrecipitation)
    }

    private static let metarPrecipitation: Set = ["DZ", "RA", "SN", "SG", "IC", "PL", "GR", "GS", "UP"]
    /// All of code table 4678, so that the station `KSNA` does not match, and `RE` for recent weather.
    private static let metarWeatherWords: Set = metarPrecipitation.union([
        "MI", "BC", "PR", "DR", "BL", "SH", "TS", "FZ", "BR", "FG", "FU", "VA", "DU", "SA", "HZ", "PO", "SQ", "FC",
        "SS",
        "DS", "RE",
    ])

    private static func condition(of words: Set<String>, isLight: Bool, isHeavy: Bool) -> Condition? {
        let has = words.contains
        func graded(_ light: Condition, _ moderate: Condition, _ heavy: Condition) -> Condition {
            isLight ? light : isHeavy ? heavy : moderate
        }
        // A funnel cloud; `+FC` has reached the ground.
        if has("FC") { return .tornado }
        // Hail falls from thunderclouds, whether or not thunder is heard.
        if has("GR") || has("TS") && has("GS") { return .thunderstormHail }
        if has("TS") { return .thunderstorm }
        if has("SQ") { return .squall }
        if has("FZ") { return has("DZ") ? .freezingDrizzle : has("FG") ? .fog : .freezingRain }
        // Blowing snow reaches eye level, drifting snow does not.
        if has("DR"), has("SN") { return nil }
        let isSnow = has("SN")
        if isSnow && (has("RA") || has("DZ")) || has("PL") || has("GS") { return .sleet }
        if isSnow { return has("SH") ? .snowShowers : graded(.snowLight, .snow, .snowHeavy) }
        if has("SG") || has("IC") { return .snowLight }
        if has("SH") { return .rainShowers }
        if has("RA") || has("UP") { return graded(.rainLight, .rain, .rainHeavy) }
        if has("DZ") { return .drizzle }
        // Shallow, in patches or over a part of the airport.
        if has("FG") { return words.isDisjoint(with: ["MI", "BC", "PR"]) ? .fog : nil }
        // Mist, which other services call fog as well.
        if has("BR") { return .fog }
        if !words.isDisjoint(with: ["DU", "SA", "SS", "DS", "PO", "VA"]) { return .dust }
        return has("FU") ? .smoke : has("HZ") ? .haze : nil
    }
}
