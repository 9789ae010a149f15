public import HTTP
public import Weather
public import WorkerProtocol

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
        let area = document["location"].dwdArea
        try report.take(
            alerts.map { $0.dwdMessage(in: area, isGerman: isGerman) }, from: query.host, attribution: "via Bright Sky")
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
    fileprivate func dwdMessage(in area: String?, isGerman: Bool) -> CAPMessage? {
        func text(_ name: String) -> String? {
            isGerman
                ? self[name + "_de"].text ?? self[name + "_en"].text
                : self[name + "_en"].text ?? self[name + "_de"].text
        }
        guard let event = text("event") ?? text("headline") else { return nil }
        let onset = self["onset"].timestamp ?? self["effective"].timestamp
        var info = CAPInfo()
        info.event = event
        info.otherNames = [self["event_en"].text, self["event_de"].text].compactMap(\.self)
        info.eventCodes = [self["event_code"].word.map { CAPInfo.Value("II", $0) }].compactMap(\.self)
        info.headline = text("headline")
        info.description = text("description")
        info.instruction = text("instruction")
        info.areas = [CAPArea(named: area, nil)]
        info.senderName = "Deutscher Wetterdienst"
        info.responses = self["response_type"].words(upTo: 20).map { $0.lowercased() }
        info.severity = Alert.Severity(cap: self["severity"].text)
        info.urgency = Alert.Urgency(cap: self["urgency"].text)
        info.certainty = Alert.Certainty(cap: self["certainty"].text)
        info.onset = onset
        info.expires = self["expires"].timestamp
        return CAPMessage(
            listed: self["alert_id"].word ?? self["id"].word ?? "\(event) \(onset?.seconds ?? 0)",
            status: self["status"].text, sent: self["effective"].timestamp, info)
    }
}
