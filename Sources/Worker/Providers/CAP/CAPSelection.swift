public import Weather

/// The warnings for a place among messages of the Common Alerting Protocol.
public struct CAPSelection: Sendable {
    public private(set) var alerts: [Alert] = []
    /// Counts of warnings that may apply but are not in `alerts`.
    public private(set) var omitted = OmittedAlerts()
    /// Number of messages.
    public let count: Int
    /// Number of messages that were understood, whether or not they apply.
    public private(set) var understood: Int

    /// Maximum number of warnings at a place; severe warnings come first.
    static let most = 100

    /// - Parameters:
    ///   - messages: all messages of a source, including those that only end others.
    ///   - now: the wall clock.
    ///   - locale: the user's language, as in `LANG` or of BCP 47. English is next, then a message's first.
    ///   - regions: the place, and the shapes of geocodes.
    public init(of messages: [CAPMessage], now: UnixTime, locale: String, regions: RegionsOfPlace) {
        let incomplete = messages.filter { $0.isWanted && !$0.isComplete }
        (count, understood) = (messages.count, messages.count - incomplete.count)
        let messages = messages.filter { $0.isWanted && $0.isComplete }
        omitted.unreadable = incomplete.count { $0.mayApply(at: now, regions) }
        let ended = messages.ended
        let standing = messages.filter { ($0.kind == .alert || $0.kind == .update) && !ended.contains($0.key) }
        var found: [Found] = []
        for same in standing.distinct {
            for message in same.corrected(for: regions) { found += take(message, at: now, locale, regions) }
        }
        if found.count > Self.most {
            omitted.unreadable += found.count - Self.most
            found = Array(found.sorted { $0.info.toldSeverity > $1.info.toldSeverity }.prefix(Self.most))
        }
        let standingHere = Dictionary(grouping: found.map(\.message), by: \.identifier)
        alerts = found.map { found in
            var message = found.message
            // Another authority's message with the identifier has not been replaced.
            message.references = message.allReferences.filter { reference in
                standingHere[reference.identifier]?.contains(where: reference.means) ?? true
            }
            return Alert(found.info, of: message, number: found.number, regions)
        }
    }

    /// A warning for the place.
    private struct Found {
        var message: CAPMessage
        var info: CAPInfo
        /// Index of the info among the message's infos for the place.
        var number: Int
    }

    /// The parts of a message that apply to the place; parts that may apply are counted.
    private mutating func take(
        _ message: CAPMessage, at now: UnixTime, _ locale: String, _ regions: RegionsOfPlace
    ) -> [Found] {
        if message.infos.isEmpty, message.placement != .elsewhere {
            omitted.unreadable += 1
            understood -= 1
        }
        let infos = message.infos.filter { $0.isWarning(of: message, at: now) && !regions.excludes($0) }
        let fits = infos.map { regions.covers($0, of: message) }
        let fitting = zip(infos, fits).filter { $0.1 == true }.map(\.0)
        guard fitting.isEmpty else {
            return fitting.dangers(in: locale).enumerated().map { Found(message: message, info: $1, number: $0) }
        }
        let uncertain = zip(infos, fits).filter { $0.1 == nil }.map(\.0)
        if let severity = uncertain.filter(\.namesRegions).map(\.toldSeverity).max() {
            omitted.unlocated += 1
            omitted.unlocatedSeverity = max(omitted.unlocatedSeverity, severity)
        } else if !uncertain.isEmpty {
            omitted.unreadable += 1
            understood -= 1
        }
        return []
    }
}

extension CAPInfo {
    /// Whether a region that it names, by code or only in words, may contain the place.
    fileprivate var namesRegions: Bool {
        areas.contains { area in
            area.rings.isEmpty && area.circles.isEmpty
                && (!area.geocodes.isEmpty || area.name != nil && !area.hasDamagedShape)
        }
    }
}

extension Alert {
    /// - Parameter number: of the info, among those of a message that apply to a place.
    fileprivate init(_ info: CAPInfo, of message: CAPMessage, number: Int, _ regions: RegionsOfPlace) {
        self.init(
            id: number == 0 ? message.identifier : "\(message.identifier) \(number + 1)",
            replaces: message.references.map(\.identifier).filter { $0 != message.identifier },
            event: info.name ?? message.identifier)
        headline = info.headline
        text = info.description
        instruction = info.instruction
        let named = info.areas.filter { message.placement == .here || regions.covers($0) == true }
        area = named.compactMap(\.name).first
        sender = info.senderName
        severity = info.toldSeverity
        urgency = info.urgency
        certainty = info.certainty
        kind = info.kind
        issuedAt = message.sent
        onset = info.start(of: message)
        ends = info.end(of: message)
        areas = AlertArea.simplified(named.flatMap(regions.shapes) + info.areas.flatMap(regions.shapes))
        web = info.web
    }
}

extension CAPInfo {
    /// The event, or else the headline. An event of parameters, `awareness_type=12,awareness_level=2.0`, is not a name.
    fileprivate var name: String? {
        guard let event, event.parameters == nil else { return headline ?? event }
        return event
    }
}

extension String {
    /// The items of a list of names, equals signs and values; nil for another text. Names are in lower case.
    var parameters: [CAPInfo.Value]? {
        guard contains("=") else { return nil }
        var values: [CAPInfo.Value] = []
        for item in split(whereSeparator: { ",;&".contains($0) }) {
            let item = item.drop(while: \.isWhitespace)
            let name = item.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
            let rest = item[name.endIndex...].drop(while: \.isWhitespace)
            guard !name.isEmpty, rest.first == "=" else { return nil }
            values.append(CAPInfo.Value(name.lowercased(), String(rest.dropFirst().drop(while: \.isWhitespace))))
        }
        return values.isEmpty ? nil : values
    }
}

