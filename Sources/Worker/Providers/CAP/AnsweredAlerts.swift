import HTTP
public import Weather
public import WorkerProtocol

// Warnings of services that answer for a place. `CAPSelection` judges the messages' content.

extension CAPMessage {
    /// A message that a service lists for the requested place, in the service's own JSON. What the service leaves out has CAP's
    /// usual value; a word that CAP does not have is nil.
    init(
        listed identifier: String, status: String? = nil, kind: String? = nil, scope: String? = nil,
        references: [String] = [], sent: UnixTime?, _ info: CAPInfo
    ) {
        self.init(
            identifier: identifier, sent: sent,
            status: status.map { Status(rawValue: $0.lowercased()) } ?? .actual,
            kind: kind.map { Kind(rawValue: $0.lowercased()) } ?? .alert,
            isPublic: scope.map { Self.isPublic(scope: $0) } ?? true,
            references: references.map { Reference(sender: "", identifier: $0) }, infos: [info])
        placement = .here
    }

    /// Compares the shape of a listed message, if it has one, with the place of the request.
    mutating func place(by shape: GeoJSONArea?, at place: Coordinate) {
        guard let shape, shape.contains(place) == false, !shape.isNear(place) else { return }
        endElsewhere()
    }
}

extension AlertReport {
    /// Takes the warnings of an answer.
    ///
    /// - Parameters:
    ///   - messages: one for each entry; nil for one that could not be read.
    ///   - cut: how many more warnings the service has here.
    ///   - locale: the user's language.
    ///   - isAshore: whether the place is on land.
    ///   - host: the sender, for failures.
    /// - Throws: `unreadableWarnings` when no entry was understood: the service has changed its format.
    mutating func take(
        _ messages: [CAPMessage?], cut: Int = 0, locale: String = "en", isAshore: Bool = false, from host: String,
        attribution: String? = nil
    ) throws(FetchFailure) {
        let read = messages.compactMap(\.self)
        let selection = CAPSelection(
            of: read, now: fetchedAt, locale: locale, regions: RegionsOfPlace(coordinate, isAshore: isAshore))
        try take(selection, unread: messages.count - read.count + cut, from: host, attribution: attribution)
    }

    /// Takes the warnings that apply.
    ///
    /// - Parameters:
    ///   - unread: how many messages could not be read at all.
    ///   - host: the sender, for failures.
    /// - Throws: `unreadableWarnings` when no message was understood.
    mutating func take(
        _ selection: CAPSelection, unread: Int, from host: String, attribution: String?
    ) throws(FetchFailure) {
        guard selection.understood > 0 || selection.count + unread == 0 else {
            throw .noneReadable(host: host, of: selection.count + unread, here: selection.omitted.unreadable + unread)
        }
        omitted = selection.omitted
        omitted.unreadable = min(omitted.unreadable + unread, OmittedAlerts.most)
        alerts = selection.alerts.bounded.map { alert in
            var alert = alert
            alert.attribution = attribution
            return alert
        }
    }
}

/// The warnings that a forecast includes, and the number of entries that could not be read but may apply.
struct ReadAlerts {
    private(set) var alerts: [Alert]
    private(set) var omitted = OmittedAlerts()

    /// - Parameter entries: nil for one that could not be read.
    init(_ entries: [Alert?]) {
        let read = entries.compactMap(\.self).map(\.withPlausibleEnd)
        let standing = read.filter { $0.urgency != .past && !$0.event.isNameOfTest }
        alerts = standing.bounded
        omitted.unreadable = entries.count - read.count + standing.count - alerts.count
    }
}

extension Alert {
    /// Drops an end before the beginning: with NWS, it is the message's expiry, and not the danger's end.
    fileprivate var withPlausibleEnd: Alert {
        guard let onset, let ends, ends < onset else { return self }
        var alert = self
        alert.ends = nil
        return alert
    }
}

extension FetchFailure {
    /// The failure if none of an answer's warnings could be read.
    ///
    /// - Parameters:
    ///   - count: their number.
    ///   - here: how many of them may apply.
    static func noneReadable(host: String, of count: Int, here: Int) -> FetchFailure {
        .unreadableWarnings(
            host: host, count: min(here, OmittedAlerts.most),
            reason: count == 1 ? "its only warning could not be read" : "none of its \(count) warnings could be read")
    }
}

