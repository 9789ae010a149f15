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

    /// Whether it ends what it refers to: an Update or a Cancel does (3.2.1 `msgType`), and so does a message of another type
    /// with which the danger is over.
    fileprivate var endsItsReferences: Bool {
        kind == .update || kind == .cancel || !infos.isEmpty && infos.allSatisfy(\.isWithdrawn)
    }
}

extension [CAPMessage] {
    /// The identifiers that others have replaced or cancelled, wherever these apply and even if they have expired, with those
    /// that an ended one had replaced. A message that refers to itself does not end itself, and of several that refer to each
    /// other the latest stand.
    var ended: Set<String> {
        var references: [String: [String]] = [:]
        var ending: [String: (sent: UnixTime, references: [String])] = [:]
        for message in self {
            let others = message.references.map(\.identifier).filter { $0 != message.identifier }
            references[message.identifier, default: []] += others
            guard message.endsItsReferences else { continue }
            ending[message.identifier, default: (.distantPast, [])].references += others
            if let sent = message.sent, sent > ending[message.identifier]?.sent ?? .distantPast {
                ending[message.identifier]?.sent = sent
            }
        }
        var ended: Set<String> = []
        var standing: Set<String> = []
        func end(_ identifiers: [String]) {
            var toEnd = identifiers
            while let identifier = toEnd.popLast() {
                guard !standing.contains(identifier), ended.insert(identifier).inserted else { continue }
                toEnd += references[identifier] ?? []
            }
        }
        for (_, references) in ending.values { end(references) }
        let referred = ended
        ended = []
        for (identifier, message) in ending where !referred.contains(identifier) { end(message.references) }
        // What is left is in a circle.
        var left = ending.filter { !ended.contains($0.key) && referred.contains($0.key) }.sorted {
            $0.value.sent > $1.value.sent
        }[...]
        while let latest = left.first?.value.sent {
            let equal = left.prefix { $0.value.sent == latest }
            left = left.dropFirst(equal.count)
            let kept = equal.filter { !ended.contains($0.key) }
            standing.formUnion(kept.map(\.key))
            for message in kept { end(message.value.references) }
        }
        return ended
    }
}

extension CAPInfo {
    /// How long a warning without an end is in force, s.
    private static let endless = 86_400
    /// The categories of CAP that are neither weather nor caused by it. They count if their text names such a danger; a word
    /// that CAP does not have excludes nothing.
    private static let others: Set<String> = [
        "safety", "security", "rescue", "transport", "infra", "cbrne", "other",
    ]

    /// Whether it is a danger that has not passed.
    func isWarning(of message: CAPMessage, at now: UnixTime) -> Bool {
        guard !isWithdrawn, now < end(of: message) ?? .distantFuture else { return false }
        // MeteoAlarm's level for no warning.
        if awarenessLevel == 1 { return false }
        return categories.isEmpty || !Self.others.isSuperset(of: categories) || kind != .other
    }

    /// Whether the danger is over, though its end may be ahead: CAP's urgency `Past` ("responsive action is no longer required"),
    /// no other response than `AllClear` ("no longer poses a threat or concern"), or the event's codes.
    var isWithdrawn: Bool {
        if urgency == .past { return true }
        if !responses.isEmpty, responses.allSatisfy({ $0 == "allclear" }) { return true }
        let actions = vtec.map(\.action)
        return !actions.isEmpty && actions.allSatisfy(Self.endingActions.contains)
    }

    /// Cancelled, expired, and upgraded to another event.
    private static let endingActions: Set<Substring> = ["CAN", "EXP", "UPG"]

    /// Whether the event's codes mark it as a test, besides the message's status: product class `T` of VTEC, and the events
    /// `TEST-WARNUNG` (98) and `TEST-UNWETTERWARNUNG` (99) of Deutscher Wetterdienst.
    fileprivate var isTest: Bool {
        let codes = eventCodes.filter { $0.name.lowercased() == "ii" }.map(\.value)
        return vtec.contains { $0.productClass == "T" } || codes.contains("98") || codes.contains("99")
    }

    /// CAP 1.2, 3.2.2: it begins at `onset`, or else when it is effective or sent.
    func start(of message: CAPMessage) -> UnixTime? { onset ?? effective ?? message.sent }

    /// nil for a warning whose end could not be read, for one without an end that its service lists as long as it stands, and
    /// for one without any time.
    func end(of message: CAPMessage) -> UnixTime? {
        if let end = ends ?? parameter("eventendingtime")?.capTime { return end }
        if hasUnreadableEnd { return nil }
        if let expires { return expires }
        return message.placement == .here ? nil : start(of: message)?.advanced(by: Self.endless)
    }

    /// MeteoAlarm's level: 1 (green, no warning) to 4 (red); nil for another authority's.
    private var awarenessLevel: Int? {
        parameter("awareness_level").flatMap { Int($0.prefix { $0 != ";" && $0 != "." }.filter(\.isNumber)) }
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
