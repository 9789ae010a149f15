import Weather

/// The clouds of an aviation weather report, by its words (WMO-No. 306, Manual on Codes, FM 15 METAR, 15.9.1.1).
struct METARSky {
    /// %; nil when unknown.
    var cover: Double?
    /// nil when unknown; fog when the sky is obscured.
    var condition: Condition?
    /// Whether high clouds would not be reported: by automatic stations, and by words for low clouds only.
    var seesLowCloudOnly = false

    private struct Word {
        /// The middle of the range.
        var eighths: Double
        var condition: Condition
        var seesLowCloudOnly = false
    }

    /// FEW is up to two eighths, SCT up to four, BKN up to seven. `CLR` excludes clouds below 12,000 feet, `NSC` and `CAVOK`
    /// below 5,000, `NCD` those that an instrument detects; `SKC` is the whole sky. `OVX` and `VV` are obscured.
    private static let words: [String: Word] = [
        "SKC": Word(eighths: 0, condition: .clear),
        "CLR": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "NCD": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "NSC": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "CAVOK": Word(eighths: 0, condition: .clear, seesLowCloudOnly: true),
        "FEW": Word(eighths: 1.5, condition: .mostlyClear),
        "SCT": Word(eighths: 3.5, condition: .partlyCloudy),
        "BKN": Word(eighths: 6, condition: .partlyCloudy),
        "OVC": Word(eighths: 8, condition: .overcast),
        "OVX": Word(eighths: 8, condition: .fog),
        "VV": Word(eighths: 8, condition: .fog),
    ]

    /// All words for a clear sky.
    static let clearWords: Set<String> = Set(words.filter { $0.value.eighths == 0 }.keys)

    /// - Parameters:
    ///   - layers: one word for each layer of clouds; others are ignored.
    ///   - isAutomatic: whether an automatic station reports, whose clear sky may have high clouds.
    init(layers: [String], isAutomatic: Bool) {
        let known = layers.compactMap { Self.words[$0] }
        guard let densest = known.max(by: { $0.eighths < $1.eighths }) else { return }
        condition = known.contains { $0.condition == .fog } ? .fog : densest.condition
        seesLowCloudOnly = densest.eighths == 0 && (isAutomatic || known.contains(where: \.seesLowCloudOnly))
        cover = seesLowCloudOnly ? nil : densest.eighths * 12.5
    }
}
