public import HTTP
public import Weather
public import WorkerProtocol

/// Online city search with [Open-Meteo's geocoding](https://open-meteo.com/en/docs/geocoding-api), which has smaller
/// places than the gazetteer. Used only when the gazetteer finds nothing.
public struct OpenMeteoGeocoding: Geocoding {
    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://geocoding-api.open-meteo.com`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.exchange = exchange
    }

    private static let limit = 10

    public func search(
        _ query: SearchQuery, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> [City] {
        let question = HTTPQuery(url: url(of: query, language: language))
        let answer = try await exchange(question)
        let content = (try? JSONValue(answer, from: question.host)).flatMap(OpenMeteoGeocodingAnswer.init)
        if let failure = answer.failure(from: question.host, at: now, reason: content?.reason?.asReason) {
            throw failure
        }
        guard let content else {
            throw .malformed(host: question.host, reason: "the response is not a list of places")
        }
        let fitting = content.results.filter { query.isSatisfied(by: $0.surroundings) }
        return Array(fitting.compactMap { $0.city(foundBy: query) }.prefix(Self.limit))
    }

    /// The service has no parameter for region or country, so queries with one request more results.
    private func url(of query: SearchQuery, language: String) -> String {
        let name = query.words.joined(separator: " ")
        let parameters = [
            ("name", name), ("count", query.areas.isEmpty ? "\(Self.limit)" : "100"),
            // The service supports no region in the language: "de" for "de_AT".
            ("language", LanguageCodes.codes(of: language).first.map(LanguageCodes.language) ?? language),
            ("format", "json"),
        ]
        return "\(baseURL)/v1/search?" + parameters.map { "\($0)=\($1.urlEncoded)" }.joined(separator: "&")
    }
}

extension String {
    /// Percent-encoded for the query of a URL (RFC 3986, unreserved characters).
    var urlEncoded: String {
        utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

/// An answer of Open-Meteo's geocoding. Without results it has no list.
struct OpenMeteoGeocodingAnswer {
    var results: [Result]
    /// The service's error message; nil for a success.
    var reason: String?

    /// nil for an invalid answer.
    init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        switch json["results"] {
        case .array(let elements): results = elements.compactMap(Result.init)
        case .null: results = []
        default: return nil
        }
        reason = json["reason"].text
    }

    struct Result {
        var name: String
        var latitude: Double
        var longitude: Double
        var countryCode: String?
        var country: String?
        var region: String?
        var timeZone: String?
        /// Omitted, not 0, when unknown.
        var population: Int?
        /// Empty when unknown.
        var postalCodes: [String]

        /// nil without a name or a position.
        init?(_ json: JSONValue) {
            guard let name = json["name"].name, let latitude = json["latitude"].number,
                let longitude = json["longitude"].number
            else { return nil }
            (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
            countryCode = json["country_code"].name
            country = json["country"].name
            region = json["admin1"].name
            timeZone = json["timezone"].name
            population = json["population"].integer.flatMap { $0 > 0 ? $0 : nil }
            postalCodes = json["postcodes"].elements.compactMap(\.name)
        }

        /// The city that a query has found; nil for an invalid position.
        func city(foundBy query: SearchQuery) -> City? {
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
            var city = City(
                coordinate: coordinate,
                locality: Locality(
                    name: name, region: region, country: country, countryCode: countryCode, timeZone: timeZone),
                population: population)
            if query.isPostalCode, let code = postalCodes.first(where: query.isPostalCode) { city.matchedName = code }
            return city
        }

        var surroundings: [String] { [region, country, countryCode].compactMap(\.self) }
    }
}
