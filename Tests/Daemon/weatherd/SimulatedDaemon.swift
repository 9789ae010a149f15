import Dialects
import HTTP
import Logging
import Platform
import Refreshing
import Scratch
import Store
import Synchronization
import Weather
import WorkerProtocol

@testable import Configuration

/// The part of the daemon that fetches, on a manual clock, with scripted services.
final class SimulatedDaemon: Sendable {
    static let start = ManualClock.start

    let store: Store
    let clock = ManualClock()
    let refreshers: Refreshers<ManualClock>
    private let probe: ReachabilityProbe<ManualClock>
    private let directory: TemporaryDirectory
    private let network: Network

    /// The service at the other end.
    final class Network: Sendable {
        private struct State {
            var failure: FetchFailure?
            var requests: [(time: UnixTime, host: String, url: String)] = []
            var probes = 0
        }

        private let state = Mutex(State())
        private let weather: @Sendable (UnixTime) -> InventedWeather
        private let warnings: String
        let clock: ManualClock

        init(weather: @escaping @Sendable (UnixTime) -> InventedWeather, warnings: String, clock: ManualClock) {
            self.weather = weather
            self.warnings = warnings
            self.clock = clock
        }

        /// The failure of all requests; nil if they are answered.
        var failure: FetchFailure? {
            get { state.withLock { $0.failure } }
            set { state.withLock { $0.failure = newValue } }
        }

        /// The times of the requests so far.
        var requests: [UnixTime] { state.withLock { $0.requests.map(\.time) } }
        /// How many of them went to this host.
        func count(of host: String) -> Int { state.withLock { $0.requests.count { $0.host == host } } }
        /// How many had this in their URL, from this time on.
        func count(of path: String, since start: Int) -> Int {
            state.withLock { $0.requests.count { $0.url.contains(path) && $0.time.seconds >= start } }
        }

        func times(of path: String) -> [UnixTime] {
            state.withLock { $0.requests.filter { $0.url.contains(path) }.map(\.time) }
        }

        func answer(_ query: HTTPQuery) throws(FetchFailure) -> HTTPAnswer {
            let failure = state.withLock { state in
                state.requests.append((SimulatedDaemon.time(of: clock), query.host, query.url))
                return state.failure
            }
            if let failure { throw failure }
            let weather = weather(SimulatedDaemon.time(of: clock))
            if let answer = OtherServices.answer(to: query.url, at: SimulatedDaemon.time(of: clock)) { return answer }
            if query.url.contains("/metalerts/") { return HTTPAnswer(status: 200, body: Array(warnings.utf8)) }
            if query.url.contains("/locationforecast/") {
                let place = ["lat": "\(weather.coordinate.latitude)", "lon": "\(weather.coordinate.longitude)"]
                let answer = METNorwayDialect().answer(
                    path: "/weatherapi/locationforecast/2.0/complete", query: place, about: weather)
                return HTTPAnswer(status: answer?.status ?? 404, body: answer?.body ?? [])
            }
            let path = "/v1/forecast"
            guard let answer = OpenMeteoDialect().answer(path: path, query: [:], about: weather) else {
                return HTTPAnswer(status: 404)
            }
            return HTTPAnswer(status: answer.status, body: answer.body)
        }

        /// Whether a connection succeeds.
        func connects() -> Bool {
            state.withLock { state in
                state.probes += 1
                return !(state.failure?.isOffline ?? false)
            }
        }
    }

    private let hasWarnings: Bool
    /// Compares providers; nil when it is not simulated.
    private let recorder: AccuracyRecorder?

