import Foundation
import Weather

/// The times of an answer of Open-Meteo's, as its source computes them (`getTimerange2` in ForecastapiQuery.swift).
///
/// One offset, today's, is used for the whole answer. Hourly rows are read at times that are aligned by this offset cut
/// towards zero to full hours, and stamped by the full one.
struct OpenMeteoClock {
    let timeZone: String
    /// Today's, in seconds.
    let offset: Int
    /// What is added to the time of an hourly row's values for its stamp, s; 0 but in zones with half hours.
    let shift: Int
    /// The times that the values of the hourly rows are for, days of 24 rows.
    let rows: [UnixTime]
    /// Ends of quarters of an hour.
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
