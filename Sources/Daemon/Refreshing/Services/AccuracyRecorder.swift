public import Logging
public import Platform
public import Store
import Synchronization
public import Weather
import WorkerProtocol

/// Stores the providers' forecasts for the current place and a station's measurements there; nothing without a station.
/// With `providers = "best"`, it also requests a second provider four times a day and ranks the providers.
public final class AccuracyRecorder: BackgroundService {
    private let store: Store
    private let settings: @Sendable () -> ServiceSettings
    private let order: MeasuredOrder
    private let readings: @Sendable (Coordinate) -> [StationReading]
    private let ask: @Sendable (ProviderName, Coordinate) async -> Report?
    private let now: @Sendable () -> UnixTime
    private let phase: @Sendable () -> Int
    private let logger: Logger
    private let changes: AsyncStream<Void>
    private let state = Mutex(State())

    private struct State {
        /// The archive of the current place without its hours, to save memory; nil until it has been read.
        var head: AccuracyArchive?
        /// Measurements for `head` that are not on disk yet.
        var pending: [StationReading] = []
        /// Whether the configuration was reloaded since the order was decided.
        var isReloaded = false
        /// The report that was examined last.
        var examined: UnixTime?
        /// The failure to read that was logged.
        var logged: StoreError?
    }

    /// What the comparison at the current place depends on.
    static let concern: StoreChange = [.place, .reports, .ownStation]

    /// Measurements are written with the next forecast, or once this many are pending.
    private static let mostPending = 24

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - readings: measurements near a place; if there are none, those in the reports are used.
    ///   - ask: the forecast of one provider; nil when it failed.
    ///   - phase: a random number in 0..<`AccuracyArchive.samplingPeriod`.
    public init(
        store: Store, settings: @escaping @Sendable () -> ServiceSettings, order: MeasuredOrder,
        readings: @escaping @Sendable (Coordinate) -> [StationReading] = { _ in [] },
        ask: @escaping @Sendable (ProviderName, Coordinate) async -> Report?,
        now: @escaping @Sendable () -> UnixTime,
        phase: @escaping @Sendable () -> Int = { .random(in: 0..<AccuracyArchive.samplingPeriod) }, logger: Logger
    ) {
        self.store = store
        self.settings = settings
        self.order = order
        self.readings = readings
        self.ask = ask
        self.now = now
        self.phase = phase
        self.logger = logger
        changes = store.changes(of: Self.concern)
    }

    public func run() async {
        await check()
        for await _ in changes { await check() }
        await flush()
    }

    /// Decides the order again, after the configuration was reloaded.
    public func reconfigure() {
        state.withLock { $0.isReloaded = true }
    }

    /// The comparison for a place.
    @Sendable public func summary(of place: Coordinate) async -> AccuracySummary {
        let (head, pending) = state.withLock { ($0.head, $0.pending) }
        let known = head.flatMap { $0.isNear(place) ? $0 : nil }
        var archive = await self.archive(of: known ?? AccuracyArchive(position: place))
        if known != nil { for reading in pending { archive?.take(reading, at: now()) } }
        return AccuracySummary(archive, missing: missing(at: place), ranking: order.ranking(at: place))
    }

    /// Why no measurements are stored; nil when they are.
    private func missing(at place: Coordinate) -> AccuracySummary.MissingMeasurements? {
        settings().missingMeasurements(at: place, store.snapshot)
    }

    /// Examines the current report of the current place.
    func check() async {
        let snapshot = store.snapshot
        guard let place = snapshot.place?.coordinate else { return }
        guard missing(at: place) == nil else {
            order.set(nil, at: place)
            await flush()
            // The archive is read again once measurements can arrive, which restores the order.
            return state.withLock { $0.head = nil }
        }
        guard let head = await head(of: place) else { return }
        await decideAfterReload(head, at: place)
        let report = snapshot.weather[place.rounded]?.report
        collect(measurements(at: place, report))
        let isNew = state.withLock { state in
            defer { state.examined = report?.fetchedAt }
            return state.examined != report?.fetchedAt
        }
        let needed = report.flatMap { report in
            isNew && !report.provider.isSample
                && head.needsForecast(of: report.provider.id, fetchedAt: report.fetchedAt) ? report : nil
        }
        let isFull = state.withLock { $0.pending.count >= Self.mostPending }
        guard needed != nil || isFull, var archive = await archive(of: head) else { return }
        // Measurements count only within the forecasts.
        let isTaken = needed.map { archive.take($0) } ?? false
        takePending(into: &archive)
        if let needed, isTaken { await compare(&archive, at: place, with: needed.provider.id) }
        await save(archive, at: place)
    }

    /// Decides the order, and requests the second provider if its forecast is due.
    private func compare(_ archive: inout AccuracyArchive, at place: Coordinate, with used: String) async {
        guard let ranking = ranking(archive, at: place) else { return }
        archive.preferred = ranking.order.first
        let moment = now()
        guard let challenger = archive.challenger(in: ranking, at: moment).flatMap({ ProviderName(rawValue: $0) }),
            challenger.rawValue != used, archive.mayAsk(challenger.rawValue, at: moment)
        else { return }
        // On disk before the request, so that a restart does not repeat it.
        archive.ask(challenger.rawValue, at: moment)
        await save(archive, at: place)
        guard let report = await ask(challenger, place) else { return }
        archive.take(report)
        for reading in measurements(at: place, report) { archive.take(reading, at: now()) }
    }

