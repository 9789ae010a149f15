import HTTP
import Weather

extension OpenMeteoAnswer {
    /// The answer for one place, of the first model for each value.
    ///
    /// - Parameter models: as requested, in the order of preference; empty for the service's choice.
    /// - Throws: the error that the service sent, or `malformed`; `host` is the sender.
    init(_ answer: HTTPAnswer, from host: String, at now: UnixTime, models: [String]) throws(FetchFailure) {
        do throws(FetchFailure) {
            self = try OpenMeteoAnswer(answer, from: host, at: now).merging(models)
        } catch {
            throw models.isEmpty ? error : error.ofModels
        }
    }

    private init(_ answer: HTTPAnswer, from host: String, at now: UnixTime) throws(FetchFailure) {
        let json = Result { () throws(FetchFailure) in try JSONValue(answer, from: host) }
        let content: OpenMeteoAnswer? =
            if case .success(let object) = json, case .object = object { OpenMeteoAnswer(object) } else { nil }
        if let failure = answer.failure(from: host, at: now, reason: content?.error) {
            throw failure.waitingFor(limitNamedIn: content?.error, at: now)
        }
        if let error = content?.error {
            // An error with a success status counts as the status that it should have.
            let failure: FetchFailure =
                error.lowercased().contains("limit exceeded")
                ? .rateLimited(host: host, reason: error, retryAfter: nil)
                : .refused(host: host, status: answer.status, reason: error)
            throw failure.waitingFor(limitNamedIn: error, at: now)
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
    /// The failure of a request for configured models: the service rejects how they are combined, or a place outside of a
    /// regional model. It leaves out single names that it does not know (`OpenMeteoRequest`).
    fileprivate var ofModels: FetchFailure {
        guard case .refused(let host, let status, let reason?) = self, status == 400 || status < 300 else {
            return self
        }
        let words = reason.lowercased()
        if words.contains("no data is available") { return .notCovered(host: host, reason: reason) }
        let concernsModels = words.contains("model") || words.contains("domain")
        return concernsModels ? .settingRefused(host: host, setting: "open-meteo.models", reason: reason) : self
    }
}
