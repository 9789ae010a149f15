import CAP
import Endpoints
public import HTTP
public import Providers
public import Weather

/// The warnings of Environment and Climate Change Canada, from the collection `weather-alerts` of
/// [MSC GeoMet](https://eccc-msc.github.io/open-data/msc-geomet/readme_en/): a feature for each forecast zone of an alert.
public struct EnvironmentCanadaAlerts: ReportProvider {
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
                + "&lang=\(language)&limit=50", answerLimit: 4 << 20)
        let answer = try await exchange(query)
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        guard case .array(let features) = try JSONValue(answer, from: query.host)["features"] else {
            throw .malformed(host: query.host, reason: "the response contains no list of warnings")
        }
        var report = AlertReport(coordinate: coordinate, provider: identity, fetchedAt: now)
        var unlocated = 0
        for feature in features {
            guard let alert = feature["properties"].canadianAlert(in: language) else { continue }
            guard let area = GeoJSONArea(feature["geometry"]) else {
                unlocated += 1
                continue
            }
            guard area.contains(coordinate) else { continue }
            report.alerts.append(alert)
            report.alerts[report.alerts.count - 1].areas = area.simplified
        }
        report.alerts = report.alerts.bounded
        report.unlocated = unlocated == 0 ? nil : unlocated
        return report
    }
}

extension JSONValue {
    /// nil when it has ended.
    fileprivate func canadianAlert(in language: String) -> Alert? {
        func text(_ name: String) -> String? { self["\(name)_\(language)"].text ?? self["\(name)_en"].text }
        let type = self["alert_type"].text
        guard self["status_en"].text != "ended", type != "ending", let event = text("alert_name") else { return nil }
        let issued = self["publication_datetime"].timestamp
        var alert = Alert(id: self["id"].text ?? "\(event) \(issued?.seconds ?? 0)", event: event)
        alert.text = text("alert_text")
        alert.area = text("feature_name")
        alert.sender = language == "fr" ? "Environnement Canada" : "Environment Canada"
        alert.severity = Self.severity(colour: self["risk_colour_en"].text, type: type)
        alert.kind = Alert.Kind(words: [self["alert_name_en"].text, self["alert_name_fr"].text])
        alert.issuedAt = issued
        alert.onset = self["validity_datetime"].timestamp
        alert.ends = self["event_end_datetime"].timestamp ?? self["expiration_datetime"].timestamp
        return alert
    }

    /// Colours have the meaning that they have in Europe; older alerts have none.
    private static func severity(colour: String?, type: String?) -> Alert.Severity {
        switch (colour, type) {
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