extension Alert.Severity {
    /// As in CAP: `Severe`; unknown for anything else.
    init(cap: String?) {
        self = cap.flatMap { Self(rawValue: $0.lowercased()) } ?? .unknown
    }
}

extension Alert.Urgency {
    /// As in CAP: `Immediate`; unknown for anything else.
    init(cap: String?) {
        self = cap.flatMap { Self(rawValue: $0.lowercased()) } ?? .unknown
    }
}

extension CAPArea {
    /// An area that only a map shows.
    init(named name: String?, _ area: GeoJSONArea?) {
        self.init()
        self.name = name
        outlines = area?.outlines ?? []
    }
}

extension JSONValue {
    /// The messages that this one refers to: a list of strings or of objects with an `identifier`, or CAP's own form
    /// `sender,identifier,sent sender,identifier,sent`.
    var alertReferences: [String] {
        if let text {
            return CAPMessage.Reference.list(text).map(\.identifier)
        }
        return elements.flatMap { element in
            element["identifier"].word.map { [$0] } ?? (element.text == nil ? [] : element.alertReferences)
        }
    }

    /// A text, or the digits of an integer: some services send identifiers as numbers.
    var word: String? { text ?? integer.map(String.init) }

    /// The elements of an array, or the value itself, which some services send instead of an array of one.
    var list: [JSONValue] {
        switch self {
        case .array(let elements): elements
        case .null: []
        default: [self]
        }
    }

    /// The words of a list, for a member that may also be one word.
    func words(upTo limit: Int) -> [String] { list.prefix(limit).compactMap(\.word) }
}

extension Sequence<Alert> {
    /// The alerts without any excess over what an authority issues, so that a broken service cannot fill memory and
    /// cache. With more, the severe ones are kept.
    var bounded: [Alert] {
        let alerts = Array(self)
        let kept =
            alerts.count <= Self.mostAlerts
            ? alerts
            : alerts.enumerated().sorted { left, right in
                left.element.severity == right.element.severity
                    ? left.offset < right.offset : left.element.severity > right.element.severity
            }.prefix(Self.mostAlerts).map(\.element)
        return kept.map { alert in
            var alert = alert
            alert.event = String(bounding: alert.event, to: 300)
            alert.id = String(bounding: alert.id, to: 1000)
            alert.replaces = alert.replaces.prefix(100).map { String(bounding: $0, to: 1000) }
            for text in [\Alert.headline, \.area, \.sender] {
                alert[keyPath: text] = alert[keyPath: text].map { String(bounding: $0, to: 3000) }
            }
            for text in [\Alert.text, \.instruction] {
                alert[keyPath: text] = alert[keyPath: text].map { String(bounding: $0) }
            }
            alert.web = alert.web?.webAddress
            return alert
        }
    }

    private static var mostAlerts: Int { 100 }
}

/// The warnings of a national authority, requested only for places in its countries: elsewhere, most services report no
/// warnings instead of no coverage.
public struct NationalAlerts: ReportProvider {
    private let provider: any ReportProvider<AlertReport>
    private let facts: ProviderFacts
    private let country: @Sendable (Coordinate) -> String?

    /// - Parameter country: the country of a position (ISO 3166-1 alpha-2); nil when unknown, as at sea.
    public init(
        _ provider: any ReportProvider<AlertReport>, _ facts: ProviderFacts,
        country: @escaping @Sendable (Coordinate) -> String?
    ) {
        (self.provider, self.facts, self.country) = (provider, facts, country)
    }

    public var identity: Provider { provider.identity }
    public var limits: ProviderLimits { provider.limits }

    public func covers(_ coordinate: Coordinate) -> Bool { facts.covers(coordinate) }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        if let country = country(coordinate), facts.countries?.contains(country) == false {
            throw .notCovered(host: identity.name, reason: nil)
        }
        return try await provider.report(for: coordinate, at: now, renewing: previous)
    }
}