    /// - Parameters:
    ///   - seed: of the random numbers, which are the same in each run.
    ///   - warnings: MET Norway's answer to requests for warnings; nil to send none.
    ///   - everything: settings with which all types of reports are fetched, and providers are compared.
    init(seed: UInt64, warnings: String? = nil, everything: [String: String]? = nil) throws {
        hasWarnings = warnings != nil
        let random = Mutex(SplitMix64(seed: seed))
        directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let clock = clock
        let now: @Sendable () -> UnixTime = { Self.time(of: clock) }
        let network = Network(
            weather: { [isWet = everything != nil] now in
                // Without rain, always that of the start.
                isWet
                    ? InventedWeather(
                        at: .oslo, timeZone: "Europe/Oslo", now: UnixTime(now.seconds - now.seconds % 3600),
                        conditions: [.rain])
                    : InventedWeather(at: .oslo, timeZone: "Europe/Oslo", now: Self.start)
            },
            warnings: warnings ?? "", clock: clock)
        let source = try ConfigurationSource(
            in: directory,
            environment: ["WEATHERD_ALERTS_PROVIDERS": warnings == nil ? "" : "met-norway"]
                .merging(everything ?? ["WEATHERD_NORMALS_SOURCE": "off", "WEATHERD_ENSEMBLE_SOURCE": "off"]) { $1 })
        let presentSource = source.configuration.services.presentSource
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo), presentSource: presentSource), now: Self.start,
            logger: logger)
        let worker = WorkerInProcess { query async throws(FetchFailure) in try network.answer(query) }
        let services = Services(store: store, run: worker.run, now: now)
        let order = MeasuredOrder()
        let forecaster = Forecaster(
            settings: { source.configuration.services }, interval: { source.configuration.refreshInterval },
            store: store, services: services, gate: RequestGate(), order: order, now: now, logger: logger)
        recorder = everything.map { _ in
            AccuracyRecorder(
                store: store, settings: { source.configuration.services }, order: order,
                readings: { place in
                    [store.snapshot.stationReading(at: place.rounded, now: now())].compactMap(\.self)
                }, ask: forecaster.forecast, now: now, phase: { 0 }, logger: logger)
        }
        let refreshers = Refreshers(
            store: store, forecaster: forecaster, clock: clock, now: now, chance: { random.withLock { $0.fraction() } },
            logger: logger)
        probe = ReachabilityProbe(
            store: store, clock: clock, url: { "http://service.test" }, connects: { _ in network.connects() },
            reached: { refreshers[.forecast]?.send(.returned) })
        (self.store, self.network, self.refreshers) = (store, network, refreshers)
    }

    static func time(of clock: ManualClock) -> UnixTime { clock.time }

    var now: UnixTime { Self.time(of: clock) }
    var requests: [UnixTime] { network.requests }
    /// Those with this in their URL, since a time, seconds since 1970.
    func requests(of path: String, since start: Int) -> Int { network.count(of: path, since: start) }
    /// Those for warnings.
    var requestsOfWarnings: Int { network.count(of: "api.met.no") }

    var failure: FetchFailure? {
        get { network.failure }
        set { network.failure = newValue }
    }

    var weather: CachedReport<Report>? { store.snapshot.weather[.oslo]?.forecast }

    /// The times of the requests for forecasts.
    var forecasts: [UnixTime] { network.times(of: "/v1/forecast") }

    /// Something is saved from now on.
    func save(_ mode: SavingMode) {
        store.setSaving(mode)
        refreshers.send(.changed)
    }

    /// The result of a refresh request.
    func refresh() async -> RefreshAnswer { await refreshers[.forecast]?.refresh(.oslo, wait: true) {} ?? .stopping }

    func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { [refreshers] in try await refreshers[.forecast]?.run() }
            group.addTask { [probe] in await probe.run() }
            if let recorder {
                group.addTask { await recorder.run() }
                for (kind, refresher) in refreshers.all where kind != .forecast {
                    group.addTask { try? await refresher.run() }
                }
            } else if hasWarnings {
                group.addTask { [refreshers] in try await refreshers[.alerts]?.run() }
            }
            try await settle()
            try await body()
            group.cancelAll()
        }
    }

    /// Advances the clock by this many seconds, during which three bars keep requesting the weather: hours pass in
    /// steps of five seconds, which are short compared to every interval of the daemon, less in steps of one.
    func pass(_ seconds: Int) async throws {
        let step = seconds >= 3600 ? 5 : 1
        for passed in stride(from: 0, to: seconds, by: step) {
            for _ in 0..<3 { refreshers.request(.oslo, .forecast) }
            clock.advance(by: .seconds(min(step, seconds - passed)))
            // The bars' requests in between are handled with the next event.
            if weather?.failure != nil || weather?.nextRefresh.map({ $0 <= now }) ?? true || passed % 10 == 0 {
                try await settle()
            }
        }
        try await settle()
    }

    private var areWarningsLate: Bool {
        store.snapshot.weather[.oslo]?.alerts.nextRefresh.map { $0 < now } ?? true
    }

    private var areOthersLate: Bool {
        guard recorder != nil, let reports = store.snapshot.weather[.oslo] else { return false }
        var next = [reports.observations.nextRefresh, reports.normals.nextRefresh]
        if !store.snapshot.saving.leavesOutExtras { next += [reports.radar.nextRefresh, reports.ensemble.nextRefresh] }
        return next.contains { $0.map { $0 < now } ?? true }
    }

    /// Returns when all due work is done, and the next fetch is planned.
    private func settle() async throws {
        repeat {
            try Task.checkCancellation()
            await refreshers[.forecast]?.ping()
            if recorder != nil { await refreshers.ping() } else if hasWarnings { await refreshers[.alerts]?.ping() }
        } while weather?.nextRefresh.map { $0 < now } ?? true || hasWarnings && areWarningsLate || areOthersLate
    }
}
