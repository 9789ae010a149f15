import HTTP
import Weather

/// What is the same for all of MET Norway's services: <https://api.met.no/doc/TermsOfService>.
struct METNorwayService: Sendable {
    let baseURL: String
    let exchange: HTTPExchange
    let notice: @Sendable (ProviderNotice) -> Void

    /// Whom failures name.
    var host: String { HTTPQuery(url: baseURL).host }

    /// What the service answers for a place: a success, or status 304 when what it said before still holds.
    ///
    /// - Parameters:
    ///   - path: `/weatherapi/…`.
    ///   - parameters: those besides the place's, as they stand in the address.
    ///   - previous: what it said before.
    /// - Throws: why there is no answer.
    func answer(
        _ path: String, for coordinate: Coordinate, parameters: String = "", renewing previous: Promise?,
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

    /// What an answer says of the next one. One that confirms the last may leave out the date that it still has.
    func promise(of answer: HTTPAnswer, renewing previous: Promise?, at now: UnixTime) -> Promise? {
        var promise = answer.promise(at: now) ?? Promise()
        if answer.status == 304, promise.lastModified == nil { promise.lastModified = previous?.lastModified }
        return promise == Promise() ? nil : promise
    }

    /// The service's errors are web pages or bare lines, so that the reasons are ours.
    private func failure(_ answer: HTTPAnswer, at now: UnixTime) -> FetchFailure? {
        let reason: String? =
            switch answer.status {
            case 400: "it does not understand the request; a newer weatherd may"
            case 403:
                "it wants to know how to reach whoever asks: set contact in config.toml to a mail or web address"
            case 404: "there is nothing at this address; see whether it is the one that met.no documents"
            case 422: "the place is outside the area that it has data for"
            case 429: "too many requests at a time"
            case 502, 503, 504: "it is overloaded or being worked on"
            default: nil
            }
        if answer.status == 422 { return .notCovered(host: host, reason: reason) }
        return answer.failure(from: host, at: now, reason: reason)
    }
}
