import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Refreshing

/// The forecasts and measurements that are kept for the current place, and the second provider.
final class AccuracyRecorderTests: Sendable {
    private static let start = UnixTime(1_795_273_200)
    private let directory: TemporaryDirectory
    private let store: Store
    private let order = MeasuredOrder()
    private let log = LogLines()
    private let clock = Mutex(AccuracyRecorderTests.start)
    private let asked = Mutex<[ProviderName]>([])

    init() throws {
        directory = try TemporaryDirectory()
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: Self.start, logger: log.logger)
    }

    private static func report(
        _ provider: ProviderName, of place: Coordinate = .oslo, at now: UnixTime, isMeasured: Bool = true
    ) -> Report {
        let start = UnixTime(now.seconds - now.seconds % 3600)
        var report = Report.example(at: place, fetchedAt: now, start: start)
        report.provider = Provider(id: provider.rawValue, name: provider.rawValue)
        report.hours = (0..<72).map { index in
            var conditions = Conditions()
            conditions.temperature = 15
            conditions.windSpeed = 3
            conditions.precipitation = 0
            return Hour(time: start.advanced(by: index * 3600), conditions: conditions)
        }
        report.currentOrigin = isMeasured ? .station : .analysis
        return report
    }

    private static func settings(isBest: Bool) -> ServiceSettings {
        var settings = ServiceSettings()
        settings.presentSource = .both
        settings.ordersByAccuracy = isBest
        if isBest { settings.providers = [.openMeteo, .metNorway, .nws] }
        return settings
    }

    private func recorder(isBest: Bool = true) -> AccuracyRecorder {
        let settings = Self.settings(isBest: isBest)
        return recorder { settings }
    }

    private func recorder(
        readings: @escaping @Sendable (Coordinate) -> [StationReading] = { _ in [] },
        _ settings: @escaping @Sendable () -> ServiceSettings
    ) -> AccuracyRecorder {
        AccuracyRecorder(
            store: store, settings: settings, order: order, readings: readings,
            ask: { [self] provider, place in
                asked.withLock { $0.append(provider) }
                return Self.report(provider, of: place, at: clock.withLock { $0 }, isMeasured: false)
            }, now: { [self] in clock.withLock { $0 } }, phase: { 0 }, logger: log.logger)
    }

    /// Only from the services of stations.
    private static func settings(stations: [ProviderName]) -> ServiceSettings {
        var settings = settings(isBest: true)
        settings.stationProviders = stations
        return settings
    }

    /// The user's own station, by default at the configured place.
    private func measure(at position: Coordinate? = nil) {
        var observation = Observation(station: Station(id: Station.ownID), time: clock.withLock { $0 })
        observation.take(4, as: .temperature)
        store.setOwnStation(.read(observation, at: position))
    }

    private func move(to place: Coordinate, _ recorder: AccuracyRecorder) async throws {
        try await store.changeSettings(at: Self.start) { $0.location = .place(Place(coordinate: place)) }
        await recorder.check()
    }

    /// Fetches every quarter of an hour.
    private func pass(_ hours: Int, _ recorder: AccuracyRecorder, of place: Coordinate = .oslo) async {
        for _ in 0..<hours * 4 {
            let now = clock.withLock { now in
                now = now.advanced(by: 900)
                return now
            }
            await store.keep([Self.report(.openMeteo, of: place, at: now)], as: \.forecast, at: now)
            await recorder.check()
        }
    }

    @Test func usedProviderIsComparedWithStation() async throws {
        let recorder = recorder(isBest: false)
        await pass(72, recorder)
        #expect(asked.withLock { $0.isEmpty }, "a second provider is requested only with providers = best")
        let summary = await recorder.summary(of: .oslo)
        #expect(summary.providers == ["open-meteo"] && summary.ranking == nil)
        let row = try #require(summary.rows.first)
        #expect(row.lead == .oneDay && row.score.temperature.pairs > 40)
        #expect(row.score.temperature.meanAbsolute == 0)
    }

    /// NWS does not cover Oslo, so MET Norway is the only other candidate.
    @Test func secondProviderIsRequestedFourTimesADay() async throws {
        let recorder = recorder()
        await pass(48, recorder)
        #expect((8...9).contains(asked.withLock { $0.count }))
        #expect(asked.withLock { Set($0) } == [.metNorway])
        let ranking = try #require(order.ranking(at: .oslo))
        #expect(ranking.order == ["open-meteo", "met-norway"] && !ranking.isMeasured)
        #expect(await recorder.summary(of: .oslo).providers == ["open-meteo", "met-norway"])
    }

    /// A restart or a crash does not repeat a request.
    @Test func requestIsOnDiskBeforeItIsSent() async {
        await pass(1, recorder())
        let count = asked.withLock { $0.count }
        for _ in 0..<5 { await pass(1, recorder()) }
        #expect(count == 1 && asked.withLock { $0.count } <= 2)
    }

    /// Ends at once, and writes what is pending.
    private func shutDown(_ recorder: AccuracyRecorder) async {
        let task = Task { await recorder.run() }
        task.cancel()
        await task.value
    }

    private func measuredEnd() async throws -> Int {
        let archive = try await store.accuracy.load(near: .oslo, at: clock.withLock { $0 })
        return try #require(archive).measured.end
    }

    @Test func measurementsSurviveShutdown() async throws {
        let recorder = recorder(isBest: false)
        await pass(30, recorder)
        await shutDown(recorder)
        #expect(try await measuredEnd() > clock.withLock { $0.seconds / 3600 })
    }

    @Test func measurementsSurviveReload() async throws {
        let recorder = recorder(isBest: false)
        await pass(29, recorder)
        recorder.reconfigure()
        await recorder.check()
        #expect(await recorder.summary(of: .oslo).measured?.upperBound == clock.withLock { $0 })
        await shutDown(recorder)
        let archive = try #require(try await store.accuracy.load(near: .oslo, at: Self.start))
        let last = clock.withLock { $0.seconds / 3600 }
        #expect((last - 6...last).allSatisfy { archive.measured[$0].temperature != nil })
    }

    @Test func measurementsSurviveChangeOfPlace() async throws {
        let recorder = recorder(isBest: false)
        await pass(29, recorder)
        try await move(to: .montevideo, recorder)
        #expect(try await measuredEnd() > clock.withLock { $0.seconds / 3600 })
        #expect(await recorder.summary(of: .montevideo).measured == nil)
        #expect(await recorder.summary(of: .oslo).measured?.upperBound == clock.withLock { $0 })
    }

    @Test func reloadDecidesTheOrderAgain() async throws {
        let isBest = Mutex(false)
        let recorder = recorder { Self.settings(isBest: isBest.withLock { $0 }) }
        await pass(1, recorder)
        #expect(order.ranking(at: .oslo) == nil)
        isBest.withLock { $0 = true }
        recorder.reconfigure()
        await recorder.check()
        #expect(order.ranking(at: .oslo)?.order == ["open-meteo", "met-norway"])
        isBest.withLock { $0 = false }
        recorder.reconfigure()
        await recorder.check()
        #expect(order.ranking(at: .oslo) == nil)
    }

    /// The report contains a measurement of 15 °C.
    @Test func ownStationReplacesTheStationOfTheReport() async throws {
        measure()
        let recorder = recorder { [self] _ in
            clock.withLock { [StationReading(time: $0.advanced(by: -60), temperature: 11)] }
        } _: {
            ServiceSettings()
        }
        await pass(30, recorder)
        await shutDown(recorder)
        let archive = try #require(try await store.accuracy.load(near: .oslo, at: Self.start))
        let temperatures = archive.measured.values.compactMap(\.temperature)
        #expect(!temperatures.isEmpty && temperatures.allSatisfy { $0 == 11 })
    }

    /// By default there are no measurements, so the user's places are not recorded.
    @Test func withoutAnyStationNothingIsWritten() async throws {
        var sample = Self.settings(isBest: false)
        sample.providers = [.sample]
        var unmeasured = Self.settings(isBest: true)
        (unmeasured.stationProviders, unmeasured.providers) = ([], [.openMeteo, .metNorway])
        let cases: [(ServiceSettings, AccuracySummary.MissingMeasurements)] = [
            (ServiceSettings(), .notConfigured), (unmeasured, .notCovered),
            (Self.settings(stations: [.brightSky]), .notCovered), (sample, .sample),
        ]
        for (settings, missing) in cases {
            if missing == .sample { measure() }
            let recorder = recorder { settings }
            await pass(30, recorder)
            await shutDown(recorder)
            #expect(try !directory.names().contains("accuracy"))
            #expect(asked.withLock { $0.isEmpty } && order.ranking(at: .oslo) == nil)
            let summary = await recorder.summary(of: .oslo)
            #expect(summary.missing == missing && summary.providers.isEmpty)
        }
    }

    /// Bright Sky covers Germany, and a station without a position is at the configured place.
    @Test(arguments: [true, false]) func nothingIsWrittenWhereNoMeasurementCanArrive(isOwn: Bool) async throws {
        let recorder = recorder { Self.settings(stations: isOwn ? [] : [.brightSky]) }
        let covered = try isOwn ? .oslo : #require(Coordinate(latitude: 52.52, longitude: 13.4))
        if isOwn { measure() }
        try await move(to: covered, recorder)
        await pass(1, recorder, of: covered)
        #expect(await recorder.summary(of: covered).providers.contains("open-meteo"))
        let count = asked.withLock { $0.count }
        try await move(to: .montevideo, recorder)
        await pass(30, recorder, of: .montevideo)
        await shutDown(recorder)
        #expect(try await store.accuracy.load(near: .montevideo, at: clock.withLock { $0 }) == nil)
        #expect(asked.withLock { $0.count } == count && order.ranking(at: .montevideo) == nil)
        #expect(await recorder.summary(of: .montevideo).missing == .notCovered)
    }

    @Test func ownStationElsewhereDoesNotSuffice() async throws {
        measure(at: .montevideo)
        let recorder = recorder { Self.settings(stations: []) }
        await pass(30, recorder)
        await shutDown(recorder)
        #expect(try !directory.names().contains("accuracy") && asked.withLock { $0.isEmpty })
        #expect(await recorder.summary(of: .oslo).missing == .notCovered)
    }

    @Test func orderIsKnownAgainAfterReturnFromPlaceWithoutStation() async throws {
        let recorder = recorder { Self.settings(stations: []) }
        measure()
        await pass(1, recorder)
        let ranking = try #require(order.ranking(at: .oslo))
        try await move(to: .montevideo, recorder)
        #expect(order.ranking(at: .oslo) == nil)
        try await move(to: .oslo, recorder)
        #expect(order.ranking(at: .oslo) == ranking)
    }

    @Test func ownStationSuffices() async throws {
        measure()
        let recorder = recorder { ServiceSettings() }
        await pass(1, recorder)
        let summary = await recorder.summary(of: .oslo)
        #expect(summary.missing == nil && summary.providers == ["open-meteo"])
    }

    @Test func unreadableFileIsLoggedOnceAndKept() async throws {
        try directory.write("", to: "accuracy")
        let recorder = recorder(isBest: false)
        await pass(12, recorder)
        #expect(try directory.read("accuracy").isEmpty)
        #expect(await recorder.summary(of: .oslo).rows.isEmpty)
    }
}
