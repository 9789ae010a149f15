import Testing

// What every test of the network begins with, and measures.
extension Laptop {
    /// Has weather and a setting on disk that are two hours old, with the cable pulled and weatherd ended.
    func prepare() async throws {
        try connect()
        try await provide()
        try start()
        _ = try weatherctl("refresh", "--wait")
        _ = try weatherctl("set-units", "wind=kn")
        try watch("the weather") { $0.freshness == "fresh" }
        try stop()
        try disconnect()
        try setClock(clock + 7200)
        try await provide()
    }

    /// Returns how long it takes until fresh weather is served.
    func timeToWeather(since begin: ContinuousClock.Instant) throws -> Duration {
        try watch("fresh weather") { $0.freshness == "fresh" && $0.lastError == nil && $0.network }
        return ContinuousClock.now - begin
    }

    /// Prints the figures for docs/reliability.md.
    static func tell(_ what: String, _ times: [Duration]) {
        let sorted = times.sorted()
        print("\(what): median \(sorted[sorted.count / 2]), longest \(sorted[sorted.count - 1]) of \(sorted.count)")
    }
}
