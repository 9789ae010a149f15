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

    /// The settlement at or near a position; nil if the service finds none.
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

/// An answer of OpenWeatherMap's geocoding: a list, or an object with an error.
struct OpenWeatherMapGeocodingAnswer {
    /// nil when the answer is an error.
    var results: [Result]?
    /// The service's error message up to its first full stop; nil for none.
    var message: String?
    /// Like an HTTP status; nil when not given.
    var code: Int?

    /// nil for an invalid answer.
    init?(_ json: JSONValue) {
        switch json {
        case .array(let elements): results = elements.compactMap(Result.init)
        case .object:
            let words = json["message"].text
            message = words.map { String($0[..<($0.firstRange(of: ". ")?.lowerBound ?? $0.endIndex)]) }?.asReason
            // A number in some answers, a string in others.
            code = json["cod"].integer
        default: return nil
        }
    }

    struct Result {
        private var name: String
        /// By language code; some keys are not codes.
        private var localNames: [String: String]
        private var latitude: Double
        private var longitude: Double
        /// ISO 3166-1 alpha-2.
        private(set) var countryCode: String?
        private var region: String?

        /// nil without a name or a position.
        init?(_ json: JSONValue) {
            guard let name = json["name"].name, let latitude = json["lat"].number, let longitude = json["lon"].number
            else { return nil }
            (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
            localNames = json["local_names"].members.compactMapValues(\.name)
            countryCode = json["country"].name
            region = json["state"].name
        }

        /// nil for an invalid position.
        ///
        /// - Parameter country: the name of its country in that language; nil when unknown.
        func city(in language: String, country: String?) -> City? {
            // The service's codes have no region: pt_BR is pt.
            let code = String(language.prefix { !"_-".contains($0) })
            let local = localNames[code] ?? name
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
            return City(
                coordinate: coordinate,
                locality: Locality(
                    name: local, region: region, country: country, countryCode: countryCode))
        }

        /// Region and country, the latter as code and as name.
        func surroundings(country: String?) -> [String] { [region, countryCode, country].compactMap(\.self) }
    }
}
