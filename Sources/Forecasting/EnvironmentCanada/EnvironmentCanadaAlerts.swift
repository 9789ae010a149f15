import CAP
import Endpoints
public import HTTP
public import Providers
public import Weather

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
        let returned = document["numberReturned"].integer ?? features.count
        guard document["numberMatched"].integer ?? (returned == Self.most ? .max : 0) <= returned else {
            throw .malformed(host: query.host, reason: "it has more warnings here than one response contains")
        }
        var report = AlertReport(coordinate: coordinate, provider: identity, fetchedAt: now)
        report.take(
            try ReadAlerts(features.map { $0.canadianAlert(in: language, at: coordinate) }, from: query.host))
        return report
    }
}

extension JSONValue {
    /// A feature: a warning for a zone. nil when it cannot be read.
    fileprivate func canadianAlert(in language: String, at place: Coordinate) -> AlertMessage? {
        let properties = self["properties"]
        guard let (alert, hasEnded) = properties.canadianAlert(in: language) else {
            // In other places its type does not matter.
            guard case .object = properties, let area = GeoJSONArea(self["geometry"]), !area.contains(place) else {
                return nil
            }
            return AlertMessage(Alert(id: "", event: ""), isActual: false)
        }
        guard !hasEnded else { return AlertMessage(alert, isActual: false) }
        guard let area = GeoJSONArea(self["geometry"]) else { return nil }
        var message = AlertMessage(alert, isActual: area.contains(place))
        message.alert.areas = area.simplified
        return message
    }

    /// The properties of a feature; nil without a name.
    private func canadianAlert(in language: String) -> (alert: Alert, hasEnded: Bool)? {
        func text(_ name: String) -> String? { self["\(name)_\(language)"].text ?? self["\(name)_en"].text }
        let type = self["alert_type"].text
        guard let event = text("alert_name") ?? text("alert_short_name") else { return nil }
        let issued = self["publication_datetime"].timestamp
        var alert = Alert(id: self["id"].word ?? "\(event) \(issued?.seconds ?? 0)", event: event)
        alert.text = text("alert_text")
        alert.area = text("feature_name")
        alert.sender = language == "fr" ? "Environnement Canada" : "Environment Canada"
        alert.severity = Self.severity(colour: self["risk_colour_en"].text, type: type)
        alert.kind = Alert.Kind(words: [self["alert_name_en"].text, self["alert_name_fr"].text])
        alert.issuedAt = issued
        alert.onset = self["validity_datetime"].timestamp
        alert.ends = self["event_end_datetime"].timestamp ?? self["expiration_datetime"].timestamp
        return (alert, self["status_en"].text == "ended" || type == "ending")
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
