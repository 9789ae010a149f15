import Weather

// A message's own fields decide whether it is a warning, the same for every source: OASIS CAP 1.2, 3.2.1 and 3.2.2, and the
// parameters that services add.

extension CAPMessage {
    /// False if it is certainly a test, private, or a reply to another message.
    var isWanted: Bool {
        status ?? .actual == .actual && isPublic != false && kind != .ack && kind != .error
            && !infos.contains(where: \.isTest)
    }

    /// Whether it has every value that decides whether it is in force.
    var isComplete: Bool {
        !identifier.isEmpty && status != nil && isPublic != nil && kind != nil
    }

    /// Whether a message that lacks something may be a warning for the place.
    func mayApply(at now: UnixTime, _ regions: RegionsOfPlace) -> Bool {
        guard kind != .cancel, placement != .elsewhere else { return false }
        return infos.isEmpty
            || infos.contains { $0.isWarning(of: self, at: now) && regions.covers($0, of: self) != false }
    }
}

extension CAPInfo {
    /// How long a warning without an end is in force, s.
    private static let endless = 86_400

    /// Whether it is a danger that has not passed.
    func isWarning(of message: CAPMessage, at now: UnixTime) -> Bool {
        // CAP 1.2, 3.2.2: "Not expected to occur (p ~ 0)". Czechia lists this to report no warning.
        guard !isWithdrawn, certainty != .unlikely, !isOver(of: message, at: now) else { return false }
        // MeteoAlarm's levels for no warning.
        return awarenessLevel ?? 2 > 1 && isNatural
    }

    /// Whether the danger has ended, though its given end may be ahead: CAP's urgency `Past` ("responsive action is no longer
    /// required"), `AllClear` ("no longer poses a threat or concern") without a response that is an action, or the event's
    /// codes.
    var isWithdrawn: Bool {
        if urgency == .past || hasEndedHere { return true }
        // Some write `All Clear`.
        let words = responses.map { $0.lowercased().filter(\.isLetter) }
        if words.contains("allclear"), !words.contains(where: Self.actions.contains) { return true }
        let actions = vtec.map { $0.action.uppercased() }
        return !actions.isEmpty && actions.allSatisfy(Self.endingActions.contains)
    }

    /// The responses of CAP that are actions.
    private static let actions: Set<String> = ["shelter", "evacuate", "prepare", "execute", "avoid"]

    /// Cancelled, expired, and upgraded to another event.
    private static let endingActions: Set<String> = ["CAN", "EXP", "UPG"]

    /// Whether Environment Canada's status of its areas, `layer:EC-MSC-SMC:1.1:Alert_Location_Status`, says that it has ended.
    private var hasEndedHere: Bool {
        parameters.contains { parameter in
            let name = parameter.name.lowercased()
            return name.hasSuffix(":alert_location_status") && CanadianStatus(parameter.value) == .ended
        }
    }

    /// CAP 1.2, 3.2.2: it begins at `onset`, or else when it is effective or sent.
    func start(of message: CAPMessage) -> UnixTime? { onset ?? effective ?? message.sent }

    /// nil if the end could not be read, if there is no time at all, if there is no end and the service lists the warning as
    /// long as it is in force, or if the given end is before the beginning: it is then only the message's expiry.
    func end(of message: CAPMessage) -> UnixTime? {
        let start = start(of: message)
        if let end = dangersEnd ?? (hasUnreadableEnd ? nil : expires) {
            return start.map { $0 <= end } ?? true ? end : nil
        }
        guard !hasUnreadableEnd, message.placement != .here, let sent = message.sent ?? start else { return nil }
        let end = sent.advanced(by: Self.endless)
        return start.map { $0 < end } ?? true ? end : start?.advanced(by: Self.endless)
    }

    private func isOver(of message: CAPMessage, at now: UnixTime) -> Bool {
        if let end = end(of: message) { return end <= now }
        if let dangersEnd { return dangersEnd <= now }
        // A service that answers for the place lists only what is in force; a list of messages includes expired ones.
        guard message.placement != .here, !hasUnreadableEnd, let expires else { return false }
        return expires <= now
    }

    /// The end of the danger, also from the parameter that NWS adds to CAP.
    private var dangersEnd: UnixTime? { ends ?? parameter("eventendingtime")?.capTime }

    /// The severity, and MeteoAlarm's level of danger if that is worse.
    var toldSeverity: Alert.Severity {
        switch awarenessLevel {
        case 2?: max(severity, .moderate)
        case 3?: max(severity, .severe)
        case 4?: max(severity, .extreme)
        default: severity
        }
    }

    /// MeteoAlarm's level: 0 and 1 (white and green, no warning) to 4 (red); nil for another authority's.
    private var awarenessLevel: Int? {
        guard let text = parameter("awareness_level") else { return nil }
        if let number = Int(text.prefix { $0 != ";" && $0 != "." }.filter(\.isNumber)) { return number }
        let words = text.lowercased().split { !$0.isLetter }
        return ["white", "green", "yellow", "orange", "red"].firstIndex { words.contains($0[...]) }
    }
}

/// Environment and Climate Change Canada's status of a warning in a zone, in English or French; nil for another word.
public enum CanadianStatus {
    case standing, ended

    public init?(_ word: String) {
        switch word.lowercased().filter(\.isLetter) {
        case "issued", "continued", "updated", "extended", "active", "émis", "maintenu", "misàjour", "prolongé",
            "actif":
            self = .standing
        case "ended", "ending", "cancelled", "canceled", "transitionedout", "expired", "terminé", "annulé", "expiré":
            self = .ended
        default: return nil
        }
    }
}

