import HTTP
import Weather
import WorkerProtocol

extension HTTPAnswer {
    /// Why the answer is not a forecast; nil when it may be one.
    ///
    /// - Parameter content: the body, if it is JSON.
    func darkSkyFailure(from host: String, at now: UnixTime, content: JSONValue?) -> FetchFailure? {
        // The gateway sends `message`, the service itself `detail`, and Dark Sky sent `error` with a `code`.
        let words = ["message", "error", "detail"].lazy.compactMap { content?[$0].text?.asReason }.first
        var answer = self
        if (200..<300).contains(status) {
            // An error with status 200 is still an error.
            let hasWeather = ["currently", "hourly", "daily"].contains { content?[$0].members.isEmpty == false }
            guard let words, !hasWeather else { return nil }
            guard let code = content?["code"].integer, (400..<600).contains(code) else {
                return .serviceFailed(host: host, status: status, reason: words, retryAfter: retryAfter(at: now))
            }
            answer.status = code
        }
        switch answer.status {
        case 401, 403:
            return .keyRefused(
                host: host,
                reason: host.isPirateWeather
                    ? "a new key works 20 minutes after subscribing to the API at pirateweather.net; else check the key file"
                    : "check the key in the file set by api-key-file")
        case 404:
            return .refused(
                host: host, status: 404,
                reason: words ?? "there is no Dark Sky API at this URL; check pirate-weather.url")
        case 429:
            return .rateLimited(
                host: host, reason: words ?? "the key's quota is used up", retryAfter: untilQuotaRenews(at: now))
        default:
            return answer.failure(from: host, at: now, reason: words)
        }
    }

    /// A quota is monthly, but the user may have it raised on any day, so it is retried after a day, s.
    private static let longestQuotaWait = 86_400

    /// Seconds until the quota is renewed: `Retry-After`, or the delay or time given by the gateway; nil when it gives
    /// none.
    private func untilQuotaRenews(at now: UnixTime) -> Int? {
        if let wait = retryAfter(at: now) { return wait }
        for name in ["Ratelimit-Reset", "X-RateLimit-Reset"] {
            guard let value = self[header: name].flatMap({ Int($0) }), value >= 0 else { continue }
            let moment = UnixTime(value)
            return min(moment.isPlausible ? max(0, moment.seconds(since: now)) : value, Self.longestQuotaWait)
        }
        return nil
    }
}
