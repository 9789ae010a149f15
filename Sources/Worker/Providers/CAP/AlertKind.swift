public import Weather

extension Alert.Kind {
    /// By words of the texts in any language and script, the first text first; `other` without a known one.
    public init(words texts: [String?]) {
        for text in texts.compactMap(\.self) {
            if let kind = AlertWordIndex.shared.kind(of: text) {
                self = kind
                return
            }
        }
        self = .other
    }
}

/// Words of warnings, by their first bytes. A text has thousands of positions, and the table as many words.
private struct AlertWordIndex: Sendable {
    private struct Entry: Sendable {
        let kind: Alert.Kind
        /// The index of its group in the table; the first group wins.
        let rank: Int
        let bytes: [UInt8]
        let isAnywhere: Bool
    }

    private let entries: [Int: [Entry]]

    static let shared = AlertWordIndex()

    private init() {
        var entries: [Int: [Entry]] = [:]
        for (rank, group) in AlertKindTable.groups.enumerated() {
            for word in group.words.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
                var word = word.drop(while: \.isWhitespace)
                let isAnywhere = word.first == "*"
                if isAnywhere { word = word.dropFirst() }
                // A blank follows each word of the text.
                let whole = word.last == "$" ? word.dropLast() + " " : word[...]
                let text = String(whole.map { $0 == "ı" ? "i" : $0 })
                let entry = Entry(kind: group.kind, rank: rank, bytes: Array(text.utf8), isAnywhere: isAnywhere)
                if let key = Self.key(entry.bytes[...]) { entries[key, default: []].append(entry) }
            }
        }
        self.entries = entries
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count > 1 else { return nil }
        return Int(bytes[bytes.startIndex]) << 8 | Int(bytes[bytes.startIndex + 1])
    }

    func kind(of text: String) -> Alert.Kind? {
        let bytes = Array(Self.words(of: text).utf8)
        var best: Entry?
        for start in bytes.indices {
            guard let key = Self.key(bytes[start...]), let candidates = entries[key] else { continue }
            let isWordStart = start == 0 || bytes[start - 1] == UInt8(ascii: " ")
            for entry in candidates where isWordStart || entry.isAnywhere {
                if best.map({ $0.rank <= entry.rank }) ?? false { continue }
                if bytes[start...].starts(with: entry.bytes) { best = entry }
            }
        }
        return best?.kind
    }

    /// In lower case, each word followed by a blank. A capital within a word begins a new one: `blowingSnow`.
    private static func words(of text: String) -> String {
        var words = ""
        var wasLower = false
        for character in text.prefix(3000) {
            guard character.isLetter || character.unicodeScalars.contains(where: isMark) else {
                if words.last != " " { words.append(" ") }
                wasLower = false
                continue
            }
            if wasLower, character.isUppercase { words.append(" ") }
            wasLower = character.isLowercase
            // Turkish has an i with a dot and one without, and other languages do not distinguish its capitals.
            for scalar in character.lowercased().unicodeScalars where scalar.value != 0x307 {
                words.unicodeScalars.append(scalar == "ı" ? "i" : scalar)
            }
        }
        return words + " "
    }

    /// Vowel signs of South Asian scripts stand alone in some texts.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}

/// The words of warnings in the languages of the authorities.
enum AlertKindTable {
    /// Words separated by commas or line breaks, in lower case. A word is the beginning of a word of the text, with `$` a whole
    /// one, and with `*` in front any part of it, as in compounds and in scripts without blanks.
    struct Group: Sendable {
        let kind: Alert.Kind
        let words: String

        init(_ kind: Alert.Kind, _ words: String) {
            (self.kind, self.words) = (kind, words)
        }
    }

    /// The first group with a matching word wins: a tropical storm is not a storm, and snow on the coast is snow.
    static let groups = compounds + phrases + storms + temperatures + waterAndWind
}

extension CAPInfo {
    /// By codes and parameters that authorities publish, then the category, else by the words of the event and the headline.
    public var kind: Alert.Kind {
        if let type = parameter("awareness_type") {
            if let kind = Alert.Kind(awarenessType: type) { return kind }
            // A number that is newer than this version.
            let kind = Alert.Kind(words: [String(type.drop { $0 != ";" })])
            if kind != .other { return kind }
        }
        for code in vtec {
            if let kind = Alert.Kind(vtec: String(code.phenomenon)) { return kind }
        }
        for code in eventCodes {
            if let kind = Alert.Kind(code) { return kind }
        }
        if categories == ["fire"] { return .forestFire }
        return Alert.Kind(words: [event] + otherNames + [headline])
    }
}

