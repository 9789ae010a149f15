public import HTTP
public import Weather
public import WorkerProtocol

/// The warnings of 38 national weather services in Europe, from the feeds of [MeteoAlarm](https://meteoalarm.org): all of a
/// country's in one answer.
public struct MeteoAlarm: ReportProvider {
    public static let identity = ProviderFacts.meteoAlarm.identity

    public var identity: Provider { Self.identity }

    private let baseURL: String
    private let locale: String
    private let country: @Sendable (Coordinate) -> String?
    private let regions: @Sendable () -> RegionTable
    private let isAshore: @Sendable (Coordinate) -> Bool
    private let exchange: HTTPExchange

    /// Three times the largest known answer, Switzerland's with all outlines.
    static let answerLimit = 32 << 20

    /// - Parameters:
    ///   - baseURL: `https://feeds.meteoalarm.org`, or another host with the same API.
    ///   - locale: the user's language.
    ///   - country: the country of a position (ISO 3166-1 alpha-2); nil when unknown, as at sea.
    ///   - regions: what the codes of regions mean.
    ///   - isAshore: whether a position is on land.
    public init(
        baseURL: String, locale: String, country: @escaping @Sendable (Coordinate) -> String?,
        regions: @escaping @Sendable () -> RegionTable,
        isAshore: @escaping @Sendable (Coordinate) -> Bool = { _ in false }, exchange: @escaping HTTPExchange
    ) {
        self.baseURL = baseURL.asBaseURL
        self.locale = locale
        self.country = country
        self.regions = regions
        self.isAshore = isAshore
        self.exchange = exchange
    }

    public func covers(_ coordinate: Coordinate) -> Bool { ProviderFacts.meteoAlarm.covers(coordinate) }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        guard let feed = country(coordinate).flatMap(MeteoAlarmCountry.feed) else {
            throw .notCovered(host: identity.name, reason: nil)
        }
        let previous = previous?.provider.id == identity.id && previous?.coordinate == coordinate ? previous : nil
        var query = HTTPQuery(url: "\(baseURL)/api/v1/warnings/feeds-\(feed)", answerLimit: Self.answerLimit)
        if let date = previous?.httpFreshness?.lastModified { query.headers["If-Modified-Since"] = date }
        let answer = try await exchange(query)
        if answer.status == 304, let previous {
            return previous.confirmed(at: now, httpFreshness: freshness(of: answer) ?? previous.httpFreshness)
        }
        if answer.status == 404 { throw .notCovered(host: query.host, reason: nil) }
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        let regions = RegionsOfPlace(coordinate, in: regions(), isAshore: isAshore(coordinate))
        var messages: [CAPMessage] = []
        var count = 0
        try answer.eachElement(of: "warnings", from: query.host) { warning in
            count += 1
            guard let message = CAPMessage(meteoAlarm: warning["alert"]) else { return }
            // Only the warnings of the place are kept in memory with their outlines.
            messages.append(message.reduced(to: regions))
        }
        let selection = CAPSelection(of: messages, now: now, locale: locale, regions: regions)
        var report = AlertReport(
            coordinate: coordinate, provider: identity, fetchedAt: now, httpFreshness: freshness(of: answer))
        try report.take(
            selection, unread: count - messages.count, from: query.host, attribution: "via EUMETNET – MeteoAlarm")
        return report
    }

    /// How to revalidate an answer. Its lifetime does not count: a warning may be issued at any time.
    private func freshness(of answer: HTTPAnswer) -> HTTPFreshness? {
        answer[header: "Last-Modified"].map { HTTPFreshness(lastModified: $0) }
    }
}

extension CAPMessage {
    /// A message in MeteoAlarm's JSON, which uses the names of CAP; nil if the value is not an object. All lists are within the
    /// limits of the document.
    init?(meteoAlarm alert: JSONValue) {
        guard case .object = alert else { return nil }
        self.init(
            identifier: alert["identifier"].word?.oneLine(upTo: 1000) ?? "", sender: alert["sender"].text ?? "",
            sent: alert["sent"].text?.capTime,
            status: alert["status"].text.flatMap { Status(rawValue: $0.lowercased()) },
            kind: alert["msgType"].text.flatMap { Kind(rawValue: $0.lowercased()) },
            isPublic: Self.isPublic(scope: alert["scope"].text),
            references: Reference.list(alert["references"].text ?? ""), infos: alert["info"].list.map(CAPInfo.init))
        sentText = alert["sent"].text?.oneLine(upTo: 100) ?? ""
    }
}

extension CAPInfo {
    fileprivate init(_ info: JSONValue) {
        self.init()
        for name in [
            "language", "event", "urgency", "severity", "certainty", "effective", "onset", "expires", "senderName",
            "headline", "description", "instruction", "web",
        ] {
            // A missing member is skipped: otherwise a missing end would count as an unreadable one.
            if case .null = info[name] { continue }
            set(name, info[name].text?.capText)
        }
        for name in ["category", "responseType"] {
            for word in info[name].list.prefix(20) { set(name, word.text) }
        }
        parameters = info["parameter"].values
        eventCodes = info["eventCode"].values
        areas = info["area"].list.map(CAPArea.init)
    }
}

extension CAPArea {
    fileprivate init(_ area: JSONValue) {
        self.init()
        name = area["areaDesc"].text?.oneLine(upTo: 1000)
        geocodes = area["geocode"].values
        for text in area["polygon"].list {
            if let ring = text.text.flatMap({ try? Ring(capPolygon: $0) }) {
                rings.append(ring)
            } else {
                hasDamagedShape = true
            }
        }
        for text in area["circle"].list {
            if let circle = text.text.flatMap({ Circle(cap: $0) }) {
                circles.append(circle)
            } else {
                hasDamagedShape = true
            }
        }
    }
}

extension JSONValue {
    /// A list of names and values.
    fileprivate var values: [CAPInfo.Value] {
        list.compactMap { pair in
            guard let name = pair["valueName"].word, let value = pair["value"].word else { return nil }
            return CAPInfo.Value(name, value)
        }
    }
}

/// The countries of MeteoAlarm: <https://meteoalarm.org>.
enum MeteoAlarmCountry {
    /// The name of a country's feed; nil for a country without one.
    ///
    /// - Parameter code: ISO 3166-1 alpha-2.
    static func feed(of code: String) -> String? { feeds[code] }

    static let feeds = [
        "AT": "austria", "BA": "bosnia-herzegovina", "BE": "belgium", "BG": "bulgaria", "CH": "switzerland",
        "CY": "cyprus", "CZ": "czechia", "DE": "germany", "DK": "denmark", "EE": "estonia", "ES": "spain",
        "FI": "finland", "FR": "france", "GB": "united-kingdom", "GR": "greece", "HR": "croatia", "HU": "hungary",
        "IE": "ireland", "IL": "israel", "IS": "iceland", "IT": "italy", "LT": "lithuania", "LU": "luxembourg",
        "LV": "latvia", "MD": "moldova", "ME": "montenegro", "MK": "republic-of-north-macedonia", "MT": "malta",
        "NL": "netherlands", "NO": "norway", "PL": "poland", "PT": "portugal", "RO": "romania", "RS": "serbia",
        "SE": "sweden", "SI": "slovenia", "SK": "slovakia", "UA": "ukraine",
    ]
}
