import HTTP
import Weather

/// What the service's interfaces have in common: <https://www.weather.gov/documentation/services-web-api>.
struct NWSService: Sendable {
    let baseURL: String
    let exchange: HTTPExchange

    /// The host named in failures.
    var host: String { HTTPQuery(url: baseURL).host }

    func query(_ path: String) -> HTTPQuery {
        HTTPQuery(url: baseURL + path, headers: ["Accept": "application/geo+json"])
    }

    /// The answer to a successful request.
    func answer(_ path: String, at now: UnixTime) async throws(FetchFailure) -> HTTPAnswer {
        let answer = try await exchange(query(path))
        if let failure = failure(answer, at: now) { throw failure }
        return answer
    }

    /// The answer as a document.
    func document(_ path: String, at now: UnixTime) async throws(FetchFailure) -> JSONValue {
        try JSONValue(try await answer(path, at: now), from: host)
    }

    /// The failure that an answer reports; nil for a success.
    func failure(_ answer: HTTPAnswer, at now: UnixTime) -> FetchFailure? {
        answer.failure(from: host, at: now, reason: answer.problem)
    }
}

extension HTTPAnswer {
    /// The service's explanation in an error document (RFC 9457, `application/problem+json`); nil for none.
    var problem: String? {
        guard status >= 400, let problem = try? JSONValue(self, from: "") else { return nil }
        let words = [problem["title"].text, problem["detail"].text].compactMap(\.self)
        return words.joined(separator: ": ").asReason
    }

    /// Whether the grid point is out of date, so that looking the place up again may help.
    var isStaleGridPoint: Bool {
        if status == 404 { return true }
        guard status == 503, let problem = try? JSONValue(self, from: "") else { return false }
        return [problem["type"].text, problem["title"].text].contains { $0?.contains("Expired") == true }
    }
}
