/// How many places were begun when, as far as the provider's limit for a minute counts them.
struct MinuteCount<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    private var begun: [(time: Instant, places: Int)] = []

    mutating func add(_ places: Int, at now: Instant) {
        begun.append((now, places))
    }

    /// Drops what no longer counts at `now` or later.
    mutating func forget(before now: Instant) {
        begun.removeAll { $0.time.advanced(by: RefreshPolicy.minute) <= now }
    }

    /// The places begun in the minute up to `now`.
    func places(at now: Instant) -> Int {
        begun.reduce(0) { sum, request in
            request.time.advanced(by: RefreshPolicy.minute) > now ? sum + request.places : sum
        }
    }

    /// The moments at which there is room for more.
    var endsOfMinutes: [Instant] {
        begun.map { $0.time.advanced(by: RefreshPolicy.minute) }
    }
}
