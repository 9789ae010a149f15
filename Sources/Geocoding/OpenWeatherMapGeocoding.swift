public import Endpoints
public import HTTP
public import Searching
public import Weather

/// The search of [OpenWeatherMap's geocoding](https://openweathermap.org/api/geocoding-api), for those who have its key: places
/// by name, and the name of a position. It knows no time zones and no numbers of inhabitants.
public struct OpenWeatherMapGeocoding: Geocoding {
    private let baseURL: String
    private let key: APIKey
    private let exchange: HTTPExchange

    /// The most that the service answers with.
    private static let most = 5

    /// - Parameter baseURL: `https://api.openweathermap.org`, or where else the same interface is served.
    public init(baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.key = key
        self.exchange = exchange
    }

    /// The places that fit the query, best first, five at most; none when nothing is called so.
    ///
    /// - Parameter language: of the names, as in config.toml.
    public func search(
        _ query: SearchQuery, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> [City] {
        let name = query.words.joined(separator: " ")
        let results = try await results("direct", [("q", name), ("limit", "\(Self.most)")], at: now)
        return Array(
            results.filter { query.isMet(by: $0.surroundings) }.compactMap { $0.city(in: language) }.prefix(Self.most))
    }

    /// What a position is called by the settlement that it lies in or near; nil where there is none.
    ///
    /// - Parameter language: of the name, as in config.toml.
    public func locality(
        at position: Coordinate, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> Locality? {
        let rounded = position.rounded
        let parameters = [("lat", "\(rounded.latitude)"), ("lon", "\(rounded.longitude)"), ("limit", "1")]
        guard
            let city = try await results("reverse", parameters, at: now).lazy.compactMap({ $0.city(in: language) })
                .first
        else { return nil }
        var locality = city.locality
        locality.offset = Extent(center: city.coordinate, population: 0).offset(of: position)
        locality.language = language
        return locality
    }

    private func results(
        _ call: String, _ parameters: [(String, String)], at now: UnixTime
    ) async throws(FetchFailure) -> [OpenWeatherMapGeocodingAnswer.Result] {
        let values = (parameters + [("appid", key.text)]).map { "\($0)=\($1.urlEncoded)" }.joined(separator: "&")
        let question = HTTPQuery(url: "\(baseURL)/geo/1.0/\(call)?\(values)", key: key)
        let answer = try await exchange(question)
        let content = (try? JSONValue(answer, from: question.host)).flatMap(OpenWeatherMapGeocodingAnswer.init)
        if answer.status == 401 || content?.code == 401 {
            let advice = "new keys take up to two hours to work"
            let reason = [content?.message, advice].compactMap(\.self).joined(separator: "; ")
            throw .keyRefused(host: "OpenWeatherMap", reason: reason)
        }
        if let failure = answer.failure(from: question.host, at: now, reason: content?.message) { throw failure }
        guard let results = content?.results else {
            throw .malformed(host: question.host, reason: content?.message ?? "the answer is no list of places")
        }
        return results
    }
}
