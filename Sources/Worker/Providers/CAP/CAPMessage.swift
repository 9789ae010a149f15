public import Weather

/// A message of the Common Alerting Protocol (OASIS CAP 1.2, chapter 3), as the authority sent it. Values that it lacks are
/// nil.
public struct CAPMessage: Sendable, Hashable {
    public enum Status: String, Sendable, Hashable {
        case actual, exercise, system, test, draft
    }

    public enum Kind: String, Sendable, Hashable {
        case alert, update, cancel, ack, error
    }

    /// A message that this one refers to.
    public struct Reference: Sendable, Hashable {
        /// Empty when not given.
        public var sender: String
        public var identifier: String
        /// As written; nil when not given.
        public var sent: String?

        public init(sender: String, identifier: String, sent: String? = nil) {
            (self.sender, self.identifier, self.sent) = (sender, identifier, sent)
        }
    }

    public var identifier: String
    public var sender: String
    public var sent: UnixTime?
    /// `sent` as written, which references repeat or cut.
    public var sentText = ""
    /// nil for a word that CAP does not have.
    public var status: Status?
    public var kind: Kind?
    /// Whether it is for everyone; nil for a word that CAP does not have.
    public var isPublic: Bool?
    public var references: [Reference]
    public var infos: [CAPInfo]
    /// Whether it is for the place of the request.
    public var placement = Placement.byArea
    /// The damage that was repaired to read it; nil if there was none.
    public var damage: XMLDamage?
    /// What it ends, if its infos are left out.
    var endsElsewhere: [Reference]?

    /// How a message is known to be for a place.
    public enum Placement: Sendable, Hashable {
        /// By the areas of its infos.
        case byArea
        /// The service lists what is in force at the requested place: areas are only shown, and without an end a warning is in
        /// force as long as it is listed.
        case here
        /// It is for other places, and its infos are left out.
        case elsewhere
    }

    /// Whether a scope is for everyone; nil for a word that CAP does not have.
    public static func isPublic(scope word: String?) -> Bool? {
        switch word?.lowercased() {
        case "public": true
        case "restricted", "private": false
        default: nil
        }
    }

    public init(
        identifier: String, sender: String = "", sent: UnixTime? = nil, status: Status? = .actual,
        kind: Kind? = .alert, isPublic: Bool? = true, references: [Reference] = [], infos: [CAPInfo] = []
    ) {
        self.identifier = identifier
        self.sender = sender
        self.sent = sent
        self.status = status
        self.kind = kind
        self.isPublic = isPublic
        self.references = references
        self.infos = infos
    }
}

/// One `info` of a message: a danger, in one language.
public struct CAPInfo: Sendable, Hashable {
    public struct Value: Sendable, Hashable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// A tag of BCP 47: `pt-BR`. CAP's default is `en-US`.
    public var language = "en-US"
    /// In lower case: `met`.
    public var categories: [String] = []
    public var event: String?
    /// The event in other languages or in a service's own words, to find its kind.
    public var otherNames: [String] = []
    /// In lower case: `allclear`.
    public var responses: [String] = []
    public var urgency = Alert.Urgency.unknown
    public var severity = Alert.Severity.unknown
    public var certainty = Alert.Certainty.unknown
    public var effective: UnixTime?
    public var onset: UnixTime?
    /// When the message expires, and with it the warning unless `ends` says otherwise.
    public var expires: UnixTime?
    /// The end of the danger, if the authority gives it apart from the message's expiry.
    public var ends: UnixTime?
    /// Whether an end was given, or the service always gives one, but it could not be read: the warning is in force as long as
    /// it is listed.
    public var hasUnreadableEnd = false
    public var senderName: String?
    public var headline: String?
    public var description: String?
    public var instruction: String?
    public var web: String?
    public var eventCodes: [Value] = []
    public var parameters: [Value] = []
    public var areas: [CAPArea] = []

    public init() {}

    /// The value of a parameter, ignoring case. Some events are lists of parameters instead of a name.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name.lowercased() == name }?.value ?? event?.parameters?.first { $0.name == name }?.value
    }
}

/// Where a danger is: the union of its shapes and of the regions that its geocodes name.
public struct CAPArea: Sendable, Hashable {
    public var name: String?
    public var rings: [Ring] = []
    public var circles: [Circle] = []
    /// Whether it had a shape that could not be read.
    public var hasDamagedShape = false
    public var geocodes: [CAPInfo.Value] = []
    /// Outlines that only a map shows, of a message that the service has placed.
    public var outlines: [AlertArea] = []

    public init() {}
}

/// All positions within a distance.
public struct Circle: Sendable, Hashable {
    public var centre: Coordinate
    /// Metres.
    public var radius: Double

    public init(centre: Coordinate, radius: Double) {
        (self.centre, self.radius) = (centre, radius)
    }

    public func contains(_ position: Coordinate) -> Bool { centre.distance(to: position) <= radius }
}

/// Limits of a message, several times larger than any known message. A message beyond them is rejected, since an omitted part
/// may concern the place.
public enum CAPLimits {
    /// Per message.
    public static let infos = 2_000
    /// In all infos.
    public static let areas = 20_000
    /// Per area.
    public static let geocodes = 20_000
    /// Per area.
    public static let shapes = 2_000
    /// In all infos.
    public static let points = 1_000_000
    /// Per message; the rest is left out.
    public static let references = 500
    /// Parameters of an info, or event codes; the rest is left out.
    public static let values = 2_000
    /// Bytes per text, except polygons, which only the message's length limits.
    public static let text = 80_000
}

// Messages end others that they refer to: CAP 1.2, 3.2.1 `references`.

extension CAPMessage {
    /// An identifier is unique only within its sender: CAP 1.2, 3.2.1.
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

    /// All messages that it refers to, including expired ones.
    var allReferences: [Reference] { references + (endsElsewhere ?? expiredReferences) }

    private var expiredReferences: [Reference] {
        infos.flatMap { info in
            info.parameters.filter { $0.name.lowercased() == "expiredreferences" }.flatMap { Reference.list($0.value) }
        }
    }

    /// The same without infos if all of them are for other places; what it ends still counts.
    public func reduced(to regions: RegionsOfPlace) -> CAPMessage {
        guard !infos.isEmpty, infos.allSatisfy({ regions.covers($0.areas) == false }) else { return self }
        var message = self
        message.endElsewhere()
        return message
    }

    /// Drops the infos of a message for other places.
    public mutating func endElsewhere() {
        endsElsewhere = isWanted ? endedReferences : []
        infos = []
        placement = .elsewhere
    }
}

extension CAPMessage.Reference {
    /// Whether it refers to the message. Some authorities cut the time (DWD) or use another name than the sender's (MoWaS), so
    /// one of the two suffices; a service that lists its own messages gives identifiers alone.
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

    /// CAP's list `sender,identifier,sent sender,identifier,sent`, in which a time may be missing. A lone word is an
    /// identifier.
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

    /// The messages that others have replaced or cancelled, wherever these apply and even if they have expired, and the
    /// messages that an ended one had replaced. A message does not end itself; of several that refer to each other, the latest
    /// remain.
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
        // The rest refer to each other in a cycle.
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
