import CLinux
import Dispatch
public import Logging
import Synchronization
public import Weather

/// The daemon's state: in memory for requests, on disk for restarts.
///
/// Reading takes a lock while copying. Changes are visible at once, except settings, which are visible and acknowledged
/// once they are on disk.
public final class Store: Sendable {
    let state: Mutex<State>
    private let settings: SettingsFiles
    /// The lock on the settings directory.
    private let lock: DirectoryLock?
    private let reports: Document<Cache>
    let requests: Document<RequestTally>
    /// The notified events, on disk.
    public let notificationHistory: NotificationHistoryFile
    /// The files of forecasts and measurements.
    public let accuracy: AccuracyFiles
    /// Serializes writes; a slow disk does not delay readers.
    private let disk = DispatchQueue(label: "weatherd.disk")
    let logger: Logger
    /// Both clocks; nil for a wall clock that is never set.
    let clock: (@Sendable () -> Moment)?

    struct State {
        var snapshot: Snapshot {
            didSet { version &+= 1 }
        }
        /// Incremented with each possible change of the snapshot.
        var version = 0
        var observers: [Int: (concern: StoreChange, continuation: AsyncStream<Void>.Continuation)] = [:]
        var nextObserver = 0
        /// A hash of the content of reports.json, to skip redundant writes; nil when unknown.
        var savedReports: Int?
        /// Whether requests.json lacks something that a service has refused.
        var hasNewRefusals = false
        /// The number of running fetches.
        var fetches = 0
        /// The `Moment.offset` that the snapshot's times use.
        var offset = 0
        /// The sum of all corrections of the wall clock, s.
        var clockCorrection = 0
        var clockObservers: [AsyncStream<Int>.Continuation] = []
    }

    /// Reads the files of the last run. Damaged ones are moved aside and logged.
    ///
    /// - Parameter clock: both clocks, so that times stay correct when the wall clock is set; nil if it never is.
    public init(
        stateDirectory: String, cacheDirectory: String, lock: DirectoryLock? = nil, defaults: Defaults, now: UnixTime,
        clock: (@Sendable () -> Moment)? = nil, logger: Logger
    ) {
        self.clock = clock
        self.lock = lock
        settings = SettingsFiles(directory: stateDirectory)
        reports = Document(
            file: AtomicFile(directory: cacheDirectory, name: "reports.json"), versions: Cache.versions)
        // In the state directory: clearing caches must not reset a budget.
        requests = Document(
            file: AtomicFile(directory: stateDirectory, name: "requests.json", limit: 1 << 20), versions: 1...1)
        notificationHistory = NotificationHistoryFile(directory: stateDirectory, disk: disk, logger: logger)
        accuracy = AccuracyFiles(directory: stateDirectory, disk: disk, logger: logger)
        self.logger = logger
        var snapshot = Snapshot(defaults: defaults)
        do throws(StoreError) {
            let found = try settings.load(now: now, logger: logger)
            snapshot.settings = found?.settings ?? Settings()
            snapshot.excessSettings = found?.excess
            if found == nil { snapshot.setAsideSettings = settings.setAside }
        } catch {
            logger.error("\(error.sentence); the settings cannot be changed until this is fixed")
            snapshot.settingsProblem = error
        }
        var cache: Document<Cache>.Found?
        do throws(StoreError) {
            cache = try reports.load(orSetAsideAt: now, logger: logger)
        } catch {
            logger.error("\(error.sentence); continuing without it")
        }
        cache?.content.restore(&snapshot)
        let moment = clock?() ?? Moment(now)
        if clock != nil { snapshot.date(writtenAt: cache?.content.writtenAt, at: moment) }
        cache?.content.writtenAt = nil
        do throws(StoreError) {
            snapshot.requests = try requests.load(orSetAsideAt: now, logger: logger)?.content ?? RequestTally()
        } catch {
            logger.error("\(error.sentence); today's request counts restart at zero")
        }
        if clock != nil { snapshot.requests.date(at: moment) }
        snapshot.requests.pending.interrupt(at: now)
        snapshot.admitPlaces(at: now)
        let saved = cache.flatMap { $0.version == Cache.versions.upperBound ? $0.content.hashValue : nil }
        state = Mutex(State(snapshot: snapshot, savedReports: saved, offset: moment.offset))
        cache = nil
        returnFreeMemory()
    }

