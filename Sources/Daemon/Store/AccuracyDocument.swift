import Weather

/// An accuracy archive as its file stores it: a column per quantity. The position is in the file's name.
struct AccuracyDocument: Sendable, Codable {
    private var phase: Int
    private var preferred: String?
    private var measured: AccuracyColumns
    private var lastMeasured: Int?
    private var providers: [Forecasts]

    private struct Forecasts: Sendable, Codable {
        var provider: String
        var sampled: Int?
        var asked: Int?
        /// By the lead time in hours.
        var leads: [String: AccuracyColumns]
    }

    init(_ archive: AccuracyArchive) {
        phase = archive.phase
        preferred = archive.preferred
        measured = AccuracyColumns(archive.measured)
        lastMeasured = archive.lastMeasured?.seconds
        providers = archive.forecasts.map { forecasts in
            let leads = forecasts.series.map { (String($0.rawValue), AccuracyColumns($1)) }
            return Forecasts(
                provider: forecasts.provider, sampled: forecasts.sampled, asked: forecasts.asked,
                leads: Dictionary(leads) { first, _ in first })
        }
    }

    /// - Throws: `DecodingError` for values that no archive contains, so that a damaged file is detected here.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        phase = try container.decode(Int.self, forKey: .phase)
        preferred = try container.decodeIfPresent(String.self, forKey: .preferred)
        measured = try container.decode(AccuracyColumns.self, forKey: .measured)
        lastMeasured = try container.decodeIfPresent(Int.self, forKey: .lastMeasured)
        providers = try container.decode([Forecasts].self, forKey: .providers)
        guard isValid else {
            throw DecodingError.dataCorruptedError(
                forKey: .providers, in: container, debugDescription: "a value is out of range")
        }
    }

    private var isValid: Bool {
        (0..<AccuracyArchive.samplingPeriod).contains(phase)
            && lastMeasured.map { HourSeries.hours.contains($0 / 3600) } ?? true
            && providers.count <= AccuracyArchive.providersLimit
            && Set(providers.map(\.provider)).count == providers.count
            && providers.flatMap { [$0.sampled, $0.asked] }.compactMap(\.self)
                .allSatisfy(AccuracyArchive.periods.contains)
    }

    func archive(at position: Coordinate) -> AccuracyArchive {
        AccuracyArchive(
            position: position, phase: phase, measured: measured.series,
            lastMeasured: lastMeasured.map { UnixTime($0) },
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
    let series: HourSeries

    private enum CodingKeys: CodingKey {
        case start, temperature, wind, precipitation
    }

    init(_ series: HourSeries) {
        self.series = series
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let start = try container.decode(Int.self, forKey: .start)
        let temperature = try container.decode(DeltaColumn.self, forKey: .temperature).values
        let wind = try container.decode(DeltaColumn.self, forKey: .wind).values
        let precipitation = try container.decode(DeltaColumn.self, forKey: .precipitation).values
        let count = temperature.count
        let values =
            wind.count == count && precipitation.count == count && count <= HourSeries.longest
            ? temperature.indices.compactMap { Self.hour(temperature[$0], wind[$0], precipitation[$0]) } : []
        guard HourSeries.hours.contains(start), values.count == count else {
            throw DecodingError.dataCorruptedError(
                forKey: .start, in: container, debugDescription: "the columns are not those of a series")
        }
        series = HourSeries(start: start, values: values)
    }

    /// nil if a value is out of range.
    private static func hour(_ temperature: Int?, _ wind: Int?, _ precipitation: Int?) -> HourValues? {
        let hour = HourValues(
            temperature: temperature.map { Double($0) / 10 }, wind: wind.map { Double($0) / 10 },
            precipitation: precipitation.map { Double($0) / 100 })
        let isValid =
            (hour.temperature == nil) == (temperature == nil) && (hour.wind == nil) == (wind == nil)
            && (hour.precipitation == nil) == (precipitation == nil)
        return isValid ? hour : nil
    }

    func encode(to encoder: any Encoder) throws {
        func column(_ scale: Double, _ value: (HourValues) -> Double?) -> DeltaColumn {
            DeltaColumn(series.values.map { hour in value(hour).map { Int(($0 * scale).rounded()) } })
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(series.start, forKey: .start)
        try container.encode(column(10) { $0.temperature }, forKey: .temperature)
        try container.encode(column(10) { $0.wind }, forKey: .wind)
        try container.encode(column(100) { $0.precipitation }, forKey: .precipitation)
    }
}
