import CLinux
import Dispatch
public import Logging
import Synchronization
public import Weather

/// Holds what is known, in memory for the queries and on disk for the next start.
///
/// Reading takes a lock for as long as a copy lasts. Changes are seen by readers at once, except settings: they are
/// seen, and acknowledged, when the disk has them.
public final class Store: Sendable {
    let state: Mutex<State>
    private let settings: SettingsFiles
    /// On the directory of the settings.
    private let lock: DirectoryLock?
    private let reports: Document<Cache>
    let requests: Document<RequestTally>
    let told: Document<ToldOccasions>
    /// Writes happen here one after the other; a slow disk holds up nobody who only reads.
    private let disk = DispatchQueue(label: "weatherd.disk")
    let logger: Logger

    struct State {
        var snapshot: Snapshot {
            didSet { version &+= 1 }
        }
        /// How often the snapshot has changed, or may have.
        var version = 0
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextObserver = 0
        /// A hash of what reports.json holds, to skip a write that would change nothing; nil when that is not known.
        var savedReports: Int?
        /// How many fetches run.
        var fetches = 0
    }

    /// Reads what the last run left. What cannot be read is set aside and told in the log, and the start goes on.
    ///
    public init(
        stateDirectory: String, cacheDirectory: String, lock: DirectoryLock? = nil, defaults: Defaults, now: UnixTime,
        logger: Logger
    ) {
        self.lock = lock
        settings = SettingsFiles(directory: stateDirectory)
        reports = Document(
            file: AtomicFile(directory: cacheDirectory, name: "reports.json"), versions: Cache.versions)
        // A budget is not to be had anew by clearing caches.
        requests = Document(file: AtomicFile(directory: stateDirectory, name: "requests.json"), versions: 1...1)
        told = Document(file: AtomicFile(directory: stateDirectory, name: "told.json"), versions: 1...1)
        self.logger = logger
        var snapshot = Snapshot(defaults: defaults)
        do throws(KeepingError) {
            let found = try settings.load(now: now, logger: logger)
            snapshot.settings = found ?? Settings()
            if found == nil { snapshot.setAsideSettings = settings.setAside }
        } catch {
            logger.error("\(error.sentence); the settings cannot be changed until that is mended")
            snapshot.settingsProblem = error
        }
        var cache: (content: Cache, version: Int)?
        do throws(KeepingError) {
            cache = try Self.load(reports, now: now, logger: logger)
        } catch {
            logger.error("\(error.sentence); going on without it")
        }
        cache?.content.restore(&snapshot)
        do throws(KeepingError) {
            snapshot.requests = try Self.load(requests, now: now, logger: logger)?.content ?? RequestTally()
        } catch {
            logger.error("\(error.sentence); today's requests are counted from none")
        }
        snapshot.requests.pending.interrupt(at: now)
        snapshot.admitPlaces(at: now)
        let saved = cache.flatMap { $0.version == Cache.versions.upperBound ? $0.content.hashValue : nil }
        state = Mutex(State(snapshot: snapshot, savedReports: saved))
        cache = nil
        returnFreeMemory()
    }

    public var snapshot: Snapshot {
        state.withLock { $0.snapshot }
    }

