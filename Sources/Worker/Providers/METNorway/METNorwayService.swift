import HTTP
import Weather

/// What MET Norway's services have in common: <https://api.met.no/doc/TermsOfService>.
struct METNorwayService: Sendable {
    let baseURL: String
    let exchange: HTTPExchange
    let notice: @Sendable (ProviderNotice) -> Void

    /// The host named in failures.
    var host: String { HTTPQuery(url: baseURL).host }

    /// The answer for a place: a success, or status 304 when the previous answer is still valid.
    ///
    /// - Parameters:
    ///   - path: `/weatherapi/…`.
    ///   - parameters: besides the place's, encoded as in the URL.
    ///   - previous: the freshness of the previous answer.
    func answer(
        _ path: String, for coordinate: Coordinate, parameters: String = "", renewing previous: HTTPFreshness?,
        at now: UnixTime
    ) async throws(FetchFailure) -> HTTPAnswer {
        let (latitude, longitude) = coordinate.queryDegrees
        var query = HTTPQuery(url: "\(baseURL)\(path)?lat=\(latitude)&lon=\(longitude)\(parameters)")
        if let date = previous?.lastModified { query.headers["If-Modified-Since"] = date }
        let answer = try await exchange(query)
        if answer.status == 304, previous?.lastModified != nil { return answer }
        if answer.status == 203 { notice(.deprecated(host: host, path: path)) }
        if let failure = failure(answer, at: now) { throw failure }
        return answer
    }

    /// The freshness of an answer. A 304 may omit the date that is still valid.
    func httpFreshness(of answer: HTTPAnswer, renewing previous: HTTPFreshness?, at now: UnixTime) -> HTTPFreshness? {
        var httpFreshness = answer.httpFreshness(at: now) ?? HTTPFreshness()
        if answer.status == 304, httpFreshness.lastModified == nil {
            httpFreshness.lastModified = previous?.lastModified
        }
        return httpFreshness == HTTPFreshness() ? nil : httpFreshness
    }

    /// The service sends errors as web pages or bare lines, so the reasons are our own.
    private func failure(_ answer: HTTPAnswer, at now: UnixTime) -> FetchFailure? {
        let reason: String? =
            switch answer.status {
            case 400: "it rejected the request; a newer weatherd may be needed"
            case 403:
                "contact details are required: set contact in config.toml to an email address or a URL"
            case 404: "not found; check whether the URL is the one documented by met.no"
            case 422: "the place is outside its coverage"
            case 429: "too many requests"
            case 502, 503, 504: "it is overloaded or under maintenance"
            default: nil
            }
        if answer.status == 422 { return .notCovered(host: host, reason: reason) }
        return answer.failure(from: host, at: now, reason: reason)
    }
}
