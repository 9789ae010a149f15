public import Weather

extension CAPInfo {
    /// By codes that authorities publish, else by the words of the event and the headline.
    public var kind: Alert.Kind {
        if let type = parameter("awareness_type"), let kind = Alert.Kind(awarenessType: type) { return kind }
        for code in eventCodes {
            let kind: Alert.Kind? =
                switch code.name.lowercased() {
                case "same", "nationalweatherservice": Alert.Kind(same: code.value)
                case "group": Alert.Kind(group: code.value)
                default: nil
                }
            if let kind { return kind }
        }
        return Alert.Kind(words: [event, headline])
    }
}

extension Alert.Kind {
    /// MeteoAlarm's `awareness_type`: `1; Wind`, `9; avalanches`.
    public init?(awarenessType text: String) {
        let number = Int(text.prefix { $0 != ";" }.filter { $0 != " " })
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

    /// An event code of Specific Area Message Encoding (NWS Instruction 10-1712, appendix G); nil for a general one, such as
    /// `SPS`.
    init?(same code: String) {
        switch code.uppercased() {
        case "TOA", "TOR": self = .tornado
        case "SVA", "SVR", "SVS": self = .thunderstorm
        case "FFA", "FFW", "FFS", "FLA", "FLW", "FLS", "DBW": self = .flood
        case "BZW", "WSA", "WSW", "SQW": self = .snowIce
        case "HWA", "HWW", "EWW": self = .wind
        case "HUA", "HUW", "HLS", "TRA", "TRW", "TYA", "TYW", "SSA", "SSW": self = .tropicalCyclone
        case "CFA", "CFW": self = .coastal
        case "TSA", "TSW": self = .tsunami
        case "AVA", "AVW": self = .avalanche
        case "DSW": self = .dust
        case "FRW": self = .forestFire
        case "FZW": self = .cold
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
        case "SNOWFALL", "SNOWDRIFT", "GLAZE", "THAW": self = .snowIce
        case "FOG": self = .fog
        case "FROST": self = .cold
        case "HEAT": self = .heat
        default: return nil
        }
    }

    /// By words of the texts, the first text first; `other` without a known one. A word is the beginning of a word of the text
    /// or, with a blank before it, only a whole one.
    public init(words texts: [String?]) {
        for text in texts.compactMap(\.self) {
            let words = " " + text.lowercased().map { $0.isLetter ? String($0) : " " }.joined() + " "
            if let row = Self.table.first(where: { $0.words.contains { words.contains(" " + $0) } }) {
                self = row.kind
                return
            }
        }
        self = .other
    }

    /// The first match counts: a tropical storm is no storm, and snow on the coast is snow. English, and the words that warnings in
    /// other languages have.
    private static let table: [(kind: Alert.Kind, words: [String])] = [
        (.tsunami, ["tsunami"]),
        (.wind, ["hurricane force"]),
        (.coastal, ["storm surge", "storm tide"]),
        (.tropicalCyclone, ["hurricane", "typhoon", "tropical", "cyclone", "huracán", "furacão", "ciclón", "ciclone"]),
        (.tornado, ["tornado", "waterspout", "funnel cloud"]),
        (
            .airQuality,
            ["air quality", "air stagnation", "smoke", "smog", "haze", "ashfall", "ozone", "particulate", "fumée"]
        ),
        (.dust, ["dust", "sandstorm", "sand storm", "blowing sand", "poeira", "polvo"]),
        (.avalanche, ["avalanche", "lawine", "alud", "valanghe", "snøskred", "lavin"]),
        (
            .forestFire,
            ["red flag", "fire", "wildfire", "forest fire", "waldbrand", "incendi", "incêndio", "skogbrann"]
        ),
        (
            .thunderstorm,
            [
                "thunder", "lightning", "hail", "gewitter", "orage", "torment", "tempestade", "temporal", "tordenvær",
                "åska", "granizo", "squall", "hagel", "grmljavin",
            ]
        ),
        (
            .snowIce,
            [
                "snow", "winter", "blizzard", "ice ", "icy", "icing", "black ice", "freezing rain", "freezing drizzle",
                "freezing spray", "sleet", "flash freeze", "schnee", "glatteis", "glätte", "neige", "verglas",
                "pluie verglaçante", "nieve", "nevad", "neve ", "snø", "snö", "lód", "śnieg",
            ]
        ),
        (.heat, ["heat", "high temperature", "hot ", "hitze", "canicule", "calor", "chaleur", "humidex"]),
        (
            .cold,
            [
                "cold", "frost", "freez", "low temperature", "chill", "wind chill", "arctic outflow", "kälte", "froid",
                "frío", "frio ", "geada",
            ]
        ),
        (.coastal, ["coastal", "surf ", "rip current", "beach", "high seas", "wave", "costeir", "coster"]),
        (
            .flood,
            [
                "flood", "hydrolog", "hochwasser", "überflut", "inondation", "crue ", "inundac", "inundaç", "alaga",
                "flom",
            ]
        ),
        (
            .wind,
            [
                "wind", "gale", "storm ", "gust", "small craft", "sturm", "orkan", "böen", "vent ", "viento", "ventos",
                "vendaval", "kuling", "vihur", "jugo", "bura ",
            ]
        ),
        (
            .rain,
            ["rain", "downpour", "precipitation", "shower", "regen", "pluie", "lluvia", "chuva", "pioggia", "regn"]
        ),
        (.fog, ["fog", "nebel", "brouillard", "niebla", "neblina", "nevoeiro", "tåke", "nebbia"]),
    ]
}