    /// Another number whenever the snapshot is another.
    public var version: Int {
        state.withLock { $0.version }
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

    /// Has everyone who follows the changes look again, as when the clock was set.
    public func reconsider() {
        update { _ in }
    }

    // MARK: - Settings and defaults

    /// Changes the settings. They are on disk when this returns; when it throws, nothing has changed. Changes are made
    /// one after the other, each on what the last one left.
    ///
    /// - Parameter change: may refuse.
    public func changeSettings(
        at now: UnixTime, _ change: @escaping @Sendable (inout Settings) throws(FavouritesError) -> Void
    ) async throws(SettingsError) {
        let failure: SettingsError? = await onDisk { [self] in
            if let problem = readMissingSettings(at: now) { return .notKept(problem) }
            var changed = snapshot.settings
            do throws(FavouritesError) {
                try change(&changed)
            } catch {
                return .refused(error)
            }
            changed.boundNames()
            guard changed != snapshot.settings else { return nil }
            do throws(KeepingError) {
                try lock?.confirm()
                try settings.write(changed, insteadOf: snapshot.settings)
            } catch {
                logger.error("\(error.sentence)")
                return .notKept(error)
            }
            update {
                // Whoever chooses a place wants to see it.
                if changed.location != $0.settings.location { $0.shown = nil }
                $0.settings = changed
                $0.setAsideSettings = nil
                $0.admitPlaces(at: now)
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Reads the settings if the start could not.
    ///
    /// - Returns: why that is still so; nil when they are there.
    private func readMissingSettings(at now: UnixTime) -> KeepingError? {
        guard snapshot.settingsProblem != nil else { return nil }
        do throws(KeepingError) {
            let found = try settings.load(now: now, logger: logger)
            let setAside = found == nil ? settings.setAside : nil
            update {
                $0.settingsProblem = nil
                $0.settings = found ?? Settings()
                $0.setAsideSettings = setAside
                $0.admitPlaces(at: now)
            }
            return nil
        } catch {
            update { $0.settingsProblem = error }
            return error
        }
    }

    /// Takes over what a newly read configuration says.
    public func setDefaults(_ defaults: Defaults, at now: UnixTime) {
        update {
            $0.defaults = defaults
            $0.admitPlaces(at: now)
        }
    }

    // MARK: - Weather

    /// Notes that somebody wants to know the weather there, and takes the place in when it is new. When all room is
    /// taken, the place that nobody asked for the longest makes way, but none that was tried in the last
    /// `RefreshFloor.seconds`, or else asking round in a circle would wear out the provider.
    ///
    /// - Parameter kinds: of reports that are wanted.
    /// - Returns: whether the place is looked after now; the current place always is.
    public func admit(_ coordinate: Coordinate, for kinds: Set<ReportKind> = [.forecast], at now: UnixTime) -> Bool {
        state.withLock { state in
            guard state.snapshot.admit(coordinate.rounded, at: now) else { return false }
            for kind in kinds { state.snapshot.weather[coordinate.rounded]?.asked[kind] = now }
            return true
        }
    }

    /// Writes the cache file, unless that would change nothing. A failure is told in the log: the weather is still in
    /// memory, and the next report tries again.
    public func save() async {
        await onDisk { [self] in
            let (snapshot, saved) = state.withLock { ($0.snapshot, $0.savedReports) }
            let cache = Cache(of: snapshot)
            let hash = cache.hashValue
            guard hash != saved else { return }
            do throws(KeepingError) {
                try reports.write(cache)
                state.withLock { $0.savedReports = hash }
            } catch {
                logger.error("\(error.sentence)")
            }
            returnFreeMemory()
        }
    }

    // MARK: -

    func update(_ change: (inout Snapshot) -> Void) {
        let observers = state.withLock { state in
            change(&state.snapshot)
            return Array(state.observers.values)
        }
        for observer in observers { observer.yield() }
    }

    /// Gives the system back what is free. An answer for 67 places takes some megabytes until it is read and saved, of
    /// which the C library would keep most for the next one, hours later; measured, 10 MiB.
    private func returnFreeMemory() {
        malloc_trim(0)
    }

    func onDisk<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            disk.async { continuation.resume(returning: work()) }
        }
    }

    /// - Throws: why the file cannot be read. One that can, and is damaged, is set aside; nobody but its user may say
    ///   whether it is worth nothing.
    static func load<Content>(
        _ document: Document<Content>, now: UnixTime, logger: Logger
    ) throws(KeepingError) -> (content: Content, version: Int)? {
        do throws(KeepingError) {
            return try document.load()
        } catch .damaged(let path, let reason) {
            let aside = try document.file.setAside(at: now.seconds)
            logger.warning("\(KeepingError.damaged(path: path, reason: reason).sentence); kept as \(aside)")
            return nil
        }
    }
}
