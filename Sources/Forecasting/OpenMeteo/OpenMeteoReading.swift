import HTTP
import Weather

extension HTTPAnswer {
    /// The reports in an answer: an array with one element per place, in the order of the query; for a single place an
    /// object; or an error for all places.
    ///
    /// - Parameters:
    ///   - host: the sender, for failures.
    ///   - report: parses the answer for one place.
    func openMeteoReports<Content: ProviderReport>(
        of host: String, for coordinates: [Coordinate],
        _ report: (HTTPAnswer, Coordinate) throws(FetchFailure) -> Content
    ) throws(FetchFailure) -> [Result<Content, FetchFailure>] {
        guard coordinates.count > 1, (200..<300).contains(status),
            let array = JSONArray(body, most: coordinates.count)
        else {
            let report = try report(self, coordinates[0])
            guard coordinates.count == 1 else {
                throw .malformed(host: host, reason: "the answer is for one place, not for \(coordinates.count)")
            }
            return [.success(report)]
        }
        guard array.count == coordinates.count else {
            let reason = "the answer is for \(array.count) places, not for \(coordinates.count)"
            throw .malformed(host: host, reason: reason)
        }
        return zip(array.elements, coordinates).map { element, coordinate in
            Result { () throws(FetchFailure) in
                try report(HTTPAnswer(status: status, body: Array(element)), coordinate)
            }
        }
    }
}

extension OpenMeteoAnswer {
    /// The answer for one place.
    ///
    /// - Throws: the error that the service sent, or `malformed`; `host` is the sender.
    init(_ answer: HTTPAnswer, from host: String, at now: UnixTime) throws(FetchFailure) {
        let json = Result { () throws(FetchFailure) in try JSONValue(answer, from: host) }
        let content: OpenMeteoAnswer? =
            if case .success(let object) = json, case .object = object { OpenMeteoAnswer(object) } else { nil }
        if let failure = answer.failure(from: host, at: now, reason: content?.error) {
            throw failure.waitingFor(limitNamedIn: content?.error, at: now)
        }
        if let error = content?.error {
            throw .serviceFailed(host: host, status: answer.status, reason: error, retryAfter: nil)
        }
        guard let content else {
            _ = try json.get()
            throw answer.damage(from: host)
        }
        self = content
    }
}

extension FetchFailure {
    /// Open-Meteo sends no Retry-After, but its reason names the exceeded limit: per minute, per hour, or per day,
    /// which is reset at 00 UTC. Earlier retries would fail.
    fileprivate func waitingFor(limitNamedIn reason: String?, at now: UnixTime) -> FetchFailure {
        guard case .rateLimited(let host, let words, nil) = self, let reason = reason?.lowercased() else { return self }
        func untilNext(_ period: Int) -> Int { period - now.seconds % period }
        let wait: Int? =
            if reason.contains("minutely") {
                60
            } else if reason.contains("hourly") {
                untilNext(3600)
            } else if reason.contains("daily") {
                untilNext(86_400)
            } else {
                nil
            }
        return .rateLimited(host: host, reason: words, retryAfter: wait)
    }
}

extension FetchFailure {
    /// The failure of a request for configured models. The rest of the request is always valid, so the service rejects only
    /// their names, or a place outside of a regional model.
    var ofModels: FetchFailure {
        guard case .refused(let host, status: 400, let reason?) = self else { return self }
        return reason.lowercased().contains("no data is available")
            ? .notCovered(host: host, reason: reason)
            : .settingRefused(host: host, setting: "open-meteo.models", reason: reason)
    }
}
