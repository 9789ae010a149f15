import Weather

/// The providers with pending requests, so that a start detects requests that the last run did not survive. Without
/// this, an answer that crashes the program would be requested again at each start.
struct PendingRequests: Sendable, Hashable, Codable {
    private struct Request: Hashable, Codable {
        /// When the last request was sent.
        var since: UnixTime
        /// Whether no fetch with such requests has completed since.
        var isRunning = true
        /// The number of consecutive runs that ended during such a request.
        var interruptions = 0
    }

    /// By the provider's `id`.
    private var requests: [String: Request] = [:]

    /// The maximum backoff after a run that ended during a request, s.
    private static let longestBackoff = 3600
    /// More than there are providers, and longer than their ids: a corrupt file must not fill memory.
    private static let most = 100

    init() {}

    init(from decoder: any Decoder) throws {
        requests = try decoder.singleValueContainer().decode([String: Request].self)
        guard requests.count <= Self.most, requests.values.allSatisfy({ (0...1_000_000).contains($0.interruptions) })
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "too many requests"))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(requests)
    }

    /// The end of a provider's backoff after interrupted runs; nil when there is none.
    ///
    /// It starts at `RefreshFloor.seconds` and doubles with each further interrupted run.
    func backsOffUntil(_ provider: String, at now: UnixTime) -> UnixTime? {
        guard let request = requests[provider], !request.isRunning, request.interruptions > 0 else { return nil }
        let rest = min(RefreshFloor.seconds << min(request.interruptions - 1, 10), Self.longestBackoff)
        let end = request.since.advanced(by: rest)
        return now < end ? end : nil
    }

    /// Call before sending a request.
    mutating func begin(to provider: String, at now: UnixTime) {
        requests[provider] = Request(since: now, interruptions: requests[provider]?.interruptions ?? 0)
    }

    /// The answers have been processed and stored.
    ///
    /// - Returns: whether any request was pending.
    mutating func end() -> Bool {
        let running = requests.filter { $0.value.isRunning }
        for provider in running.keys { requests[provider] = nil }
        return !running.isEmpty
    }

    /// The wall clock was set by `step` seconds.
    mutating func redate(by step: Int) {
        for (provider, request) in requests { requests[provider]?.since = request.since.advanced(by: step) }
    }

    /// The run that wrote these requests has ended.
    ///
    /// - Parameter now: the start of this run; the previous run's clock may have been ahead.
    mutating func interrupt(at now: UnixTime) {
        for (provider, request) in requests {
            requests[provider]?.since = min(request.since, now)
            guard request.isRunning else { continue }
            requests[provider]?.isRunning = false
            requests[provider]?.interruptions = request.interruptions + 1
        }
    }
}
