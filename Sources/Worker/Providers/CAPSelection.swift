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
    ///   - messages: all messages of a source, with those that only end others.
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

    /// What of a message applies to the place; what may apply is counted.
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
    /// Whether a region that it names, by a code or in words alone, may be the place's.
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
    /// The event, or else the headline. An event of parameters, `awareness_type=12,awareness_level=2.0`, is no name.
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
