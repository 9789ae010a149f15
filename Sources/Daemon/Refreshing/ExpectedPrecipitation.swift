import Store
import Weather

extension PlaceWeather {
    /// How far ahead precipitation justifies radar requests: the range of the radar nowcast, s.
    private static let outlook = 2 * 3600
    /// %.
    private static let likely = 50.0
    /// mm/h.
    private static let leastRate = 0.1

    /// Whether rain or snow falls or is expected within two hours, according to the forecast or the radar.
    func expectsPrecipitation(at now: UnixTime) -> Bool {
        let end = now.advanced(by: Self.outlook)
        func isNear(_ start: UnixTime, _ finish: UnixTime) -> Bool { start < end && now < finish }
        let steps = [report?.precipitation, radar.content?.precipitation].compactMap(\.self).joined()
        if steps.contains(where: { step in
            isNear(step.end.advanced(by: -step.duration), step.end)
                && (step.amount ?? 0) * 3600 / Double(step.duration) >= Self.leastRate
        }) {
            return true
        }
        if let current = report?.current, (report?.present(at: now, staleAfter: .max)?.isFallback) == false,
            (current.precipitationRate ?? 0) >= Self.leastRate
        {
            return true
        }
        return report?.hours.contains { hour in
            isNear(hour.time, hour.precipitationEnd)
                && ((hour.conditions.precipitationRate ?? 0) >= Self.leastRate
                    || (hour.precipitationProbability ?? 0) >= Self.likely)
        } ?? false
    }
}
