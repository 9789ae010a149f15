/// An LRU cache of zones, including unknown ones.
struct ZoneCache {
    /// Seconds.
    static let lifetime = 600
    /// Enough for all places in use; a zone takes about 3 KB.
    static let capacity = 128

    private var entries: [String: Entry] = [:]
    private var uses = 0

    private struct Entry {
        var zone: Result<TimeZone, TimeZoneError>
        var time: Int
        /// The counter at its last use.
        var lastUse: Int
    }

    /// - Parameter now: seconds on a monotonic clock.
    mutating func zone(named name: String, at now: Int) -> Result<TimeZone, TimeZoneError>? {
        guard let entry = entries[name], now - entry.time < Self.lifetime else { return nil }
        uses += 1
        entries[name]?.lastUse = uses
        return entry.zone
    }

    mutating func keep(_ zone: Result<TimeZone, TimeZoneError>, named name: String, at now: Int) {
        if entries[name] == nil, entries.count >= Self.capacity,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            entries[oldest.key] = nil
        }
        uses += 1
        entries[name] = Entry(zone: zone, time: now, lastUse: uses)
    }
}