    public var snapshot: Snapshot {
        let (snapshot, step) = state.withLock { state in
            let step = followClock(in: &state)
            return (state.snapshot, step)
        }
        if let step { notify(ofStep: step) }
        return snapshot
    }

    /// A number that changes with the snapshot.
    public var version: Int {
        state.withLock { $0.version }
    }

    // MARK: - Settings and defaults

    /// Changes the settings. They are on disk when this returns; after a throw, nothing has changed. Changes are
    /// serialized.
    ///
    /// - Parameter change: may throw to reject the change.
    /// - Returns: what has changed; empty for nothing.
    @discardableResult
    public func changeSettings(
        at now: UnixTime, _ change: @escaping @Sendable (inout Settings) throws(FavouritesError) -> Void
    ) async throws(SettingsError) -> StoreChange {
        let result: Result<StoreChange, SettingsError> = await onDisk { [self] in
            let former = snapshot
            if let problem = readMissingSettings(at: now) { return .failure(.notKept(problem)) }
            var changed = snapshot.settings
            do throws(FavouritesError) {
                try change(&changed)
            } catch {
                return .failure(.refused(error))
            }
            changed.boundNames()
            guard changed != snapshot.settings else { return .success(snapshot.change(from: former)) }
            do throws(StoreError) {
                try keep(changed)
            } catch {
                logger.error("\(error.sentence)")
                return .failure(.notKept(error))
            }
            updatePlaces(at: now) {
                // A newly selected place is also shown.
                if changed.location != $0.settings.location { $0.shown = nil }
                $0.settings = changed
                $0.setAsideSettings = nil
                $0.excessSettings = nil
            }
            return .success(snapshot.change(from: former))
        }
        return try result.get()
    }

    private func keep(_ changed: Settings) throws(StoreError) {
        try lock?.confirm()
        let excess = snapshot.excessSettings
        try settings.write(changed, insteadOf: snapshot.settings, keeping: excess)
        if let excess { logger.notice("the former settings were kept as \(excess.directory)/\(excess.keptAs)") }
    }

    /// Updates the names of the user's places from the gazetteer, by coordinates. They are not saved while the file contains
    /// more than the settings in force: only the user's next change replaces such a file.
    public func nameSettings(by localities: [Coordinate: Locality], at now: UnixTime) async throws(SettingsError) {
        guard snapshot.excessSettings == nil else {
            updatePlaces(at: now) { $0.settings.name(by: localities) }
            return
        }
        try await changeSettings(at: now) { $0.name(by: localities) }
    }

    /// The paths of the existing copies of settings files that exceeded the limits when a change replaced them.
    public func fullSettings() async -> [String] {
        await onDisk { [settings] in settings.fullCopies }
    }

    /// Reads the settings if the start could not.
    ///
    /// - Returns: why they are still unreadable; nil on success.
    private func readMissingSettings(at now: UnixTime) -> StoreError? {
        guard snapshot.settingsProblem != nil else { return nil }
        do throws(StoreError) {
            let found = try settings.load(now: now, logger: logger)
            let setAside = found == nil ? settings.setAside : nil
            updatePlaces(at: now) {
                $0.settingsProblem = nil
                $0.settings = found?.settings ?? Settings()
                $0.setAsideSettings = setAside
                $0.excessSettings = found?.excess
            }
            return nil
        } catch {
            update([]) { $0.settingsProblem = error }
            return error
        }
    }

    /// Applies a reloaded configuration.
    public func setDefaults(_ defaults: Defaults, at now: UnixTime) {
        update(.everything) {
            $0.defaults = defaults
            $0.admitPlaces(at: now)
        }
    }

    // MARK: - Weather

    /// Writes the cache file if it has changed. A failure is only logged: the reports are still in memory, and the next
    /// save retries.
    public func save() async {
        await onDisk { [self] in
            let (snapshot, saved, now) = state.withLock { ($0.snapshot, $0.savedReports, moment(of: $0)) }
            let cache = Cache(of: snapshot)
            let hash = cache.hashValue
            guard hash != saved else { return }
            do throws(StoreError) {
                try reports.write(cache, at: now)
                state.withLock { $0.savedReports = hash }
            } catch {
                logger.error("\(error.sentence)")
            }
            returnFreeMemory()
        }
    }