extension Alert.Kind {
    /// An `eventCode` of CAP; nil for an unknown list, and for a general code.
    fileprivate init?(_ code: CAPInfo.Value) {
        let name = code.name.lowercased()
        switch name {
        case "same", "nationalweatherservice": self.init(same: code.value)
        case "ii": self.init(dwd: code.value)
        case "group": self.init(group: code.value)
        // The event list of the Canadian profile has words: `freezeDrzl`, `dustStorm`.
        case _ where name.hasPrefix("profile:cap-cp:event"):
            self.init(words: [code.value])
            if self == .other { return nil }
        default: return nil
        }
    }

    /// MeteoAlarm's `awareness_type`: `1; Wind`, `9; avalanches`, `12.0`.
    public init?(awarenessType text: String) {
        let number = Int(text.prefix { $0 != ";" && $0 != "." }.filter { $0 != " " })
        switch number {
        case 1: self = .wind
        case 2: self = .snowIce
        case 3: self = .thunderstorm
        case 4: self = .fog
        case 5: self = .heat
        case 6: self = .cold
        case 7: self = .coastal
        case 8: self = .forestFire
        case 9: self = .avalanche
        case 10: self = .rain
        case 12, 13: self = .flood
        default: return nil
        }
    }

    /// An event code of Specific Area Message Encoding (NWS Instruction 10-1712, appendix G; 47 CFR 11.31 (e)); nil for a
    /// general one, such as `SPS`.
    init?(same code: String) {
        switch code.uppercased() {
        case "TOA", "TOR": self = .tornado
        case "SVA", "SVR", "SVS", "SMW": self = .thunderstorm
        case "FFA", "FFW", "FFS", "FLA", "FLW", "FLS", "DBA", "DBW": self = .flood
        case "BZW", "WSA", "WSW", "SQW", "ISW", "LSW", "FSW": self = .snowIce
        case "HWA", "HWW", "EWW": self = .wind
        case "HUA", "HUW", "HLS", "TRA", "TRW", "TYA", "TYW": self = .tropicalCyclone
        case "CFA", "CFW", "SSA", "SSW": self = .coastal
        case "TSA", "TSW": self = .tsunami
        case "AVA", "AVW": self = .avalanche
        case "DSW": self = .dust
        case "FRW", "WFA", "WFW": self = .forestFire
        case "FZW", "WCA", "WCW": self = .cold
        default: return nil
        }
    }

    /// The phenomenon of a Valid Time Event Code (NWS Instruction 10-1703, appendix A).
    init?(vtec phenomenon: String) {
        switch phenomenon.uppercased() {
        case "BW", "EW", "GL", "HF", "HW", "LW", "SC", "SI", "SR", "WI": self = .wind
        case "DF", "FA", "FF", "FL", "HY", "LS": self = .flood
        case "MA", "SV": self = .thunderstorm
        case "TO": self = .tornado
        case "FG", "MF", "ZF": self = .fog
        case "EH", "HT", "XH": self = .heat
        case "CW", "EC", "FR", "FZ", "HZ", "WC": self = .cold
        case "BH", "CF", "LO", "RB", "RP", "SE", "SS", "SU", "SW": self = .coastal
        case "TS": self = .tsunami
        case "DS", "DU": self = .dust
        case "BS", "BZ", "IS", "LE", "SQ", "UP", "WS", "WW", "ZR", "ZY": self = .snowIce
        case "FW": self = .forestFire
        case "HU", "TR", "TY": self = .tropicalCyclone
        case "AF", "AQ", "AS", "MH", "MS", "SM": self = .airQuality
        case "AV": self = .avalanche
        default: return nil
        }
    }

    /// An event number of Deutscher Wetterdienst (CAP profile 2.1, `II`).
    init?(dwd number: String) {
        switch Int(number) {
        case (31...49)?, (90...96)?: self = .thunderstorm
        case (11...16)?, (51...58)?: self = .wind
        case 59: self = .fog
        case (61...66)?: self = .rain
        case 24, (70...78)?, (84...87)?: self = .snowIce
        // Thaw, whose meltwater is the danger.
        case 88, 89: self = .flood
        case 22, 81, 82: self = .cold
        case 247, 248: self = .heat
        default: return nil
        }
    }

    /// A group of events of Deutscher Wetterdienst (CAP profile 2.1); nil for a group that accompanies another.
    init?(group: String) {
        switch group.uppercased() {
        case "THUNDERSTORM": self = .thunderstorm
        case "WIND": self = .wind
        case "TORNADO": self = .tornado
        case "RAIN": self = .rain
        case "SNOWFALL", "SNOWDRIFT", "GLAZE": self = .snowIce
        case "THAW": self = .flood
        case "FOG": self = .fog
        case "FROST": self = .cold
        case "HEAT": self = .heat
        default: return nil
        }
    }
}
