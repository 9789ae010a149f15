import CAP
import Endpoints
public import HTTP
public import Providers
public import Weather

/// The warnings of the [National Weather Service](https://www.weather.gov/documentation/services-web-alerts) of the United
/// States.
public struct NWSAlerts: DescribedProvider {
    public let facts = ProviderFacts.nwsAlerts

    private let service: NWSService

    /// - Parameter baseURL: `https://api.weather.gov`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
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
        report.take(try Self.alerts(try JSONValue(answer, from: service.host), from: service.host))
        return report
    }

    /// The alerts in a document: GeoJSON's `features`, or the list `@graph` of its JSON-LD.
    ///
    /// - Parameter host: the sender, for failures.
    static func alerts(_ document: JSONValue, from host: String) throws(FetchFailure) -> ReadAlerts {
        guard document["pagination"]["next"].text == nil else {
            throw .malformed(host: host, reason: "it has more warnings here than one response contains")
        }
        return switch (document["features"], document["@graph"]) {
        case (.array(let features), _):
            try ReadAlerts(
                features.map { AlertMessage(nws: $0["properties"], geometry: $0["geometry"]) }, from: host)
        case (_, .array(let messages)):
            try ReadAlerts(messages.map { AlertMessage(nws: $0, geometry: .null) }, from: host)
        default:
            throw .malformed(host: host, reason: "the response contains no list of warnings")
        }
    }
}

extension AlertMessage {
    /// nil when it cannot be read. For zones, there is no geometry.
    fileprivate init?(nws properties: JSONValue, geometry: JSONValue) {
        let kind = properties["messageType"].text
        let id = properties["id"].word ?? properties["@id"].text
        guard let event = properties["event"].text ?? properties["headline"].text ?? (kind == "Cancel" ? id : nil)
        else { return nil }
        var alert = Alert(id: id ?? "\(event) \(properties["sent"].text ?? "")", event: event)
        alert.replaces = properties["references"].alertReferences
        alert.headline = properties["headline"].text
        alert.text = properties["description"].text
        alert.instruction = properties["instruction"].text
        alert.area = properties["areaDesc"].text
        alert.sender = properties["senderName"].text
        alert.severity = Alert.Severity(cap: properties["severity"].text)
        alert.urgency = Alert.Urgency(cap: properties["urgency"].text)
        alert.certainty = Alert.Certainty(cap: properties["certainty"].text)
        alert.kind = Alert.Kind(words: [alert.event, alert.headline])
        alert.areas = GeoJSONArea(geometry)?.simplified ?? []
        alert.web = properties["web"].text
        alert.issuedAt = properties["sent"].timestamp
        alert.onset = properties["onset"].timestamp ?? properties["effective"].timestamp
        alert.ends = properties["ends"].timestamp ?? properties["expires"].timestamp
        self.init(alert, status: properties["status"].text, kind: kind)
    }
}
