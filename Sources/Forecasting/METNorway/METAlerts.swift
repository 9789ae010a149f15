import Endpoints
public import HTTP
public import Providers
public import Weather

/// The warnings of [MetAlerts 2.0](https://api.met.no/weatherapi/metalerts/2.0/documentation): for Norway's land, coasts and
/// seas.
public struct METAlerts: ReportProvider {
    public static let identity = ProviderFacts.metAlerts.identity

    public var identity: Provider { Self.identity }

    private let service: METNorwayService

    /// - Parameters:
    ///   - baseURL: `https://api.met.no`, or where else the same interface is served.
    ///   - notice: takes what is worth a line in the log.
    public init(
        baseURL: String, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = METNorwayService(baseURL: baseURL.asBaseURL, exchange: exchange, notice: notice)
    }

    public func covers(_ coordinate: Coordinate) -> Bool { ProviderFacts.metAlerts.covers(coordinate) }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        let previous = previous?.provider.id == identity.id && previous?.coordinate == coordinate ? previous : nil
        let answer = try await service.answer(
            "/weatherapi/metalerts/2.0/current.json", for: coordinate, parameters: "&lang=en",
            renewing: previous?.promise, at: now)
        let promise = service.promise(of: answer, renewing: previous?.promise, at: now)
        if answer.status == 304, let previous { return previous.confirmed(at: now, promise: promise) }
        guard case .array(let features) = try JSONValue(answer, from: service.host)["features"] else {
            throw .malformed(host: service.host, reason: "there is no list of warnings in the answer")
        }
        return AlertReport(
            coordinate: coordinate, provider: identity, fetchedAt: now, promise: promise,
            alerts: features.compactMap(AlertMessage.init(metFeature:)).standing)
    }
}

extension AlertMessage {
    /// A feature of MetAlerts' GeoJSON; nil when it says nothing to the public.
    init?(metFeature feature: JSONValue) {
        let properties = feature["properties"]
        let names = [properties["eventAwarenessName"].text, properties["event"].text, properties["title"].text]
        let kind = (properties["msgType"].text ?? properties["type"].text)
        let id = properties["id"].text ?? feature["id"].text
        // Whoever ends a warning need not say of what.
        guard let event = names.compactMap(\.self).first ?? (kind == "Cancel" ? id : nil) else { return nil }
        let interval = feature["when"]["interval"]
        var alert = Alert(id: id ?? "\(event) \(interval[0].text ?? "")", event: event)
        alert.replaces = properties["references"].alertReferences
        alert.headline = properties["title"].text
        let texts = [properties["description"].text, properties["consequences"].text].compactMap(\.self)
        alert.text = texts.isEmpty ? nil : texts.joined(separator: "\n\n")
        alert.instruction = properties["instruction"].text
        alert.area = properties["area"].text
        alert.sender = "MET Norway"
        // `2; yellow; Moderate` has CAP's word too.
        let level = properties["awareness_level"].text?.split(separator: ";").last?.filter { !$0.isWhitespace }
        alert.severity = Alert.Severity(cap: properties["severity"].text ?? level)
        alert.issuedAt = properties["sent"].timestamp
        alert.onset = interval[0].timestamp
        alert.ends = properties["eventEndingTime"].timestamp ?? interval[1].timestamp
        self.init(alert, status: properties["status"].text, kind: kind)
    }
}
