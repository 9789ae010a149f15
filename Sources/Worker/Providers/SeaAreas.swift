// Areas that are only sea, by the codes of their services.

extension CAPInfo.Value {
    /// Whether a geocode names a part of the sea or of a great lake; nil for a list in which that is not known.
    var isSea: Bool? {
        switch name.lowercased() {
        case "emma_id": Self.isSea(emmaID: value)
        case "ugc": Self.isSea(ugc: value)
        // Deutscher Wetterdienst: 4 for the sea, 5 for coastal waters.
        case "warncellid": value.utf8.count == 9 && (value.hasPrefix("4") || value.hasPrefix("5"))
        // Environment Canada: the first two digits are the province, and 00 the waters.
        case let name where name.hasSuffix(":clc"): value.utf8.count == 6 && value.hasPrefix("00")
        default: nil
        }
    }

    /// MeteoAlarm numbers regions of the sea from 801, except in Austria, whose Vorarlberg has these numbers.
    static func isSea(emmaID code: String) -> Bool {
        let digits = code.utf8.dropFirst(2)
        return digits.count == 3 && digits.first == UInt8(ascii: "8") && !code.hasPrefix("AT")
    }

    /// The marine zones of the National Weather Service (NWS Instruction 10-1702, appendix C).
    private static let marineZones: Set<String> = [
        "AM", "AN", "GM", "LC", "LE", "LH", "LM", "LO", "LS", "PH", "PK", "PM", "PS", "PZ", "SL",
    ]

    private static func isSea(ugc code: String) -> Bool {
        let code = code.uppercased()
        return code.dropFirst(2).first == "Z" && marineZones.contains(String(code.prefix(2)))
    }
}

extension CAPArea {
    /// Whether all codes that tell are of the sea; false without such codes.
    var isSea: Bool {
        let codes = geocodes.compactMap(\.isSea)
        return !codes.isEmpty && codes.allSatisfy { $0 }
    }

    /// Whether MeteoAlarm's codes are all of the sea; they stand beside codes of other services.
    var isSeaRegion: Bool {
        let codes = geocodes.filter { $0.name.lowercased() == "emma_id" }
        return !codes.isEmpty && codes.allSatisfy { $0.isSea == true }
    }
}

extension CAPInfo {
    /// Whether it is for ships: MET Norway's parameter, or all areas have codes of the sea.
    var isMarine: Bool {
        if parameter("geographicdomain")?.lowercased() == "marine" { return true }
        return !areas.isEmpty && areas.allSatisfy(\.isSea)
    }
}
