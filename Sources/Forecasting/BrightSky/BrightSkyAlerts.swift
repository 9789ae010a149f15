import CAP
import Endpoints
public import HTTP
public import Providers
public import Weather

/// The warnings of Deutscher Wetterdienst, from [Bright Sky](https://brightsky.dev/docs/#get-/alerts).
public struct BrightSkyAlerts: ReportProvider {
    public static let identity = ProviderFacts.brightSkyAlerts.identity

    public var identity: Provider { Self.identity }

    private let baseURL: String
    private let isGerman: Bool
    private let exchange: HTTPExchange

    /// - Parameters:
    ///   - baseURL: `https://api.brightsky.dev`, or another host with the same API.
    ///   - locale: the user's language; texts are in German or English.
    public init(baseURL: String, locale: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        isGerman = LanguageTag.best(of: ["en", "de"], for: locale) == "de"
        self.exchange = exchange
    }

    public func covers(_ coordinate: Coordinate) -> Bool { ProviderFacts.brightSkyAlerts.covers(coordinate) }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        let (latitude, longitude) = coordinate.queryDegrees
        let query = HTTPQuery(url: "\(baseURL)/alerts?lat=\(latitude)&lon=\(longitude)")
        let answer = try await exchange(query)
        // Outside of Germany.
        if answer.status == 404 { throw .notCovered(host: query.host, reason: nil) }
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        let document = try JSONValue(answer, from: query.host)
        guard case .array(let alerts) = document["alerts"] else {
            throw .malformed(host: query.host, reason: "the response contains no list of warnings")
        }
        var report = AlertReport(coordinate: coordinate, provider: identity, fetchedAt: now)
        report.take(
            try ReadAlerts(
                alerts.map { $0.dwdAlert(in: document["location"].dwdArea, isGerman: isGerman) }, from: query.host))
        return report
    }
}

extension JSONValue {
    /// The name of a warning's area: the municipality and its district.
    fileprivate var dwdArea: String? {
        let names = [self["name"].name, self["district"].name].compactMap(\.self)
        return names.isEmpty ? nil : names.prefix(names.first == names.last ? 1 : 2).joined(separator: ", ")
    }

    /// nil when it cannot be read.
    fileprivate func dwdAlert(in area: String?, isGerman: Bool) -> AlertMessage? {
        func text(_ name: String) -> String? {
            isGerman
                ? self[name + "_de"].text ?? self[name + "_en"].text
                : self[name + "_en"].text ?? self[name + "_de"].text
        }
        guard let event = text("event") ?? text("headline") else { return nil }
        let onset = self["onset"].timestamp ?? self["effective"].timestamp
        let id = self["alert_id"].word ?? self["id"].word ?? "\(event) \(onset?.seconds ?? 0)"
        var alert = Alert(id: id, event: event)
        alert.headline = text("headline")
        alert.text = text("description")
        alert.instruction = text("instruction")
        alert.area = area
        alert.sender = "Deutscher Wetterdienst"
        alert.severity = Alert.Severity(cap: self["severity"].text)
        alert.urgency = Alert.Urgency(cap: self["urgency"].text)
        alert.certainty = Alert.Certainty(cap: self["certainty"].text)
        alert.kind = Alert.Kind(words: [self["event_en"].text, self["event_de"].text, event])
        alert.issuedAt = self["effective"].timestamp
        alert.onset = onset
        alert.ends = self["expires"].timestamp
        alert.attribution = "via Bright Sky"
        var message = AlertMessage(alert, status: self["status"].text)
        if self["response_type"].text?.lowercased() == "allclear" || alert.urgency == .past {
            message?.isActual = false
        }
        return message
    }
}