    private func ranking(_ archive: AccuracyArchive, at place: Coordinate) -> ProviderRanking? {
        let settings = settings()
        return settings.ordersByAccuracy
            ? archive.ranking(of: settings.providers(at: place).map(\.rawValue)) : nil
    }

    private func save(_ archive: AccuracyArchive, at place: Coordinate) async {
        await store.accuracy.save(archive)
        adopt(archive, at: place)
    }

    private func adopt(_ archive: AccuracyArchive, at place: Coordinate) {
        order.set(ranking(archive, at: place), at: place)
        state.withLock { $0.head = archive.head }
    }

    // MARK: - Measurements

    /// Measurements from the user's own or the nearest station, or else the one in a report.
    private func measurements(at place: Coordinate, _ report: Report?) -> [StationReading] {
        let readings = readings(place)
        return readings.isEmpty ? [report.flatMap(StationReading.init)].compactMap(\.self) : readings
    }

    private func collect(_ readings: [StationReading]) {
        state.withLock { state in
            let last = state.head?.lastMeasured
            for reading in readings where reading.time != last && !state.pending.contains(reading) {
                state.pending.append(reading)
            }
            state.pending = state.pending.suffix(2 * Self.mostPending)
        }
    }

    private func takePending(into archive: inout AccuracyArchive) {
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        for reading in pending { archive.take(reading, at: now()) }
    }

    /// Writes the measurements that are not on disk yet: before a shutdown, and before the place changes.
    private func flush() async {
        let head = state.withLock { $0.pending.isEmpty ? nil : $0.head }
        guard let head, var archive = await archive(of: head) else { return }
        takePending(into: &archive)
        await store.accuracy.save(archive)
        state.withLock { [head = archive.head] in $0.head = head }
    }

    // MARK: - Files

    /// The head of a place's archive, created if missing; nil when its file cannot be read.
    private func head(of place: Coordinate) async -> AccuracyArchive? {
        let known = state.withLock { $0.head }
        if let known, known.isNear(place) { return known }
        await flush()
        let new = AccuracyArchive(position: place, phase: phase())
        guard let archive = await archive(of: new) else { return nil }
        // After a failed flush, pending measurements belong to the former place.
        state.withLock { ($0.pending, $0.examined) = ([], nil) }
        adopt(archive, at: place)
        return archive.head
    }

    private func decideAfterReload(_ head: AccuracyArchive, at place: Coordinate) async {
        let isReloaded = state.withLock { state in
            defer { state.isReloaded = false }
            return state.isReloaded
        }
        guard isReloaded, let archive = await archive(of: head) else { return }
        adopt(archive, at: place)
    }

    /// The archive with its hours; the same as `head` when there is no file, nil when it cannot be read.
    private func archive(of head: AccuracyArchive) async -> AccuracyArchive? {
        do throws(StoreError) {
            return try await store.accuracy.load(near: head.position, at: now()) ?? head
        } catch {
            let isNew = state.withLock { state in
                defer { state.logged = error }
                return state.logged != error
            }
            if isNew { logger.error("\(error.sentence); forecasts are not compared until this is fixed") }
            return nil
        }
    }
}

extension AccuracyArchive {
    /// The archive without its hours.
    fileprivate var head: AccuracyArchive {
        var head = self
        head.measured = HourSeries()
        for index in head.forecasts.indices { head.forecasts[index].series = [:] }
        return head
    }
}

/// The order of the providers at the current place, for `providers = "best"`.
public final class MeasuredOrder: Sendable {
    private let state = Mutex<(place: Coordinate, ranking: ProviderRanking)?>(nil)

    public init() {}

    /// The ranking at a place; nil if the place has none yet, or without `providers = "best"`.
    public func ranking(at place: Coordinate) -> ProviderRanking? {
        state.withLock { state in
            state.flatMap { $0.place.distance(to: place) <= AccuracyArchive.nearness ? $0.ranking : nil }
        }
    }

    func set(_ ranking: ProviderRanking?, at place: Coordinate) {
        state.withLock { $0 = ranking.map { (place, $0) } }
    }
}

extension ServiceSettings {
    /// Whether a service provides station measurements to compare forecasts with: a station service, or NWS, whose
    /// reports contain them.
    func hasMeasurements(at place: Coordinate) -> Bool {
        hasStations && coversWithStations(place)
            || providers.contains(.nws) && entry(of: .nws, for: .forecast)?.facts.covers(place) == true
    }

    /// Why no measurement can arrive at a place, so that forecasts could never be compared; nil when one can.
    func missingMeasurements(at place: Coordinate, _ snapshot: Snapshot) -> AccuracySummary.MissingMeasurements? {
        if isSample { return .sample }
        guard !hasMeasurements(at: place), !snapshot.hasOwnStation(at: place) else { return nil }
        // Stations are off. Enabling them helps only if one covers the place.
        return coversWithStations(place) ? .notConfigured : .notCovered
    }

    private func coversWithStations(_ place: Coordinate) -> Bool {
        stationProviders.contains { entry(of: $0, for: .observations)?.facts.covers(place) == true }
    }

    /// The forecast providers for a place: those that may cover it, in the order of the ranking. Without
    /// `providers = "best"`, the configured ones.
    ///
    /// - Parameter place: nil when unknown.
    public func providers(at place: Coordinate?, _ ranking: ProviderRanking? = nil) -> [ProviderName] {
        guard ordersByAccuracy, let place else { return providers }
        let order = ranking?.order ?? []
        return providers.filter { entry(of: $0, for: .forecast)?.facts.covers(place) == true }.enumerated().map {
            position, name in
            (name, order.firstIndex(of: name.rawValue) ?? order.count + position)
        }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}