/// The Valid Time Event Code of an NWS product, `/O.NEW.KPQR.WS.W.0003.201220T1800Z-201222T1800Z/` (NWS Instruction 10-1703).
struct VTEC {
    /// `O` for operational, `T` for a test.
    let productClass: Substring
    /// `NEW`, `CON`, `CAN`.
    let action: Substring
    /// `WS` for a winter storm.
    let phenomenon: Substring
    /// `W` for a warning.
    let significance: Substring

    /// nil for another text.
    init?(_ text: some StringProtocol) {
        let parts = Substring(text).split { $0 == "/" || $0.isWhitespace }.first?.split(separator: ".") ?? []
        guard parts.count >= 6, parts[0].count == 1, parts[1].count == 3, parts[3].count == 2 else { return nil }
        (productClass, action, phenomenon, significance) = (parts[0], parts[1], parts[3], parts[4])
    }
}

extension CAPInfo {
    /// One for each event of the message.
    var vtec: [VTEC] {
        parameters.filter { $0.name.lowercased() == "vtec" }.compactMap { VTEC($0.value) }
    }
}

// Besides its status, a message's subject decides whether it is a warning: not tests, and not dangers that are not natural.

extension CAPInfo {
    /// The categories of CAP that are neither weather nor caused by it. They count if their text names such a danger; a word
    /// that CAP does not have excludes nothing.
    private static let others: Set<String> = [
        "safety", "security", "rescue", "transport", "infra", "cbrne", "other",
    ]

    /// Whether it is about a natural danger, or may be.
    var isNatural: Bool {
        if categories.isEmpty || !Self.others.isSuperset(of: categories) || kind != .other { return true }
        return isWithoutCause && Alert.Kind(words: [description, instruction]) != .other
    }

    /// Whether it states what to do, but not the danger, which only the description names: an evacuation may be for a fire.
    private var isWithoutCause: Bool {
        let words = (event ?? "").lowercased().split { !$0.isLetter }.joined(separator: " ")
        return sameCodes.contains(where: ["EVI", "EVA", "SPW", "LAE", "CEM", "CDW"].contains)
            || responses.contains { ["evacuate", "shelter"].contains($0.lowercased()) }
            || ["evacuat", "shelter", "local area emergency", "civil emergency", "civil danger"].contains(
                where: words.hasPrefix)
    }

    /// Whether its codes or its name mark it as a test: product class `T` of VTEC, the events `TEST-WARNUNG` (98) and
    /// `TEST-UNWETTERWARNUNG` (99) of Deutscher Wetterdienst, test events of the Canadian profile and of SAME.
    var isTest: Bool {
        func values(_ isList: (String) -> Bool) -> [String] {
            eventCodes.filter { isList($0.name.lowercased()) }.map(\.value)
        }
        return vtec.contains { $0.productClass.uppercased() == "T" }
            || values { $0 == "ii" }.contains { ["98", "99"].contains($0) }
            || values { $0.hasPrefix("profile:cap-cp:event") }.contains { $0.lowercased() == "testmessage" }
            || sameCodes.contains(where: Self.sameTests.contains)
            || event?.isNameOfTest ?? false || headline?.beginsWithTest ?? false
    }

    private var sameCodes: [String] {
        eventCodes.filter { ["same", "nationalweatherservice"].contains($0.name.lowercased()) }
            .map { $0.value.uppercased() }
    }

    /// Tests, demonstrations, and messages about the network itself (47 CFR 11.31 (e); NWS Instruction 10-1712).
    private static let sameTests: Set<String> = [
        "RWT", "RMT", "NPT", "NST", "NAT", "DMO", "TST", "NIC", "NMN", "EAT", "TXB", "TXF", "TXO", "TXP",
    ]
}

extension String {
    /// Whether it names a test instead of an event: `Required Weekly Test`, `Practice/Demo Warning`, `Test Message`.
    public var isNameOfTest: Bool {
        let words = lowercased().split { !$0.isLetter }.map(String.init)
        guard let first = words.first, let last = words.last else { return false }
        return Self.networkMessages.contains(words.joined(separator: " ")) || Self.tests.contains(first)
            || Self.tests.contains(last) || Self.exercises.contains(last) || beginsWithTest
    }

    /// Whether its first word is a test's in German, whose authorities name the test only in the headline.
    fileprivate var beginsWithTest: Bool {
        let word = prefix(100).lowercased().split { !$0.isLetter }.first ?? ""
        return ["probealarm", "probewarn", "testwarn", "testalarm", "testmeldung"].contains(where: word.hasPrefix)
    }

    /// As the first or the last word.
    private static let tests: Set<String> = [
        "test", "tests", "teste", "testes", "prueba", "pruebas", "essai", "essais", "тест", "testvarsel", "testmelding",
        "testimeddelande", "測試", "测试", "テスト", "시험",
    ]

    /// As the last word.
    private static let exercises: Set<String> = [
        "exercise", "drill", "demo", "exercice", "ejercicio", "simulacro", "esercitazione", "exercício", "übung",
        "oefening", "övning", "øvelse", "harjoitus", "ćwiczenia", "cvičení", "тренировка", "навчання", "演習", "演练",
        "prova",
    ]

    /// The names of demonstrations and of messages about the network (47 CFR 11.31 (e)).
    private static let networkMessages: Set<String> = [
        "practice demo warning", "network message notification", "national information center",
        "emergency action termination", "transmitter carrier off", "transmitter carrier on", "transmitter backup on",
        "transmitter primary on",
    ]
}

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
    /// Whether all codes with a known meaning are at sea; false without such codes.
    var isSea: Bool {
        let codes = geocodes.compactMap(\.isSea)
        return !codes.isEmpty && codes.allSatisfy { $0 }
    }

    /// Whether MeteoAlarm's codes are all at sea; the area may also have codes of other services.
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
