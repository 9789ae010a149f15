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
