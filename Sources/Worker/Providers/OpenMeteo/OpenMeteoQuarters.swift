import Weather
import WorkerProtocol

/// A model with quarter-hourly forecasts. Elsewhere Open-Meteo interpolates the quarters from hours, so they do not
/// show when in an hour it rains (<https://open-meteo.com/en/docs>, 15-Minutely Parameter Definition).
struct QuarterHourlyModel: Sendable {
    /// Where the service's best match uses the model, within its grid and with a margin.
    var areas: [CoordinateBox]
    /// The minimum time that its newest forecast reaches beyond now, s.
    var reach: Int

    /// ICON-D2 of Deutscher Wetterdienst: 48 hours, every three hours. Its rotated grid lies within 43.18 to 58.08°
    /// north and 3.94° west to 20.34° east. For Belgium, the Netherlands, the United Kingdom and north of 54.9°, the
    /// service uses hourly models instead (`getReaders` in ForecastapiController.swift of open-meteo).
    static let iconD2 = QuarterHourlyModel(
        areas: [
            CoordinateBox(latitudes: 44...49.3, longitudes: 0.2...17.2),
            CoordinateBox(latitudes: 49.3...54.5, longitudes: 7.7...18),
        ], reach: 40 * 3600)

    /// HRRR of the National Weather Service: 18 hours, every hour. Its grid is a Lambert cone from 21.14° north, 122.72° west
    /// to 47.84° north, 60.92° west.
    static let hrrr = QuarterHourlyModel(
        areas: [
            CoordinateBox(latitudes: 24...49.5, longitudes: -123.3 ... -71.6),
            CoordinateBox(latitudes: 38.5...48, longitudes: -125 ... -66.9),
        ], reach: 15 * 3600)

    /// nil where quarters are interpolated. AROME's six hours in western France have almost passed when they arrive, so
    /// it is not used.
    static func model(at coordinate: Coordinate) -> QuarterHourlyModel? {
        [iconD2, hrrr].first { model in model.areas.contains { $0.contains(coordinate) } }
    }
}

extension OpenMeteoAnswer {
    /// Quarter-hourly precipitation, as far as a model forecasts it.
    func quarterHours(utcOffset: Int, for coordinate: Coordinate, at now: UnixTime) -> PrecipitationSeries {
        guard let model = QuarterHourlyModel.model(at: coordinate) else { return [] }
        let reach = now.advanced(by: model.reach)
        var steps = quarterHourly.rows(utcOffset: utcOffset).prefix { $0.time <= reach }.map { time, row in
            PrecipitationStep(end: time, duration: 900, amount: row.value("precipitation", .depth))
        }
        while let last = steps.last, last.amount == nil { steps.removeLast() }
        return PrecipitationSeries(steps)
    }
}
