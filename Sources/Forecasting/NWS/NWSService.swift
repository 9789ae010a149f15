import HTTP
import Weather

/// What is the same for all of the service's interfaces: <https://www.weather.gov/documentation/services-web-api>.
struct NWSService: Sendable {
    let baseURL: String
    let exchange: HTTPExchange

    /// Whom failures name.
    var host: String { HTTPQuery(url: baseURL).host }

    func query(_ path: String) -> HTTPQuery {
        HTTPQuery(url: baseURL + path, headers: ["Accept": "application/geo+json"])
    }

    /// What the service answers, when it is a success.
    func answer(_ path: String, at now: UnixTime) async throws(FetchFailure) -> HTTPAnswer {
        let answer = try await exchange(query(path))
        if let failure = failure(answer, at: now) { throw failure }
        return answer
    }

    /// The same as a document.
    func document(_ path: String, at now: UnixTime) async throws(FetchFailure) -> JSONValue {
        try JSONValue(try await answer(path, at: now), from: host)
    }

    /// Why an answer is none; nil when it is one.
    func failure(_ answer: HTTPAnswer, at now: UnixTime) -> FetchFailure? {
        answer.failure(from: host, at: now, reason: answer.problem)
    }
}

extension HTTPAnswer {
    /// The service's words in an error's document (RFC 9457, `application/problem+json`); nil when there are none.
    var problem: String? {
        guard status >= 400, let problem = try? JSONValue(self, from: "") else { return nil }
        let words = [problem["title"].text, problem["detail"].text].compactMap(\.self)
        return words.joined(separator: ": ").asReason
    }

    /// Whether a forecast is not to be had because its grid point is out of date, so that asking for the place anew can
    /// help.
    var isOfOldGridPoint: Bool {
        if status == 404 { return true }
        guard status == 503, let problem = try? JSONValue(self, from: "") else { return false }
        return [problem["type"].text, problem["title"].text].contains { $0?.contains("Expired") == true }
    }
}
