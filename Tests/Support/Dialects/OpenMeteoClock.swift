import Foundation
import Weather

/// The times of an Open-Meteo answer, as its source computes them (`getTimerange2` in ForecastapiQuery.swift).
///
/// One offset, today's, applies to the whole answer. Hourly rows are read at times aligned by this offset truncated to
/// full hours, and labelled with the full offset.
struct OpenMeteoClock {
    let timeZone: String
    /// Today's, in seconds.
    let offset: Int
    /// The difference between the label of an hourly row and the time of its values, s; nonzero only in zones with half
    /// hours.
    let shift: Int
    /// The times of the values in the hourly rows, days of 24 rows.
    let rows: [UnixTime]
    /// The ends of quarter hours.
    let quarters: [UnixTime]

    init(_ weather: InventedWeather, query: [String: String]) {
        let isLocal = query["timezone"] == nil || query["timezone"] == "auto"
        timeZone = isLocal ? weather.timeZone : "GMT"
        let zone = TimeZone(identifier: timeZone) ?? .gmt
        offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(weather.now.seconds)))
        let aligned = offset / 3600 * 3600
        shift = aligned - offset
        func count(_ name: String, _ otherwise: Int) -> Int { query[name].flatMap(Int.init) ?? otherwise }
        let today = (weather.now.seconds + aligned) / 86_400 * 86_400 - aligned
        let past = count("past_days", 0)
        rows = (-24 * past..<24 * count("forecast_days", 8)).map { UnixTime(today + $0 * 3600) }
        let isFromNow = query["forecast_minutely_15"] != nil || query["past_minutely_15"] != nil
        let start = isFromNow ? (weather.now.seconds + aligned) / 900 * 900 - offset : today + shift
        let range =
            isFromNow
            ? -count("past_minutely_15", 0)..<count("forecast_minutely_15", 288)
            : -96 * past..<96 * count("forecast_days", 3)
        quarters = range.map { UnixTime(start + $0 * 900) }
    }
}
