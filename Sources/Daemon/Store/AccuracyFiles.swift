import Dispatch
import Glibc
import Logging
import Platform
public import Weather

/// The accuracy archives in `accuracy`: one file of at most 2 MB per place, with the position in its name.
public struct AccuracyFiles: Sendable {
    private let directory: String
    /// Serializes access to the files.
    private let disk: DispatchQueue
    private let logger: Logger

    /// The maximum number of archives; the least recently written is removed.
    static let placesLimit = 4
    private static let suffix = ".json"

    init(directory: String, disk: DispatchQueue, logger: Logger) {
        (self.directory, self.disk, self.logger) = (directory + "/accuracy", disk, logger)
    }

    /// The archive of a place, or of the nearest one within 5 km; nil when there is none. A damaged file is moved aside
    /// with a log message, and a new archive begins.
    ///
    /// - Throws: why the file cannot be read.
    public func load(near place: Coordinate, at now: UnixTime) async throws(StoreError) -> AccuracyArchive? {
        let result = await disk.run { [self] () -> Result<AccuracyArchive?, StoreError> in
            do throws(StoreError) {
                let nearest = positions.map { (position: $0, distance: $0.distance(to: place)) }
                    .filter { $0.distance <= AccuracyArchive.nearness }.min { $0.distance < $1.distance }
                guard let nearest else { return .success(nil) }
                let found = try document(of: nearest.position).load(orSetAsideAt: now, logger: logger)
                return .success(found?.content.archive(at: nearest.position))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Writes the file of an archive. A failed write is logged.
    public func save(_ archive: AccuracyArchive) async {
        await disk.run { [self] in
            do throws(StoreError) {
                try document(of: archive.position).write(AccuracyDocument(archive))
                removeOldest()
            } catch {
                logger.error("\(error.sentence); accuracy data was not saved")
            }
        }
    }

    private func document(of position: Coordinate) -> Document<AccuracyDocument> {
        Document(
            file: AtomicFile(directory: directory, name: Self.name(of: position), limit: 8 << 20), versions: 1...1)
    }

    /// `-34.9,-56.16.json`.
    static func name(of position: Coordinate) -> String { "\(position.latitude),\(position.longitude)\(suffix)" }

    private static func position(_ name: String) -> Coordinate? {
        guard name.hasSuffix(suffix) else { return nil }
        let parts = name.dropLast(suffix.count).split(separator: ",")
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
        let position = Coordinate(latitude: latitude, longitude: longitude)
        return position.flatMap { self.name(of: $0.coarse) == name ? $0 : nil }
    }

    private var positions: [Coordinate] {
        FileNames.all(in: directory).compactMap(Self.position)
    }

    private func removeOldest() {
        let files = positions.map { position -> (path: String, written: Int) in
            let path = "\(directory)/\(Self.name(of: position))"
            var status = stat()
            return (path, lstat(path, &status) == 0 ? status.st_mtim.tv_sec : 0)
        }
        let excess = files.sorted { $0.written > $1.written }.dropFirst(Self.placesLimit)
        for file in excess { unlink(file.path) }
    }
}

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
        /// By lead time in hours.
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