    // MARK: -

    /// Returns free memory to the system. Parsing an answer for 67 places takes megabytes, most of which (measured: 10 MiB)
    /// the C library would keep until the next answer, hours later.
    private func returnFreeMemory() {
        malloc_trim(0)
    }

    func onDiskLater(_ work: @escaping @Sendable () -> Void) {
        disk.async { work() }
    }

    func onDisk<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await disk.run(work)
    }
}

// The store's data about places other than reports.
extension Store {
    /// Records that a client uses a place, and adds it if it is new. At the limit, the least recently used place is evicted,
    /// unless it was refreshed in the last `RefreshFloor.seconds`: cycling through many places must not overload the provider.
    ///
    /// - Parameter kinds: the requested types of reports.
    /// - Returns: whether the place is in use now; the current place always is.
    public func admit(_ coordinate: Coordinate, for kinds: Set<ReportKind> = [.forecast], at now: UnixTime) -> Bool {
        // Follows the clock first.
        _ = snapshot
        return state.withLock { state in
            let (key, version) = (coordinate.rounded, state.version)
            let isKnown = state.snapshot.weather[key] != nil
            guard state.snapshot.admit(key, at: now) else { return false }
            for kind in kinds { state.snapshot.weather[key]?.requestTimes[kind] = now }
            // No reply contains the time of the last request.
            if isKnown { state.version = version }
            return true
        }
    }

    /// Stores the machine's location, in memory at once and on disk when this returns.
    ///
    /// - Parameter fixes: the last fix of each source.
    public func keep(_ located: Located, _ fixes: [LocationSource: LocationFix], at now: UnixTime) async {
        updatePlaces(at: now) {
            $0.located = located
            $0.fixes = fixes
        }
        await save()
    }

    /// Updates the names of places that the user did not name, by coordinates.
    public func name(by localities: [Coordinate: Locality]) {
        update(.names) { snapshot in
            if let coordinate = snapshot.located?.place.coordinate, let locality = localities[coordinate] {
                snapshot.located?.place.locality = locality
            }
            if let coordinate = snapshot.defaults.location?.coordinate, let locality = localities[coordinate] {
                snapshot.defaults.location?.locality = locality
            }
        }
    }

    /// Stores why location sources have no fix.
    public func note(_ failures: [LocationSource: LocationFailure]) {
        guard snapshot.locationFailures != failures else { return }
        update(.locationFailures) { $0.locationFailures = failures }
    }

    /// Stores the reverse geocoding of a place.
    ///
    /// - Parameter query: the query that found it; nil for a lookup by position.
    public func name(_ coordinate: Coordinate, _ locality: Locality?, foundBy query: String? = nil) {
        update(.names) { snapshot in
            snapshot.name(coordinate.rounded, locality)
            guard let query, snapshot.weather[coordinate.rounded]?.queries.count ?? 0 < PlaceWeather.queriesLimit else {
                return
            }
            snapshot.weather[coordinate.rounded]?.queries.insert(query.lowercased())
        }
    }

    /// Shows the place this many steps ahead, cyclically; negative steps go back.
    public func step(_ steps: Int) {
        update(.selection) { $0.step(steps) }
    }

    /// Shows a place of `Snapshot.places`.
    public func show(_ place: Place) {
        update(.selection) { $0.shown = place == $0.place ? nil : place.coordinate.rounded }
    }

    /// Shows the current place again after `step`.
    public func showCurrentPlace() {
        guard snapshot.shown != nil else { return }
        update(.selection) { $0.shown = nil }
    }

    /// Switches between the two templates of `short`.
    public func toggle() {
        update(.selection) { $0.isAlternate.toggle() }
    }
}

