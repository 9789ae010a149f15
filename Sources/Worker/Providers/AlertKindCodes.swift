public import Weather

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

    /// An event code of Specific Area Message Encoding (NWS Instruction 10-1712, appendix G; 47 CFR 11.31 (e)); nil for a general
    /// one, such as `SPS`.
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

    /// A group of events of Deutscher Wetterdienst (CAP profile 2.1); nil for one that goes with another.
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
