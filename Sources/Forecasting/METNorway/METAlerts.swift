import CAP
import Endpoints
public import HTTP
public import Providers
public import Weather

/// The warnings of [MetAlerts 2.0](https://api.met.no/weatherapi/metalerts/2.0/documentation): for Norway's land, coasts and
/// seas.
public struct METAlerts: DescribedProvider {
    public let facts = ProviderFacts.metAlerts

    private let service: METNorwayService

    /// - Parameters:
    ///   - baseURL: `https://api.met.no`, or another host with the same API.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
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
        report.take(try ReadAlerts(features.map(AlertMessage.init(metFeature:)), from: service.host))
        return report
    }
}

extension AlertMessage {
    /// A feature of MetAlerts' GeoJSON; nil when it cannot be read.
    init?(metFeature feature: JSONValue) {
        let properties = feature["properties"]
        let names = [properties["eventAwarenessName"].text, properties["event"].text, properties["title"].text]
        let kind = (properties["msgType"].text ?? properties["type"].text)
        let id = properties["id"].word ?? feature["id"].word
        // A cancellation need not repeat the event.
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
        // `2; yellow; Moderate` includes CAP's severity.
        let level = properties["awareness_level"].text?.split(separator: ";").last?.filter { !$0.isWhitespace }
        alert.severity = Alert.Severity(cap: properties["severity"].text ?? level)
        alert.urgency = Alert.Urgency(cap: properties["urgency"].text)
        alert.certainty = Alert.Certainty(cap: properties["certainty"].text)
        alert.kind =
            properties["awareness_type"].text.flatMap { Alert.Kind(awarenessType: $0) }
            ?? Alert.Kind(words: [properties["event"].text, event])
        alert.areas = GeoJSONArea(feature["geometry"])?.simplified ?? []
        alert.web = properties["web"].text
        alert.issuedAt = properties["sent"].timestamp
        alert.onset = interval[0].timestamp
        alert.ends = properties["eventEndingTime"].timestamp ?? interval[1].timestamp
        self.init(alert, status: properties["status"].text, kind: kind)
    }
}