// One message may describe several dangers, each in several languages, and messages with one identifier may be corrections of
// each other or, from an authority that always uses the same, different warnings.

extension [CAPMessage] {
    /// The messages of each identifier and sender, in a fixed order. If several senders use an identifier, all but the first
    /// get their sender added to it.
    var distinct: [[CAPMessage]] {
        let groups = Dictionary(grouping: self, by: \.key).sorted { left, right in
            let (one, other) = (left.key, right.key)
            return one.identifier == other.identifier ? one.sender < other.sender : one.identifier < other.identifier
        }
        return groups.enumerated().map { index, group in
            let (key, messages) = group
            guard index > 0, groups[index - 1].key.identifier == key.identifier else { return messages }
            return messages.map { message in
                var named = message
                named.references.removeAll { $0.means(message) }
                named.identifier += " \(key.sender)"
                return named
            }
        }
    }

    /// The messages of one identifier that no later message for the place corrects: a correction has the same kinds of danger.
    /// If several remain, all but the earliest get their kind added to the identifier.
    func corrected(for regions: RegionsOfPlace) -> [CAPMessage] {
        guard count > 1 else { return self }
        var known: Set<Alert.Kind> = []
        var kept: [(message: CAPMessage, kind: Alert.Kind?)] = []
        // The latest first, and equal ones in their order.
        let order = indices.sorted { left, right in
            let (one, other) = (self[left].sent ?? .distantPast, self[right].sent ?? .distantPast)
            return one == other ? left < right : one > other
        }
        for message in order.map({ self[$0] }) where message.placement != .elsewhere {
            let infos = message.infos.filter { regions.covers($0, of: message) != false }
            guard !infos.isEmpty || message.infos.isEmpty else { continue }
            let new = Set(infos.map(\.kind)).subtracting(known)
            if new.isEmpty, !kept.isEmpty { continue }
            known.formUnion(new)
            kept.append((message, new.min { $0.rawValue < $1.rawValue }))
        }
        return kept.indices.map { index in
            var message = kept[index].message
            if index < kept.count - 1, let kind = kept[index].kind {
                let identifier = message.identifier
                message.references.removeAll { $0.identifier == identifier }
                message.identifier = "\(identifier) \(kind.rawValue)"
            }
            return message
        }
    }
}

extension [CAPInfo] {
    /// Each danger in one language: the user's, else English, else the first one's. An info in another language is a separate
    /// danger, unless a similar one has been taken.
    func dangers(in locale: String) -> [CAPInfo] {
        let byLanguage = Dictionary(grouping: self, by: \.language)
        guard byLanguage.count > 1 else { return self }
        var infos: [CAPInfo] = []
        var dangers: [Danger] = []
        for tag in LanguageTag.ranked(map(\.language), for: locale) {
            let own = (byLanguage[tag] ?? []).map { ($0, Danger($0)) }
            // More than are shown need not be compared.
            let known = dangers.prefix(CAPSelection.most)
            for (info, danger) in own where !known.contains(where: { $0.isSame(as: danger) }) {
                infos.append(info)
                dangers.append(danger)
            }
        }
        return infos
    }
}

/// What identifies a danger in every language.
private struct Danger {
    let kind: Alert.Kind
    let codes: Set<CAPInfo.Value>
    let onset: UnixTime?
    let expires: UnixTime?

    init(_ info: CAPInfo) {
        kind = info.kind
        codes = Set(info.eventCodes)
        (onset, expires) = (info.onset, info.expires)
    }

    /// Whether it may be the same danger, translated.
    func isSame(as other: Danger) -> Bool {
        guard onset == other.onset, expires == other.expires else { return false }
        if !codes.isEmpty, !other.codes.isEmpty { return codes == other.codes }
        return kind == other.kind || kind == .other || other.kind == .other
    }
}

/// Language tags of BCP 47.
public enum LanguageTag {
    /// The tag for a locale: the same language and script or country, else the same language, else English, else the
    /// first.
    public static func best(of tags: [String], for locale: String) -> String? { ranked(tags, for: locale).first }

    /// The tags, each once and the best first.
    static func ranked(_ tags: [String], for locale: String) -> [String] {
        let wanted = parts(of: locale)
        func rank(_ tag: String) -> Int {
            let parts = parts(of: tag)
            guard let first = parts.first else { return 0 }
            if let language = wanted.first, isSame(first, language) {
                // `sr` rather than `sr-latn`, and `de` rather than `de-LS` (simple German).
                let common = parts.dropFirst().count { wanted.dropFirst().contains($0) }
                return 3000 + 100 * common - parts.count
            }
            return first == "en" ? 2000 - parts.count : 0
        }
        var seen: Set<String> = []
        let ranks = tags.filter { seen.insert($0).inserted }.enumerated().map { ($0, $1, rank($1)) }
        // The first of the best.
        return ranks.sorted { $0.2 == $1.2 ? $0.0 < $1.0 : $0.2 > $1.2 }.map(\.1)
    }

    private static func parts(of tag: String) -> [String] {
        tag.prefix { $0 != "." && $0 != "@" }.split { $0 == "-" || $0 == "_" }.prefix(8).map { $0.lowercased() }
    }

    /// Norwegian has codes for its written forms.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        let norwegian: Set<String> = ["no", "nb", "nn"]
        return left == right || norwegian.contains(left) && norwegian.contains(right)
    }
}
