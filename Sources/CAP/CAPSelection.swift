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
    private static let most = 100

    /// - Parameters:
    ///   - messages: all messages of a source, with those that only end others.
    ///   - place: the position.
    ///   - now: the wall clock.
    ///   - locale: the user's language, as in `LANG` or of BCP 47. English is next, then a message's first.
    ///   - regions: the shapes of geocodes.
    public init(
        of messages: [CAPMessage], at place: Coordinate, now: UnixTime, locale: String, regions: RegionsOfPlace
    ) {
        let incomplete = messages.filter { $0.isWanted && !$0.isComplete }
        (count, understood) = (messages.count, messages.count - incomplete.count)
        let messages = messages.filter { $0.isWanted && $0.isComplete }
        omitted.unreadable = incomplete.count { $0.mayApply(at: now, regions) }
        let ended = Self.ended(by: messages)
        var latest: [String: CAPMessage] = [:]
        for message in messages where message.kind == .alert || message.kind == .update {
            guard !ended.contains(message.identifier) else { continue }
            // The same identifier again, with another time, is a correction.
            if let known = latest[message.identifier], known.sent ?? .distantPast >= message.sent ?? .distantPast {
                continue
            }
            latest[message.identifier] = message
        }
        var found: [Found] = []
        for identifier in latest.keys.sorted() {
            guard let message = latest[identifier] else { continue }
            if message.infos.isEmpty, !message.isElsewhere {
                omitted.unreadable += 1
                understood -= 1
            }
            let infos = message.infos.filter { $0.isWarning(of: message, at: now) }
            let fits = infos.map { regions.covers($0.areas) }
            let fitting = zip(infos, fits).filter { $0.1 == true }.map(\.0)
            guard !fitting.isEmpty else {
                let uncertain = zip(infos, fits).filter { $0.1 == nil }.map(\.0)
                if uncertain.contains(where: \.namesRegions) {
                    omitted.unlocated += 1
                } else if !uncertain.isEmpty {
                    omitted.unreadable += 1
                    understood -= 1
                }
                continue
            }
            found += fitting.inLanguage(locale).enumerated().map { Found(message: message, info: $1, number: $0) }
        }
        if found.count > Self.most {
            omitted.unreadable += found.count - Self.most
            found = Array(found.sorted { $0.info.severity > $1.info.severity }.prefix(Self.most))
        }
        alerts = found.map { Alert($0.info, of: $0.message, number: $0.number, at: place, regions) }
    }

    /// A warning for the place.
    private struct Found {
        var message: CAPMessage
        var info: CAPInfo
        /// Index of the info among the message's infos for the place.
        var number: Int
    }

    /// The identifiers that others have replaced or cancelled, wherever these apply and even if they have expired. A
    /// message that refers to itself does not end itself.
    private static func ended(by messages: [CAPMessage]) -> Set<String> {
        var references: [String: [String]] = [:]
        for message in messages where message.kind == .update || message.kind == .cancel {
            references[message.identifier, default: []] += message.references.map(\.identifier)
        }
        var ended: Set<String> = []
        for (identifier, replaced) in references { ended.formUnion(replaced.filter { $0 != identifier }) }
        return ended
    }
}

extension CAPMessage {
    /// Whether it is not certain to be a test, private, or a reply to another message.
    fileprivate var isWanted: Bool {
        status ?? .actual == .actual && isPublic != false && kind != .ack && kind != .error
    }

    /// Whether it has every value that decides whether it is in force.
    fileprivate var isComplete: Bool {
        !identifier.isEmpty && status != nil && isPublic != nil && kind != nil
    }

    /// Whether a message that lacks something may be a warning for the place.
    fileprivate func mayApply(at now: UnixTime, _ regions: RegionsOfPlace) -> Bool {
        guard kind != .cancel, !isElsewhere else { return false }
        return infos.isEmpty
            || infos.contains { $0.isWarning(of: self, at: now) && regions.covers($0.areas) != false }
    }
}

extension CAPInfo {
    /// Whether a region that it names may be the place's.
    fileprivate var namesRegions: Bool {
        areas.contains { $0.rings.isEmpty && $0.circles.isEmpty && !$0.geocodes.isEmpty }
    }

    /// How long a warning without an end is in force, s.
    private static let endless = 86_400
    /// Weather, and what it causes. Others, such as `security` and `transport`, count if they name such a danger.
    private static let wanted: Set<String> = ["met", "geo", "fire", "env", "health"]

    /// Whether it is a danger that has not passed.
    fileprivate func isWarning(of message: CAPMessage, at now: UnixTime) -> Bool {
        guard urgency != .past, now < end(of: message, orAfter: now) else { return false }
        // The danger has passed.
        if !responses.isEmpty, responses.allSatisfy({ $0 == "allclear" }) { return false }
        // MeteoAlarm's level for no warning.
        if awarenessLevel == 1 { return false }
        return categories.isEmpty || !Self.wanted.isDisjoint(with: categories) || kind != .other
    }

    /// CAP 1.2, 3.2.2: it begins at `onset`, or else when it is effective or sent.
    fileprivate func start(of message: CAPMessage) -> UnixTime? { onset ?? effective ?? message.sent }

    fileprivate func end(of message: CAPMessage, orAfter now: UnixTime) -> UnixTime {
        expires ?? (start(of: message) ?? now).advanced(by: Self.endless)
    }

    /// MeteoAlarm's level: 1 (green, no warning) to 4 (red); nil for another authority's.
    fileprivate var awarenessLevel: Int? {
        parameter("awareness_level").flatMap { Int($0.prefix { $0 != ";" }.filter(\.isNumber)) }
    }
}

extension [CAPInfo] {
    /// Those of one language: the user's, else English, else the first one's.
    fileprivate func inLanguage(_ locale: String) -> [CAPInfo] {
        let tags = map(\.language)
        let tag = LanguageTag.best(of: tags, for: locale)
        return filter { $0.language == tag }
    }
}

extension Alert {
    /// - Parameter number: of the info, among those of a message that apply to a place.
    fileprivate init(
        _ info: CAPInfo, of message: CAPMessage, number: Int, at place: Coordinate, _ regions: RegionsOfPlace
    ) {
        let event = info.event ?? info.headline ?? message.identifier
        self.init(
            id: number == 0 ? message.identifier : "\(message.identifier) \(number + 1)",
            replaces: message.references.map(\.identifier).filter { $0 != message.identifier }, event: event)
        headline = info.headline
        text = info.description
        instruction = info.instruction
        let named = info.areas.filter { regions.covers($0) == true }
        area = named.compactMap(\.name).first
        sender = info.senderName
        severity = info.severity
        urgency = info.urgency
        certainty = info.certainty
        kind = info.kind
        issuedAt = message.sent
        onset = info.start(of: message)
        ends = info.expires ?? info.start(of: message)?.advanced(by: 86_400)
        areas = AlertArea.simplified(named.flatMap(regions.shapes) + info.areas.flatMap(regions.shapes))
        web = info.web
    }
}

/// Language tags of BCP 47.
public enum LanguageTag {
    /// The tag for a locale: the same language and script or country, else the same language, else English, else the
    /// first.
    public static func best(of tags: [String], for locale: String) -> String? {
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
        // The first of the best.
        return tags.reduce(nil) { best, tag in
            best.map { rank($0) >= rank(tag) } ?? false ? best : tag
        }
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
