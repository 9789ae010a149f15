import Weather

// What a message says of itself decides whether it is a warning, the same for every source: OASIS CAP 1.2, 3.2.1 and 3.2.2, and
// the parameters that services add to it.

extension CAPMessage {
    /// Whether it is not certain to be a test, private, or a reply to another message.
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
        // CAP 1.2, 3.2.2: "Not expected to occur (p ~ 0)". Czechia lists so that there is no warning.
        guard !isWithdrawn, certainty != .unlikely, !isOver(of: message, at: now) else { return false }
        // MeteoAlarm's levels for no warning.
        return awarenessLevel ?? 2 > 1 && isNatural
    }

    /// Whether the danger is over, though its end may be ahead: CAP's urgency `Past` ("responsive action is no longer required"),
    /// `AllClear` ("no longer poses a threat or concern") without a response that is an action, or the event's codes.
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

    /// nil for a warning whose end could not be read, for one without an end that its service lists as long as it stands, for
    /// one without any time, and if the end that is given is before the beginning. Such an expiry is the message's alone.
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
        // A service that is asked for the place lists what stands; a list of messages has the expired ones too.
        guard message.placement != .here, !hasUnreadableEnd, let expires else { return false }
        return expires <= now
    }

    /// The end of the danger, in the parameter too that NWS adds to CAP.
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

/// What Environment and Climate Change Canada says of a warning in a zone, in English or French; nil for another word.
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
