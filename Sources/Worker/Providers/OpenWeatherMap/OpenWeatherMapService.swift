import HTTP
import Weather
import WorkerProtocol

/// The services that an OpenWeatherMap key gives access to.
struct OpenWeatherMapService: Sendable {
    private let baseURL: String
    private let key: APIKey
    private let exchange: HTTPExchange

    init(baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.key = key
        self.exchange = exchange
    }

    /// The service's answer for a position, in metric units.
    func content(
        _ path: String, of coordinate: Coordinate, _ parameters: [(String, String)] = [], at now: UnixTime
    ) async throws(FetchFailure) -> JSONValue {
        let position = coordinate.rounded
        let place = [("lat", "\(position.latitude)"), ("lon", "\(position.longitude)"), ("units", "metric")]
        return try await content(path, place + parameters, at: now)
    }

    func content(
        _ path: String, _ parameters: [(String, String)] = [], at now: UnixTime
    ) async throws(FetchFailure) -> JSONValue {
        let values = (parameters + [("appid", key.text)]).map { "\($0)=\($1)" }.joined(separator: "&")
        let query = HTTPQuery(url: "\(baseURL)\(path)?\(values)", key: key)
        return try Self.content(of: try await exchange(query), from: query.host, at: now)
    }

    /// The failure of a complete answer without weather.
    var nothing: FetchFailure {
        .malformed(host: HTTPQuery(url: baseURL).host, reason: "the response contains no weather")
    }

    /// The content of an answer. Errors have an HTTP status, or status 200 and a `cod`, which is a number or a string.
    ///
    /// - Parameter host: the sender, for failures.
    static func content(
        of answer: HTTPAnswer, from host: String, at now: UnixTime
    ) throws(FetchFailure) -> JSONValue {
        let content = Result { () throws(FetchFailure) in try JSONValue(answer, from: host) }
        let said = try? content.get()
        var answer = answer
        if (200..<300).contains(answer.status), let code = said?["cod"].integer, (400..<600).contains(code) {
            answer.status = code
        }
        let reason = said?["message"].text?.firstSentence.asReason
        if answer.status == 401 {
            throw .keyRefused(host: ProviderFacts.openWeatherMap.identity.name, reason: advice(on: reason))
        }
        if let failure = answer.failure(from: host, at: now, reason: reason) { throw failure }
        return try content.get()
    }

    /// A key is rejected when it is invalid, when it is new, or when it has no One Call subscription. The first two
    /// have the same message.
    private static func advice(on reason: String?) -> String {
        let isUnsubscribed = reason?.contains("subscription") ?? false
        let advice =
            isUnsubscribed
            ? "subscribe at openweathermap.org/price" : "new keys take up to two hours to work"
        return [reason, advice].compactMap(\.self).joined(separator: "; ")
    }
}

extension String {
    /// The service's messages start with the cause, and end with URLs and advertisements.
    fileprivate var firstSentence: String {
        String(self[..<(firstRange(of: ". ")?.lowerBound ?? endIndex)])
    }
}
