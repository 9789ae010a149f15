public import HTTP
public import Weather
public import WorkerProtocol

/// The warnings of Environment and Climate Change Canada, from the collection `weather-alerts` of
/// [MSC GeoMet](https://eccc-msc.github.io/open-data/msc-geomet/readme_en/): a feature for each forecast zone of an alert.
public struct EnvironmentCanadaAlerts: ReportProvider {
    /// The most features in an answer; more than any place has.
    private static let most = 50

    public static let identity = ProviderFacts.environmentCanadaAlerts.identity

    public var identity: Provider { Self.identity }

    private let baseURL: String
    private let language: String
    private let exchange: HTTPExchange

    /// - Parameters:
    ///   - baseURL: `https://api.weather.gc.ca`, or another host with the same API.
    ///   - locale: the user's language; texts are in French or English.
    public init(baseURL: String, locale: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        language = LanguageTag.best(of: ["en", "fr"], for: locale) ?? "en"
        self.exchange = exchange
    }

    public func covers(_ coordinate: Coordinate) -> Bool { ProviderFacts.environmentCanadaAlerts.covers(coordinate) }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        // Zones are found by their own boxes, so their outlines are compared below.
        let (south, west) = coordinate.queryDegrees(offset: -0.001)
        let (north, east) = coordinate.queryDegrees(offset: 0.001)
        let query = HTTPQuery(
            url: "\(baseURL)/collections/weather-alerts/items?f=json&bbox=\(west),\(south),\(east),\(north)"
                + "&lang=\(language)&limit=\(Self.most)", answerLimit: 4 << 20)
        let answer = try await exchange(query)
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        let document = try JSONValue(answer, from: query.host)
        guard case .array(let features) = document["features"] else {
            throw .malformed(host: query.host, reason: "the response contains no list of warnings")
        }
        // The number of further warnings; at least one if a full answer does not give it.
        let returned = max(features.count, min(document["numberReturned"].integer ?? 0, OmittedAlerts.most))
        let matched = document["numberMatched"].integer ?? (features.count < Self.most ? 0 : returned + 1)
        let rest = max(0, min(matched, OmittedAlerts.most) - returned)
        var report = AlertReport(coordinate: coordinate, provider: identity, fetchedAt: now)
        try report.take(features.map { $0.canadianMessage(in: language, at: coordinate) }, cut: rest, from: query.host)
        return report
    }
}

extension JSONValue {
    /// A feature: a warning for a zone. nil when it cannot be read.
    fileprivate func canadianMessage(in language: String, at place: Coordinate) -> CAPMessage? {
        let properties = self["properties"]
        guard case .object = properties else { return nil }
        let area = GeoJSONArea(self["geometry"])
        // In other places its type does not matter.
        let isInside = area.flatMap { $0.contains(place) }
        let isElsewhere = isInside == false
        guard var message = properties.canadianMessage(in: language, area, isInside: isInside) else { return nil }
        if isElsewhere { message.endElsewhere() }
        return message
    }

    /// The properties of a feature; nil without a name or when it is not known whether the place is inside, unless that does
    /// not matter.
    private func canadianMessage(in language: String, _ area: GeoJSONArea?, isInside: Bool?) -> CAPMessage? {
        func text(_ name: String) -> String? { self["\(name)_\(language)"].text ?? self["\(name)_en"].text }
        let type = self["alert_type"].text?.lowercased()
        let word = self["status_en"].text ?? self["status_fr"].text
        let status = word.map { CanadianStatus($0) } ?? .standing
        let hasEnded = status == .ended || type.map { CanadianStatus($0) == .ended } ?? false
        let name = text("alert_name") ?? text("alert_short_name")
        guard isInside == false || name != nil && (isInside != nil || hasEnded) else { return nil }
        var info = CAPInfo()
        info.event = name
        info.otherNames = [self["alert_name_en"].text, self["alert_name_fr"].text].compactMap(\.self)
        info.description = text("alert_text")
        info.areas = [CAPArea(named: text("feature_name"), area)]
        info.senderName = language == "fr" ? "Environnement Canada" : "Environment Canada"
        info.severity = Self.severity(colour: self["risk_colour_en"].text, type: type)
        if hasEnded { info.urgency = .past }
        info.onset = self["validity_datetime"].timestamp
        info.ends = self["event_end_datetime"].timestamp
        info.expires = self["expiration_datetime"].timestamp
        info.hasUnreadableEnd = self["event_end_datetime"].isUnreadableTime
        let issued = self["publication_datetime"].timestamp
        // Another word may mean a withdrawal: the message is unreadable.
        return CAPMessage(
            listed: self["id"].word ?? "\(name ?? "") \(issued?.seconds ?? 0)",
            status: status == nil && !hasEnded ? "unknown" : nil, sent: issued, info)
    }

    /// Colours mean the same as in Europe; older alerts have none.
    private static func severity(colour: String?, type: String?) -> Alert.Severity {
        switch (colour?.lowercased(), type) {
        case ("yellow", _): .moderate
        case ("orange", _): .severe
        case ("red", _): .extreme
        case (_, "warning"): .severe
        case (_, "watch"): .moderate
        case (_, nil): .unknown
        default: .minor
        }
    }
}
