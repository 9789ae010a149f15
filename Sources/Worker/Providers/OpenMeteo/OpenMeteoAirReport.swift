import Weather
import WorkerProtocol

extension AirReport: OpenMeteoContent {
    static var subject: String { "air quality" }

    /// Air quality is compact as it is.
    var compacted: AirReport { self }

    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let (calendar, utcOffset) = answer.clock(at: now)
        // Means need the hours of a day. Without newer ones, only current values remain.
        let hours = answer.hourlyRows(utcOffset: utcOffset)
            .filter { now < $0.time.advanced(by: Self.longestMean) }
            .compactMap { AirQuality($0.row, time: $0.time) }
        let present = answer.current.rows(utcOffset: utcOffset).compactMap { AirQuality($0.row, time: $0.time) }
        let known = hours.contains { now < $0.time.advanced(by: 3600) } ? hours : present
        if known.isEmpty { return nil }
        self.init(
            coordinate: coordinate, timeZone: answer.timeZone == nil ? nil : calendar.identifier,
            provider: ProviderFacts.openMeteoAir.identity, fetchedAt: now, hours: known)
    }

    /// Seconds.
    private static let longestMean = 86_400
}

extension AirQuality {
    /// nil when nothing is known.
    fileprivate init?(_ row: OpenMeteoRow, time: UnixTime) {
        self.init(time: time)
        for field in OpenMeteoField<AirQuality>.all { field.quantity.set(&self, row.value(field)) }
        if self == AirQuality(time: time) { return nil }
    }
}
