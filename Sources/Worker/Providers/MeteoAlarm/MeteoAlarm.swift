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
