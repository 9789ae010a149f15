import Dispatch
public import Logging
import Synchronization
public import Weather

/// Holds what is known, in memory for the queries and on disk for the next start.
///
/// Reading takes a lock for as long as a copy lasts. Changes are seen by readers at once, except settings: they are
/// seen, and acknowledged, when the disk has them.
public final class Store: Sendable {
    /// How many places are looked after besides the current one. Each costs some 50 KB, and one request whenever
    /// somebody asks for it.
    public static let placesLimit = 32

    private let state: Mutex<State>
    private let settings: Document<Settings>
    private let reports: Document<Cache>
    /// Writes happen here one after the other; a slow disk holds up nobody who only reads.
    private let disk = DispatchQueue(label: "weatherd.disk")
    private let logger: Logger

    private struct State {
        var snapshot: Snapshot
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextObserver = 0
        /// What reports.json holds, to skip a write that would change nothing.
        var savedReports: [UInt8] = []
    }

    private struct Cache: Codable {
        var reports: [Report]
        var requests: RequestTally
    }

    /// Reads what the last run left. What cannot be read is set aside and told in the log, and the start goes on.
    public init(
        stateDirectory: String, cacheDirectory: String, defaults: Defaults, now: UnixTime, logger: Logger
    ) {
        settings = Document(file: AtomicFile(directory: stateDirectory, name: "settings.json"), version: 1)
        reports = Document(file: AtomicFile(directory: cacheDirectory, name: "reports.json"), version: 1)
        self.logger = logger
        var snapshot = Snapshot(defaults: defaults)
        snapshot.settings = Self.load(settings, now: now, logger: logger) ?? Settings()
        if let cache = Self.load(reports, now: now, logger: logger) {
            snapshot.requests = cache.requests
            for report in cache.reports {
                snapshot.weather[report.coordinate] = PlaceWeather(report: report, askedAt: report.fetchedAt)
            }
        }
        state = Mutex(State(snapshot: snapshot))
        if let place = snapshot.place { _ = admit(place.coordinate, at: now) }
    }

    public var snapshot: Snapshot {
        state.withLock { $0.snapshot }
    }

    /// An element whenever something has changed. Changes that come while the reader is busy are told as one.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            defer { state.nextObserver += 1 }
            state.observers[state.nextObserver] = continuation
            return state.nextObserver
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.observers.removeValue(forKey: key) }
        }
        return stream
    }

    // MARK: - Settings and defaults

    /// Changes the settings. They are on disk when this returns; when it throws, nothing has changed.
    public func changeSettings(at now: UnixTime, _ change: @escaping @Sendable (inout Settings) -> Void)
        async throws(KeepingError)
    {
        let failure: KeepingError? = await onDisk { [self] in
            var changed = snapshot.settings
            change(&changed)
            guard changed != snapshot.settings else { return nil }
            do throws(KeepingError) {
                try settings.file.write(try settings.encode(changed))
            } catch {
                return error
            }
            update { $0.settings = changed }
            return nil
        }
        if let failure {
            logger.error("\(failure.description)")
            throw failure
        }
        if let place = snapshot.place { _ = admit(place.coordinate, at: now) }
    }

    /// Takes over what a newly read configuration says.
    public func setDefaults(_ defaults: Defaults, at now: UnixTime) {
        update { $0.defaults = defaults }
        if let place = snapshot.place { _ = admit(place.coordinate, at: now) }
    }

    // MARK: - Weather

    /// Notes that somebody wants to know the weather there, and takes the place in when it is new. When all room is
    /// taken, the place that nobody asked for the longest makes way, but none that was fetched in the last
    /// `RefreshFloor.seconds`, or else asking round in a circle would wear out the provider.
    ///
    /// - Returns: whether the place is looked after now.
    public func admit(_ coordinate: Coordinate, at now: UnixTime) -> Bool {
        let key = coordinate.rounded
        return state.withLock { state in
            if state.snapshot.weather[key] != nil {
                state.snapshot.weather[key]?.askedAt = now
                return true
            }
            let current = state.snapshot.place?.coordinate.rounded
            if key != current, state.snapshot.weather.count > Self.placesLimit {
                let idle = state.snapshot.weather.filter { place, weather in
                    let used = [weather.triedAt, weather.report?.fetchedAt].compactMap { $0 }.max() ?? weather.askedAt
                    return place != current && !(0..<RefreshFloor.seconds).contains(now.seconds(since: used))
                }
                guard let oldest = idle.min(by: { $0.value.askedAt < $1.value.askedAt })?.key else { return false }
                state.snapshot.weather[oldest] = nil
            }
            state.snapshot.weather[key] = PlaceWeather(askedAt: now)
            return true
        }
    }

    /// Keeps a new report, in memory at once and on disk when this returns.
    public func keep(_ report: Report, at now: UnixTime) async {
        update { snapshot in
            guard snapshot.weather[report.coordinate] != nil else { return }
            snapshot.weather[report.coordinate]?.report = report
            snapshot.weather[report.coordinate]?.failure = nil
            snapshot.weather[report.coordinate]?.triedAt = now
        }
        await save()
    }

    /// Notes why a try brought nothing. The last good report stays.
    public func note(_ failure: FetchFailure, for coordinate: Coordinate, at now: UnixTime) {
        update { snapshot in
            snapshot.weather[coordinate]?.failure = failure
            snapshot.weather[coordinate]?.triedAt = now
        }
    }

    /// Notes when the next try is due; nil while one is under way.
    public func plan(_ time: UnixTime?, for coordinate: Coordinate) {
        state.withLock { $0.snapshot.weather[coordinate]?.nextRefresh = time }
    }

    /// Counts a request that goes out to a provider.
    public func countRequest(at now: UnixTime) {
        state.withLock { $0.snapshot.requests.add(at: now) }
    }

    /// Writes the cache file, unless that would change nothing. A failure is told in the log: the weather is still in
    /// memory, and the next report tries again.
    public func save() async {
        await onDisk { [self] in
            let (snapshot, saved) = state.withLock { ($0.snapshot, $0.savedReports) }
            // The sample's numbers are made up, and must not be there when the real weather is asked for again.
            let kept = snapshot.weather.values.compactMap(\.report).filter { !$0.provider.isSample }
                .sorted { $0.fetchedAt > $1.fetchedAt }
            do throws(KeepingError) {
                let bytes = try reports.encode(Cache(reports: kept, requests: snapshot.requests))
                guard bytes != saved else { return }
                try reports.file.write(bytes)
                state.withLock { $0.savedReports = bytes }
            } catch {
                logger.error("\(error.description)")
            }
        }
    }

    // MARK: -

    private func update(_ change: (inout Snapshot) -> Void) {
        let observers = state.withLock { state in
            change(&state.snapshot)
            return Array(state.observers.values)
        }
        for observer in observers { observer.yield() }
    }

    private func onDisk<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            disk.async { continuation.resume(returning: work()) }
        }
    }

    private static func load<Content>(_ document: Document<Content>, now: UnixTime, logger: Logger) -> Content? {
        do throws(KeepingError) {
            return try document.load()
        } catch {
            do throws(KeepingError) {
                let aside = try document.file.setAside(at: now.seconds)
                logger.warning("\(error.description); kept as \(aside), going on without it")
            } catch let second {
                logger.error("\(error.description), and cannot be set aside: \(second.description)")
            }
            return nil
        }
    }
}
