import Weather

/// An accuracy archive as its file stores it: a column per quantity.
struct AccuracyDocument: Sendable, Codable {
    private var position: Coordinate
    private var phase: Int
    private var preferred: String?
    private var measured: AccuracyColumns
    private var providers: [Forecasts]

    private struct Forecasts: Sendable, Codable {
        var provider: String
        var sampled: Int?
        var asked: Int?
        /// By the lead time in hours.
        var leads: [String: AccuracyColumns]
    }

    init(_ archive: AccuracyArchive) {
        position = archive.position
        phase = archive.phase
        preferred = archive.preferred
        measured = AccuracyColumns(archive.measured)
        providers = archive.forecasts.map { forecasts in
            let leads = forecasts.series.map { (String($0.rawValue), AccuracyColumns($1)) }
            return Forecasts(
                provider: forecasts.provider, sampled: forecasts.sampled, asked: forecasts.asked,
                leads: Dictionary(leads) { first, _ in first })
        }
    }

    var archive: AccuracyArchive {
        AccuracyArchive(
            position: position, phase: phase, measured: measured.series,
            forecasts: providers.map { forecasts in
                let series = AccuracyArchive.LeadTime.allCases.compactMap { lead in
                    forecasts.leads[String(lead.rawValue)].map { (lead, $0.series) }
                }
                return AccuracyArchive.Forecasts(
                    provider: forecasts.provider, sampled: forecasts.sampled, asked: forecasts.asked,
                    series: Dictionary(series) { first, _ in first })
            }, preferred: preferred)
    }
}

/// The columns of a series: temperature and wind in tenths, precipitation in hundredths.
private struct AccuracyColumns: Sendable, Codable {
    private var start: Int
    private var temperature: DeltaColumn
    private var wind: DeltaColumn
    private var precipitation: DeltaColumn

    /// The years 1970 to 2300, in hours.
    private static let starts = 0...2_900_000

    init(_ series: HourSeries) {
        func column(_ scale: Double, _ value: (HourValues) -> Double?) -> DeltaColumn {
            DeltaColumn(series.values.map { hour in value(hour).map { Int(($0 * scale).rounded()) } })
        }
        start = series.start
        temperature = column(10) { $0.temperature }
        wind = column(10) { $0.wind }
        precipitation = column(100) { $0.precipitation }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        start = try container.decode(Int.self, forKey: .start)
        temperature = try container.decode(DeltaColumn.self, forKey: .temperature)
        wind = try container.decode(DeltaColumn.self, forKey: .wind)
        precipitation = try container.decode(DeltaColumn.self, forKey: .precipitation)
        let count = temperature.values.count
        guard Self.starts.contains(start), wind.values.count == count, precipitation.values.count == count,
            count <= HourSeries.longest
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .start, in: container, debugDescription: "columns do not match")
        }
    }

    private enum CodingKeys: CodingKey {
        case start, temperature, wind, precipitation
    }

    var series: HourSeries {
        let values = temperature.values.indices.map { index in
            HourValues(
                temperature: temperature.values[index].map { Double($0) / 10 },
                wind: wind.values[index].map { Double($0) / 10 },
                precipitation: precipitation.values[index].map { Double($0) / 100 })
        }
        return HourSeries(start: start, values: values)
    }
}
