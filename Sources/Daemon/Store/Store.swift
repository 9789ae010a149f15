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
    /// On the directory of the settings.
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
        /// `Moment.offset` of the times in the snapshot.
        var offset = 0
        /// The sum of all corrections of the wall clock, s.
        var clockCorrection = 0
        var clockObservers: [AsyncStream<Int>.Continuation] = []
    }

    /// Reads the files of the last run. Damaged ones are moved aside and logged.
    ///
    /// - Parameter clock: both clocks, so that times stay right when the wall clock is set; nil if it never is.
    public init(
        stateDirectory: String, cacheDirectory: String, lock: DirectoryLock? = nil, defaults: Defaults, now: UnixTime,
        clock: (@Sendable () -> Moment)? = nil, logger: Logger
    ) {
        self.clock = clock
        self.lock = lock
        settings = SettingsFiles(directory: stateDirectory)
        reports = Document(
            file: AtomicFile(directory: cacheDirectory, name: "reports.json"), versions: Cache.versions)
        // Clearing caches must not reset a budget.
        requests = Document(
            file: AtomicFile(directory: stateDirectory, name: "requests.json", limit: 1 << 20), versions: 1...1)
        notificationHistory = NotificationHistoryFile(directory: stateDirectory, disk: disk, logger: logger)
        accuracy = AccuracyFiles(directory: stateDirectory, disk: disk, logger: logger)
        self.logger = logger
        var snapshot = Snapshot(defaults: defaults)
        do throws(KeepingError) {
            let found = try settings.load(now: now, logger: logger)
            snapshot.settings = found?.settings ?? Settings()
            snapshot.excessSettings = found?.excess
            if found == nil { snapshot.setAsideSettings = settings.setAside }
        } catch {
            logger.error("\(error.sentence); the settings cannot be changed until this is fixed")
            snapshot.settingsProblem = error
        }
        var cache: Document<Cache>.Found?
        do throws(KeepingError) {
            cache = try reports.load(orSetAsideAt: now, logger: logger)
        } catch {
            logger.error("\(error.sentence); continuing without it")
        }
        cache?.content.restore(&snapshot)
        let moment = clock?() ?? Moment(now)
        if clock != nil { snapshot.date(writtenAt: cache?.content.writtenAt, at: moment) }
        cache?.content.writtenAt = nil
        do throws(KeepingError) {
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

    /// Changes with the snapshot.
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
            do throws(KeepingError) {
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

    private func keep(_ changed: Settings) throws(KeepingError) {
        try lock?.confirm()
        let excess = snapshot.excessSettings
        try settings.write(changed, insteadOf: snapshot.settings, keeping: excess)
        if let excess { logger.notice("the former settings were kept as \(excess.directory)/\(excess.keptAs)") }
    }

    /// Updates the names of the user's places from the gazetteer, by coordinates. They are not saved while the file has
    /// more than the settings in force: only the user's next change replaces it.
    public func nameSettings(by localities: [Coordinate: Locality], at now: UnixTime) async throws(SettingsError) {
        guard snapshot.excessSettings == nil else {
            updatePlaces(at: now) { $0.settings.name(by: localities) }
            return
        }
        try await changeSettings(at: now) { $0.name(by: localities) }
    }

    /// The paths of settings files with more than the limits, which a change has replaced, as long as they exist.
    public func fullSettings() async -> [String] {
        await onDisk { [settings] in settings.fullCopies }
    }

    /// Reads the settings if the start could not.
    ///
    /// - Returns: why they are still unreadable; nil on success.
    private func readMissingSettings(at now: UnixTime) -> KeepingError? {
        guard snapshot.settingsProblem != nil else { return nil }
        do throws(KeepingError) {
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
            do throws(KeepingError) {
                try reports.write(cache, at: now)
                state.withLock { $0.savedReports = hash }
            } catch {
                logger.error("\(error.sentence)")
            }
            returnFreeMemory()
        }
    }

    // MARK: -

    /// Returns free memory to the system. Parsing an answer for 67 places takes megabytes, most of which the C library
    /// would keep until the next one, hours later; measured: 10 MiB.
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
