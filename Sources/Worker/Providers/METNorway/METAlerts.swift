public import HTTP
public import Weather
public import WorkerProtocol

/// The warnings of [MetAlerts 2.0](https://api.met.no/weatherapi/metalerts/2.0/documentation): for Norway's land, coasts and
/// seas.
public struct METAlerts: DescribedProvider {
    public let facts = ProviderFacts.metAlerts

    private let service: METNorwayService
    private let isAshore: @Sendable (Coordinate) -> Bool

    /// - Parameters:
    ///   - baseURL: `https://api.met.no`, or another host with the same API.
    ///   - isAshore: whether a position is on land.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, isAshore: @escaping @Sendable (Coordinate) -> Bool = { _ in false },
        exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        self.isAshore = isAshore
        service = METNorwayService(baseURL: baseURL.asBaseURL, exchange: exchange, notice: notice)
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        let previous = previous?.provider.id == identity.id && previous?.coordinate == coordinate ? previous : nil
        let answer = try await service.answer(
            "/weatherapi/metalerts/2.0/current.json", for: coordinate, parameters: "&lang=en",
            renewing: previous?.httpFreshness, at: now)
        let httpFreshness = service.httpFreshness(of: answer, renewing: previous?.httpFreshness, at: now)
        if answer.status == 304, let previous { return previous.confirmed(at: now, httpFreshness: httpFreshness) }
        guard case .array(let features) = try JSONValue(answer, from: service.host)["features"] else {
            throw .malformed(host: service.host, reason: "the response contains no list of warnings")
        }
        var report = AlertReport(
            coordinate: coordinate, provider: identity, fetchedAt: now, httpFreshness: httpFreshness)
        try report.take(
            features.map { CAPMessage(metFeature: $0, at: coordinate) }, isAshore: isAshore(coordinate),
            from: service.host)
        return report
    }
}

extension CAPMessage {
    /// A feature of MetAlerts' GeoJSON; nil when it cannot be read.
    ///
    /// - Parameter place: the requested one; nil to take the messages of all.
    init?(metFeature feature: JSONValue, at place: Coordinate? = nil) {
        let properties = feature["properties"]
        let names = [properties["eventAwarenessName"].text, properties["event"].text, properties["title"].text]
        let kind = (properties["msgType"].text ?? properties["type"].text)
        let id = properties["id"].word ?? feature["id"].word
        // A cancellation need not repeat the event.
        guard let event = names.compactMap(\.self).first ?? (kind?.lowercased() == "cancel" ? id : nil) else {
            return nil
        }
        let interval = feature["when"]["interval"]
        var info = CAPInfo()
        info.event = event
        info.otherNames = [properties["event"].text].compactMap(\.self)
        info.headline = properties["title"].text
        let texts = [properties["description"].text, properties["consequences"].text].compactMap(\.self)
        info.description = texts.isEmpty ? nil : texts.joined(separator: "\n\n")
        info.instruction = properties["instruction"].text
        info.senderName = "MET Norway"
        info.responses = properties["responseType"].words(upTo: 20).map { $0.lowercased() }
        // `2; yellow; Moderate` includes CAP's severity.
        let level = properties["awareness_level"].text?.split(separator: ";").last?.filter { !$0.isWhitespace }
        info.severity = Alert.Severity(cap: properties["severity"].text ?? level)
        info.urgency = Alert.Urgency(cap: properties["urgency"].text)
        info.certainty = Alert.Certainty(cap: properties["certainty"].text)
        info.parameters = ["awareness_level", "awareness_type", "geographicDomain"].compactMap { name in
            properties[name].text.map { CAPInfo.Value(name, $0) }
        }
        let shape = GeoJSONArea(feature["geometry"])
        info.areas = [CAPArea(named: properties["area"].text, shape)]
        info.web = properties["web"].text?.webAddress
        info.onset = interval[0].timestamp
        info.ends = properties["eventEndingTime"].timestamp
        info.expires = interval[1].timestamp
        info.hasUnreadableEnd = properties["eventEndingTime"].isUnreadableTime
        self.init(
            listed: id ?? "\(event) \(interval[0].text ?? "")", status: properties["status"].text, kind: kind,
            scope: properties["scope"].text, references: properties["references"].alertReferences,
            sent: properties["sent"].timestamp, info)
        if let place { self.place(by: shape, at: place) }
    }
}