// The results of fetches.
extension Store {
    /// Stores new reports, in memory at once and on disk when this returns.
    ///
    /// - Parameter correction: `clockCorrection` at the start of the fetch, in case the clock was set since; nil for now.
    public func keep<Content>(
        _ reports: [Content], as part: any PlaceWeather.Part<Content>, at now: UnixTime, since correction: Int? = nil
    ) async {
        // Reading the snapshot follows the clock first; otherwise the step would be missed.
        _ = snapshot
        let step = correction.map { clockCorrection - $0 } ?? 0
        update(.reports) { [boot = clock?().boot] snapshot in
            for var report in reports where snapshot.weather[report.coordinate] != nil {
                if let boot, report.clock == nil {
                    report.clock = ClockRecord(boot: boot)
                    if step != 0 { report.redate(by: step, at: moment(at: now)) }
                }
                let former = snapshot.weather[report.coordinate]?.report
                snapshot.weather[report.coordinate]?[keyPath: part].content = report
                snapshot.weather[report.coordinate]?[keyPath: part].failure = nil
                snapshot.weather[report.coordinate]?[keyPath: part].triedAt = now
                if Content.self == Report.self {
                    snapshot.weather[report.coordinate]?.recordTemperatures(replacing: former, at: now)
                }
            }
        }
        await save()
    }

    /// Stores why refreshes failed. The last successful reports stay.
    public func note<Content>(
        _ failures: [Coordinate: FetchFailure], of part: any PlaceWeather.Part<Content>, at now: UnixTime
    ) {
        update(.reports) { snapshot in
            for (coordinate, failure) in failures {
                snapshot.weather[coordinate]?[keyPath: part].failure = failure
                snapshot.weather[coordinate]?[keyPath: part].triedAt = now
            }
        }
    }

    /// Stores when the next refresh of each place is due; no entry while one is running or when none is scheduled.
    public func plan<Content>(_ times: [Coordinate: UnixTime], of part: any PlaceWeather.Part<Content>) {
        let news = snapshot.weather.filter { !Self.isSame($0.value[keyPath: part].nextRefresh, times[$0.key]) }
        guard !news.isEmpty else { return }
        update(.schedule) { snapshot in
            for coordinate in news.keys {
                snapshot.weather[coordinate]?[keyPath: part].nextRefresh = times[coordinate]
            }
        }
    }

    /// Sets exactly the places whose failures may be caused by the connection.
    public func suspectConnection<Content>(for places: Set<Coordinate>, of part: any PlaceWeather.Part<Content>) {
        let news = snapshot.weather.filter { $0.value[keyPath: part].isConnectionSuspect != places.contains($0.key) }
        guard !news.isEmpty else { return }
        update(.reports) { snapshot in
            for coordinate in news.keys {
                snapshot.weather[coordinate]?[keyPath: part].isConnectionSuspect = places.contains(coordinate)
            }
        }
    }

    /// Whether two times mean the same moment. They are converted between clocks with a resolution of a second, so a
    /// difference of one second is no change.
    private static func isSame(_ left: UnixTime?, _ right: UnixTime?) -> Bool {
        guard let left, let right else { return left == right }
        return abs(left.seconds(since: right)) <= 1
    }

    /// Sets whether there is a route to the forecast services.
    public func setNetwork(_ hasNetwork: Bool) {
        guard snapshot.hasNetwork != hasNetwork else { return }
        update(.network) { $0.hasNetwork = hasNetwork }
    }

    /// Sets what is fetched less often.
    public func setSaving(_ saving: SavingMode) {
        guard snapshot.saving != saving else { return }
        update(.schedule) { $0.saving = saving }
    }

    /// Removes the reports of a type whose provider is not one of these, by `id`; if the list is empty, also the failures.
    public func forget<Content>(_ part: any PlaceWeather.Part<Content>, unlessFrom providers: [String]) {
        update(.reports) { snapshot in
            for (coordinate, weather) in snapshot.weather {
                if providers.isEmpty { snapshot.weather[coordinate]?[keyPath: part] = CachedReport() }
                guard let provider = weather[keyPath: part].content?.provider.id, !providers.contains(provider)
                else { continue }
                snapshot.weather[coordinate]?[keyPath: part].content = nil
            }
        }
    }

    /// Removes sample reports after another provider was configured.
    public func forgetSamples() {
        update(.reports) { snapshot in
            for (coordinate, weather) in snapshot.weather where weather.report?.provider.isSample == true {
                snapshot.weather[coordinate]?.forecast.content = nil
            }
        }
    }

    /// Clears "not covered" failures after the providers have changed.
    public func forgetUncovered() {
        update(.reports) { snapshot in
            for coordinate in snapshot.weather.keys {
                snapshot.weather[coordinate]?.apply(ForgetUncovered())
            }
        }
    }
}
