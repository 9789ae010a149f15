import Weather

// One message may describe several dangers, each in several languages, and messages with one identifier may be corrections of each
// other or, from an authority that always uses the same, different warnings.

extension [CAPMessage] {
    /// The messages of each identifier and sender, in a fixed order. Where several senders have an identifier, all but the first
    /// have their sender in it.
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

    /// Of messages with the same identifier, those that no later one for the place corrects: a correction has the same kinds of
    /// danger. Of several, all but the earliest have their kind in the identifier.
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
    /// Each danger in one language: the user's, else English, else the first one's. An info in another language is a danger of its
    /// own, unless one like it is there.
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

/// What an info says of its danger, in any language.
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

    /// Whether it may be the same one, translated.
    func isSame(as other: Danger) -> Bool {
        guard onset == other.onset, expires == other.expires else { return false }
        if !codes.isEmpty, !other.codes.isEmpty { return codes == other.codes }
        return kind == other.kind || kind == .other || other.kind == .other
    }
}
