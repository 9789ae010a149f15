import Weather

// Messages end others that they refer to: CAP 1.2, 3.2.1 `references`.

extension CAPMessage {
    /// An identifier is unique for its sender alone: CAP 1.2, 3.2.1.
    struct Key: Hashable {
        var identifier: String
        var sender: String
    }

    var key: Key { Key(identifier: identifier, sender: sender) }

    /// What it ends. An Update or a Cancel ends what it refers to (3.2.1 `msgType`), and so does a message of another type
    /// that ends the danger; expired messages are in a parameter of their own (NWS).
    var endedReferences: [Reference] {
        if let endsElsewhere { return endsElsewhere }
        let ends = kind == .update || kind == .cancel || !infos.isEmpty && infos.allSatisfy(\.isWithdrawn)
        return (ends ? references : []) + expiredReferences
    }

    /// All that it refers to, with what has expired.
    var allReferences: [Reference] { references + (endsElsewhere ?? expiredReferences) }

    private var expiredReferences: [Reference] {
        infos.flatMap { info in
            info.parameters.filter { $0.name.lowercased() == "expiredreferences" }.flatMap { Reference.list($0.value) }
        }
    }

    /// The same without infos if all of them are for other places: what it ends still counts.
    public func reduced(to regions: RegionsOfPlace) -> CAPMessage {
        guard !infos.isEmpty, infos.allSatisfy({ regions.covers($0.areas) == false }) else { return self }
        var message = self
        message.endElsewhere()
        return message
    }

    /// Leaves the infos out, since the message is for other places.
    public mutating func endElsewhere() {
        endsElsewhere = isWanted ? endedReferences : []
        infos = []
        placement = .elsewhere
    }
}

extension CAPMessage.Reference {
    /// Whether it means a message. Some authorities cut the time (DWD) or give another name than as the sender (MoWaS), so one of
    /// the two is enough; a service that lists its own messages gives identifiers alone.
    func means(_ message: CAPMessage) -> Bool {
        guard identifier == message.identifier else { return false }
        return sender.isEmpty || message.sender.isEmpty || sender.lowercased() == message.sender.lowercased()
            || identifier.isOf(sender) || isSent(with: message)
    }

    /// Whether the times are equal, as far as the reference has them.
    private func isSent(with message: CAPMessage) -> Bool {
        guard let sent else { return false }
        if sent.utf8.count >= "2026-11-21T18:00".utf8.count, message.sentText.hasPrefix(sent) { return true }
        guard let time = sent.capTime, let own = message.sent else { return false }
        return time == own || time.seconds % 60 == 0 && (0..<60).contains(own.seconds(since: time))
    }

    /// CAP's list `sender,identifier,sent sender,identifier,sent`, in which a time may be missing. A lone word is an identifier.
    public static func list(_ text: String) -> [CAPMessage.Reference] {
        text.split { $0.isWhitespace }.prefix(CAPLimits.references).map { reference in
            let parts = reference.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 1 else { return CAPMessage.Reference(sender: "", identifier: String(reference)) }
            return CAPMessage.Reference(
                sender: parts[0], identifier: parts[1], sent: parts.count > 2 && !parts[2].isEmpty ? parts[2] : nil)
        }
    }
}

extension String {
    /// Whether an identifier begins with its sender, as `mow.DE-HE-KS-SE106-20250313-106-000` does after the service's name.
    fileprivate func isOf(_ sender: String) -> Bool {
        // A shorter one would be the beginning of another.
        guard sender.utf8.count >= 5 else { return false }
        let afterService = drop { $0 != "." }.dropFirst()
        return [self[...], afterService].contains { part in
            part.hasPrefix(sender) && part.dropFirst(sender.count).first.map { !$0.isLetter && !$0.isNumber } ?? false
        }
    }
}

extension [CAPMessage] {
    /// The most messages with one identifier that a reference is compared with.
    private static let mostNamesakes = 100

    /// The messages that others have replaced or cancelled, wherever these apply and even if they have expired, with those that an
    /// ended one had replaced. A message that refers to itself does not end itself, and of several that refer to each other the
    /// latest stand.
    var ended: Set<CAPMessage.Key> {
        let namesakes = Dictionary(grouping: self, by: \.identifier).mapValues { $0.prefix(Self.mostNamesakes) }
        func keys(_ references: [CAPMessage.Reference], of message: CAPMessage) -> Set<CAPMessage.Key> {
            var keys: Set<CAPMessage.Key> = []
            for reference in references {
                guard let others = namesakes[reference.identifier] else { continue }
                keys.formUnion(others.filter(reference.means).map(\.key))
            }
            keys.remove(message.key)
            return keys
        }
        var references: [CAPMessage.Key: Set<CAPMessage.Key>] = [:]
        var ending: [CAPMessage.Key: (sent: UnixTime, references: Set<CAPMessage.Key>)] = [:]
        for message in self {
            references[message.key, default: []].formUnion(keys(message.allReferences, of: message))
            let ended = keys(message.endedReferences, of: message)
            guard !ended.isEmpty else { continue }
            ending[message.key, default: (.distantPast, [])].references.formUnion(ended)
            if let sent = message.sent, sent > ending[message.key]?.sent ?? .distantPast {
                ending[message.key]?.sent = sent
            }
        }
        var ended: Set<CAPMessage.Key> = []
        var standing: Set<CAPMessage.Key> = []
        func end(_ keys: Set<CAPMessage.Key>) {
            var toEnd = [CAPMessage.Key](keys)
            while let key = toEnd.popLast() {
                guard !standing.contains(key), ended.insert(key).inserted else { continue }
                toEnd.append(contentsOf: references[key] ?? [])
            }
        }
        for (_, references) in ending.values { end(references) }
        let referred = ended
        ended = []
        for (key, message) in ending where !referred.contains(key) { end(message.references) }
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
