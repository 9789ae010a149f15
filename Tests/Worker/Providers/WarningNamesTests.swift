import Foundation
import Providers
import Testing
import Weather

/// The services' own names of warnings, and names in the languages of their authorities, with their kinds.
struct WarningName: Sendable, CustomTestStringConvertible {
    /// The name of the source in config.toml, or a language.
    let source: String
    let name: String
    let kind: String

    var testDescription: String { "\(source): \(name)" }

    static let all: [WarningName] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "warnings.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            return fields.count == 3 ? WarningName(source: fields[0], name: fields[1], kind: fields[2]) : nil
        }
    }()
}

struct WarningNamesTests {
    @Test func everyNameHasItsKind() {
        for name in WarningName.all {
            #expect(Alert.Kind(words: [name.name]).rawValue == name.kind, "\(name.testDescription)")
        }
    }

    /// The lists are as long as the services', in every language that a source's authority uses.
    @Test func everyServiceAndScriptIsListed() {
        let counts = Dictionary(grouping: WarningName.all, by: \.source).mapValues(\.count)
        #expect(counts["nws", default: 0] >= 128)
        #expect(counts["environment-canada", default: 0] >= 80 && counts["bright-sky", default: 0] >= 60)
        #expect(counts["met-norway", default: 0] >= 30 && counts["meteoalarm", default: 0] >= 30)
        #expect(counts.count >= 65)
        #expect(Set(WarningName.all.map(\.kind)) == Set(Alert.Kind.allCases.map(\.rawValue)))
    }

    /// As authorities write them: in capitals, with a colour, or among other words.
    @Test(arguments: [
        ("СИЛЬНЫЙ ВЕТЕР", Alert.Kind.wind), ("湖北省气象台发布大风蓝色预警", .wind), ("洪湖市气象台发布大雾橙色预警", .fog),
        ("雨花台区发布高温预警", .heat), ("Peringatan Dini Hujan Lebat", .rain), ("KUVVETLİ YAĞIŞ", .rain),
        ("ΙΣΧΥΡΟΙ ΑΝΕΜΟΙ", .wind), ("rainFlood", .flood), ("Snow-Ice", .snowIce), ("تنبيه: رياح نشطة", .wind),
        ("yellow Tåge", .fog), ("Alerte orange: Vents violents", .wind), ("Permian Basin", .other), ("Notice", .other),
        ("Standing committee", .other), ("चालू सूचना", .other),
    ])
    func nameIsFoundAmongOtherWords(text: String, kind: Alert.Kind) {
        #expect(Alert.Kind(words: [text]) == kind)
    }

    /// Codes and parameters say more than words, which may be in a language without any known.
    @Test func codesComeBeforeWords() {
        var info = CAPInfo()
        info.event = "Xyzzy wind"
        #expect(info.kind == .wind)
        info.categories = ["fire"]
        #expect(info.kind == .forestFire)
        info.eventCodes = [CAPInfo.Value("SAME", "SPS"), CAPInfo.Value("SAME", "SQW")]
        #expect(info.kind == .snowIce)
        info.parameters = [CAPInfo.Value("VTEC", "/O.NEW.KPQR.ZF.Y.0003.201220T1800Z-201222T1800Z/")]
        #expect(info.kind == .fog)
        info.parameters.append(CAPInfo.Value("awareness_type", "14; dust"))
        #expect(info.kind == .dust)
        info.parameters[1].value = "5; high-temperature"
        #expect(info.kind == .heat)
    }

    @Test(arguments: [
        ("II", "31", Alert.Kind.thunderstorm), ("II", "52", .wind), ("II", "63", .rain), ("II", "85", .snowIce),
        ("II", "59", .fog), ("II", "82", .cold), ("II", "247", .heat), ("II", "246", .other),
        ("GROUP", "GLAZE", .snowIce), ("II", "88", .flood), ("II", "89", .flood), ("GROUP", "THAW", .flood),
        ("SAME", "DBA", .flood), ("SAME", "DBW", .flood),
        ("profile:CAP-CP:Event:0.4", "freezeDrzl", .snowIce), ("profile:CAP-CP:Event:0.4", "dustStorm", .dust),
        ("profile:CAP-CP:Event:0.4", "weather", .other), ("SAME", "SMW", .thunderstorm), ("SAME", "SSW", .coastal),
        ("NationalWeatherService", "TOR", .tornado), ("LICENSE", "wind", .other),
    ])
    func eventCodesHaveKinds(list: String, code: String, kind: Alert.Kind) {
        var info = CAPInfo()
        info.eventCodes = [CAPInfo.Value(list, code)]
        #expect(info.kind == kind)
    }

    /// Every phenomenon of NWS Instruction 10-1703.
    @Test func everyPhenomenonHasAKind() {
        let phenomena = """
            AF AS BH BW BZ CF CW DF DS DU EC EH EW FA FF FG FL FR FW FZ GL HF HT HU HW HY HZ IS LE LO LS LW MA MF MH MS RB RP SC SE SI \
            SM SQ SR SS SU SV SW TO TR TS TY UP WC WI WS WW XH ZF ZR ZY
            """
        for phenomenon in phenomena.split(separator: " ") {
            var info = CAPInfo()
            info.parameters = [CAPInfo.Value("VTEC", "/O.CON.KOKX.\(phenomenon).W.0001.000000T0000Z-201222T1800Z/")]
            #expect(info.kind != .other, "\(phenomenon)")
        }
    }
}
