import Weather

/// The providers that requests are under way to, so that a start knows which of them the last run ended at. An answer that ends
/// the program would otherwise be asked for again at each start.
struct PendingRequests: Sendable, Hashable, Codable {
    private struct Request: Hashable, Codable {
        /// When the last request went out.
        var since: UnixTime
        /// Whether no fetch that it belongs to has ended since.
        var isRunning = true
        /// How many runs in a row ended while such a request was under way.
        var interruptions = 0
    }

    /// By the provider's `id`.
    private var requests: [String: Request] = [:]

    /// The longest wait after a run that ended during a request, seconds.
    private static let longestRest = 3600
    /// No id of a provider is longer, and there are not so many: a file that others wrote must not fill the memory.
    private static let most = 100

    init() {}

    init(from decoder: any Decoder) throws {
        requests = try decoder.singleValueContainer().decode([String: Request].self)
        guard requests.count <= Self.most, requests.values.allSatisfy({ (0...1_000_000).contains($0.interruptions) })
        else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "so many"))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(requests)
    }

    /// When a provider may be asked again that the last run ended at; nil when it may be asked now.
    ///
    /// The wait begins with `RefreshFloor.seconds` and doubles with each further run that ends so.
    func restsUntil(_ provider: String, at now: UnixTime) -> UnixTime? {
        guard let request = requests[provider], !request.isRunning, request.interruptions > 0 else { return nil }
        let rest = min(RefreshFloor.seconds << min(request.interruptions - 1, 10), Self.longestRest)
        let end = request.since.advanced(by: rest)
        // After the clock was set back the time waited is unknown, so the wait ends.
        return request.since <= now && now < end ? end : nil
    }

    /// A request is about to go out.
    mutating func begin(to provider: String, at now: UnixTime) {
        requests[provider] = Request(since: now, interruptions: requests[provider]?.interruptions ?? 0)
    }

    /// What the requests were for has been read and kept.
    ///
    /// - Returns: whether any was under way.
    mutating func end() -> Bool {
        let running = requests.filter { $0.value.isRunning }
        for provider in running.keys { requests[provider] = nil }
        return !running.isEmpty
    }

    /// The run that these were kept by has ended.
    ///
    /// - Parameter now: at which this run begins; the last one's clock may have been ahead of it.
    mutating func interrupt(at now: UnixTime) {
        for (provider, request) in requests {
            requests[provider]?.since = min(request.since, now)
            guard request.isRunning else { continue }
            requests[provider]?.isRunning = false
            requests[provider]?.interruptions = request.interruptions + 1
        }
    }
}
