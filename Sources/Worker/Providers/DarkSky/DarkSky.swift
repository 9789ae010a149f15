public import HTTP
public import Weather
public import WorkerProtocol

/// The Dark Sky API, whose original service has ended: [Pirate Weather](https://pirateweather.net/en/latest/API/)
/// provides it, and other hosts may. It requires an API key.
public struct DarkSky: DescribedProvider {
    public let facts: ProviderFacts

    private let baseURL: String
    private let key: APIKey
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://api.pirateweather.net`, or another host with the same API.
    public init(baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.key = key
        self.exchange = exchange
        facts = ProviderFacts.darkSky(baseURL: baseURL)
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let query = query(for: coordinate)
        let answer = try await exchange(query)
        let content = Result { () throws(FetchFailure) in try JSONValue(answer, from: query.host) }
        if let failure = answer.darkSkyFailure(from: query.host, at: now, content: try? content.get()) { throw failure }
        let json = try content.get()
        guard let flags = DarkSkyFlags(json["flags"], at: now) else {
            throw .malformed(host: query.host, reason: "the response has unknown units")
        }
        guard let report = Report(darkSky: json, flags: flags, of: identity, for: coordinate, at: now) else {
            throw .malformed(host: query.host, reason: "the response contains no weather")
        }
        return report
    }

    /// 168 hours instead of 48; separate amounts of rain, snow and ice (`version=2`); and condition words that
    /// distinguish light rain from heavy (`icon=pirate`). Hosts that do not know these parameters ignore them.
    private func query(for coordinate: Coordinate) -> HTTPQuery {
        let position = coordinate.rounded
        return HTTPQuery(
            url: "\(baseURL)/forecast/\(key.text)/\(position.latitude),\(position.longitude)"
                + "?units=si&extend=hourly&version=2&icon=pirate",
            key: key)
    }
}
