public import HTTP
public import Weather
public import WorkerProtocol

/// The warnings of the [National Weather Service](https://www.weather.gov/documentation/services-web-alerts) of the United
/// States.
public struct NWSAlerts: DescribedProvider {
    public let facts = ProviderFacts.nwsAlerts

    private let service: NWSService
    private let isAshore: @Sendable (Coordinate) -> Bool

    /// - Parameters:
    ///   - baseURL: `https://api.weather.gov`, or another host with the same API.
    ///   - isAshore: whether a position is on land.
    public init(
        baseURL: String, isAshore: @escaping @Sendable (Coordinate) -> Bool = { _ in false },
        exchange: @escaping HTTPExchange
    ) {
        self.isAshore = isAshore
        service = NWSService(baseURL: baseURL.asBaseURL, exchange: exchange)
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        let (latitude, longitude) = coordinate.queryDegrees
        let answer = try await service.exchange(
            service.query("/alerts/active?point=\(latitude),\(longitude)"))
        if answer.status == 404 { throw .notCovered(host: service.host, reason: answer.problem) }
        if let failure = service.failure(answer, at: now) { throw failure }
        var report = AlertReport(
            coordinate: coordinate, provider: identity, fetchedAt: now, httpFreshness: answer.httpFreshness(at: now))
        let document = try JSONValue(answer, from: service.host)
        // It does not say how many more there are.
        let rest = document["pagination"]["next"].text == nil ? 0 : 1
        try report.take(
            try Self.messages(document, at: coordinate, from: service.host), cut: rest, isAshore: isAshore(coordinate),
            from: service.host)
        return report
    }

    /// The messages in a document: GeoJSON's `features`, or the list `@graph` of its JSON-LD; nil for one that cannot be read.
    ///
    /// - Parameters:
    ///   - place: the requested one; nil to take the messages of all.
    ///   - host: the sender, for failures.
    static func messages(
        _ document: JSONValue, at place: Coordinate? = nil, from host: String
    ) throws(FetchFailure) -> [CAPMessage?] {
        switch (document["features"], document["@graph"]) {
        case (.array(let features), _):
            return features.map { CAPMessage(nws: $0["properties"], geometry: $0["geometry"], at: place) }
        case (_, .array(let messages)): return messages.map { CAPMessage(nws: $0, geometry: .null, at: place) }
        default: throw .malformed(host: host, reason: "the response contains no list of warnings")
        }
    }
}

extension CAPMessage {
    /// CAP in the service's JSON; nil when it cannot be read. For zones, there is no geometry.
    fileprivate init?(nws properties: JSONValue, geometry: JSONValue, at place: Coordinate?) {
        let kind = properties["messageType"].text
        let id = properties["id"].word ?? properties["@id"].text
        guard
            let event = properties["event"].text ?? properties["headline"].text
                ?? (kind?.lowercased() == "cancel" ? id : nil)
        else { return nil }
        let shape = GeoJSONArea(geometry)
        var info = CAPInfo()
        info.categories = properties["category"].words(upTo: 20).map { $0.lowercased() }
        info.event = event
        info.headline = properties["headline"].text
        info.description = properties["description"].text
        info.instruction = properties["instruction"].text
        info.senderName = properties["senderName"].text
        info.responses = (properties["response"].words(upTo: 20) + properties["responseType"].words(upTo: 20))
            .map { $0.lowercased() }
        info.severity = Alert.Severity(cap: properties["severity"].text)
        info.urgency = Alert.Urgency(cap: properties["urgency"].text)
        info.certainty = Alert.Certainty(cap: properties["certainty"].text)
        info.effective = properties["effective"].timestamp
        info.onset = properties["onset"].timestamp
        info.ends = properties["ends"].timestamp
        info.expires = properties["expires"].timestamp
        info.hasUnreadableEnd = properties["ends"].isUnreadableTime
        info.web = properties["web"].text?.webAddress
        // Sorted, since a JSON object has no order.
        info.eventCodes = properties["eventCode"].members.sorted { $0.key < $1.key }.flatMap { name, codes in
            codes.words(upTo: 20).map { CAPInfo.Value(name, $0) }
        }
        info.parameters = ["VTEC", "expiredReferences"].flatMap { name in
            properties["parameters"][name].words(upTo: 20).map { CAPInfo.Value(name, $0) }
        }
        var area = CAPArea(named: properties["areaDesc"].text, shape)
        area.geocodes = properties["geocode"]["UGC"].words(upTo: 2000).map { CAPInfo.Value("UGC", $0) }
        info.areas = [area]
        self.init(
            listed: id ?? "\(event) \(properties["sent"].text ?? "")", status: properties["status"].text, kind: kind,
            scope: properties["scope"].text, references: properties["references"].alertReferences,
            sent: properties["sent"].timestamp, info)
        if let place { self.place(by: shape, at: place) }
    }
}
