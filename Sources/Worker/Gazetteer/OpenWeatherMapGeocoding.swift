public import HTTP
public import Weather
public import WorkerProtocol

/// Search and reverse geocoding with [OpenWeatherMap](https://openweathermap.org/api/geocoding-api), for users with its
/// key. It has no time zones and no populations.
public struct OpenWeatherMapGeocoding: Geocoding {
    private let baseURL: String
    private let key: APIKey
    private let countryName: CountryName
    private let exchange: HTTPExchange

    /// The name of a country in a language (as in `LANG`), by its ISO 3166-1 alpha-2 code, since the service returns only
    /// codes; nil when unknown.
    public typealias CountryName = @Sendable (_ code: String, _ language: String) -> String?

    /// The service's maximum number of results.
    private static let most = 5

    /// - Parameter baseURL: `https://api.openweathermap.org`, or another host with the same API.
    public init(
        baseURL: String, key: APIKey, countryName: @escaping CountryName, exchange: @escaping HTTPExchange
    ) {
        self.baseURL = baseURL.asBaseURL
        self.key = key
        self.countryName = countryName
        self.exchange = exchange
    }

    /// The matching places, best first, at most five.
    ///
    /// - Parameter language: of the names, as in config.toml.
    public func search(
        _ query: SearchQuery, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> [City] {
        let name = query.words.joined(separator: " ")
        let results = try await results("direct", [("q", name), ("limit", "\(Self.most)")], at: now)
        let fitting = results.filter {
            query.isSatisfied(by: $0.surroundings(country: country(of: $0, in: LanguageCodes.english)))
        }
        return fitting.compactMap { city(of: $0, in: language) }
    }

    /// The settlement at or near a position; nil when there is none.
    ///
    /// - Parameter language: of the name, as in config.toml.
    public func locality(
        at position: Coordinate, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> Locality? {
        let rounded = position.rounded
        let parameters = [("lat", "\(rounded.latitude)"), ("lon", "\(rounded.longitude)"), ("limit", "1")]
        guard
            let city = try await results("reverse", parameters, at: now).lazy.compactMap({ city(of: $0, in: language) })
                .first
        else { return nil }
        var locality = city.locality
        locality.offset = Extent(center: city.coordinate, population: 0).offset(of: position)
        locality.language = language
        return locality
    }

    private func city(of result: OpenWeatherMapGeocodingAnswer.Result, in language: String) -> City? {
        result.city(in: language, country: country(of: result, in: language))
    }

    private func country(of result: OpenWeatherMapGeocodingAnswer.Result, in language: String) -> String? {
        result.countryCode.flatMap { countryName($0, language) }
    }

    private func results(
        _ call: String, _ parameters: [(String, String)], at now: UnixTime
    ) async throws(FetchFailure) -> ArraySlice<OpenWeatherMapGeocodingAnswer.Result> {
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
            throw .malformed(host: question.host, reason: content?.message ?? "the response is not a list of places")
        }
        return results.prefix(Self.most)
    }
}
