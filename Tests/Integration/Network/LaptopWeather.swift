import Testing

// The common beginning and the measurement of the network tests.
extension Laptop {
    /// Stores weather and a setting that are two hours old, then unplugs the cable and stops weatherd.
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
    static func printFigures(_ what: String, _ times: [Duration]) {
        let sorted = times.sorted()
        print("\(what): median \(sorted[sorted.count / 2]), longest \(sorted[sorted.count - 1]) of \(sorted.count)")
    }
}
