/// Counts the places started in the last minute, for the provider's rate limit.
struct MinuteCount<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    private var begun: [(time: Instant, places: Int)] = []

    mutating func add(_ places: Int, at now: Instant) {
        begun.append((now, places))
    }

    /// Drops places that no longer count from `now` on.
    mutating func forget(before now: Instant) {
        begun.removeAll { $0.time.advanced(by: RefreshPolicy.minute) <= now }
    }

    /// The places started in the minute before `now`.
    func places(at now: Instant) -> Int {
        begun.reduce(0) { sum, request in
            request.time.advanced(by: RefreshPolicy.minute) > now ? sum + request.places : sum
        }
    }

    /// When the counts expire.
    var endsOfMinutes: [Instant] {
        begun.map { $0.time.advanced(by: RefreshPolicy.minute) }
    }
}
