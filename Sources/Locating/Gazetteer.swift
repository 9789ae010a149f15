import Dispatch
public import ServiceLifecycle
import Synchronization
public import Weather

/// The names and positions of the world's places, from the file that `make` builds.
///
/// The file is opened by the first question and closed when there has been none for a while; a daemon that is never asked pays
/// nothing. A file that was replaced in between is the one that is opened next. While the gazetteer cannot be used, the list of
/// cities answers; each question tries the gazetteer first, so that it is used as soon as it is installed.
public final class Gazetteer<C: Clock>: Service, Sendable where C.Duration == Duration {
    private let files: @Sendable () -> GazetteerFiles
    private let clock: C
    private let idle: Duration
    private let languages: @Sendable () -> Set<String>
    /// Questions wait for the disk, so they have a thread of their own, which is there only while they do.
    private let queue = DispatchQueue(label: "weatherd.gazetteer")
    private let state = Mutex(State())
    private let openings: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    private struct State {
        var file: GazetteerFile?
        var cities: GazetteerFile?
        /// Of the last question.
        var used: C.Instant?

        var isOpen: Bool { file != nil || cities != nil }
    }

    /// - Parameters:
    ///   - files: where the places are; none of the files need exist. It is asked at each opening.
    ///   - clock: the deadlines' clock.
    ///   - idle: how long the file stays open after a question.
    ///   - languages: those whose names are kept with each locality, besides the one that is asked for; none when empty.
    public init(
        files: @escaping @Sendable () -> GazetteerFiles, clock: C, idle: Duration = .seconds(300),
        languages: @escaping @Sendable () -> Set<String> = { [] }
    ) {
        self.files = files
        self.clock = clock
        self.idle = idle
        self.languages = languages
        (openings, opening) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Closes the file when it is idle, until told to end. It can be run once.
    public func run() async {
        await cancelWhenGracefulShutdown { [self] in
            for await _ in openings {
                while let deadline = deadline() {
                    guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { break }
                }
            }
        }
        close()
    }

    /// Whether one of the files is open.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// When to look again whether the files are idle; nil when they are closed, which they are here where it is time.
    private func deadline() -> C.Instant? {
        state.withLock { state in
            guard state.isOpen, let used = state.used else { return nil }
            let deadline = used.advanced(by: idle)
            if deadline > clock.now { return deadline }
            state = State()
            return nil
        }
    }

    private func close() {
        state.withLock { $0 = State() }
    }

    /// The places that fit a query, best first, at most `limit`; none when nothing is called so.
    ///
    /// - Parameter language: the names' language, as in `LANG` or of BCP 47.
    public func search(_ query: SearchQuery, language: String, limit: Int = 10) async throws(GazetteerError) -> [City] {
        try await ask(.words) { try GazetteerSearch(query: $0, language: language, limit: limit).cities(query).cities }
            .value
    }

    /// What is meant by a query that is to name one city.
    public func resolve(_ query: SearchQuery, language: String) async throws(GazetteerError) -> CityResolution {
        let languages = languages()
        return try await ask(.words) { file in
            try GazetteerSearch(query: file, language: language, keeping: languages, limit: 10).resolution(of: query)
        }.value
    }

    /// The query that a misspelled one was probably meant to be; nil when no name comes near it.
    public func correction(
        of query: SearchQuery, language: String
    ) async throws(GazetteerError) -> SearchQuery? {
        try await ask(.words) { try GazetteerSpelling(query: $0, language: language).correction(of: query) }.value
    }

    /// The settlement that a position lies in, or the nearest one.
    ///
    /// Each has a probable extent by its population. Of those that cover the position it is the one in which the position is most
    /// central, by the distance in radii; where none does, the one whose centre is the nearest.
    ///
    /// - Parameter language: the names' language, as in `LANG` or of BCP 47.
    public func locality(at position: Coordinate, language: String) async throws(GazetteerError) -> Locality {
        let languages = languages()
        let (locality, status) = try await ask(.extent) { query -> Locality? in
            guard let (id, extent) = try GazetteerNearest(query: query, position: position).place() else { return nil }
            let names = GazetteerNames(query: query, language: language, keeping: languages)
            var locality = try names.city(id)?.locality
            locality?.offset = extent.offset(of: position)
            // The nearest place may lie across a border; but the list's map is too coarse to know better than the city does.
            if query.kind == .gazetteer || locality?.offset != nil,
                let zone = try GazetteerTimeZone(query: query).name(at: position)
            {
                locality?.timeZone = zone
            }
            return locality
        }
        guard let locality else { throw .damaged(path: status.path, reason: "there are no places in it") }
        return locality
    }

    /// The settlement whose centre is exactly there, as a search has found it; nil when there is none.
    ///
    /// - Parameter language: the names' language, as in `LANG` or of BCP 47.
    public func settlement(at position: Coordinate, language: String) async throws(GazetteerError) -> Locality? {
        let languages = languages()
        return try await ask(.extent) { query in
            guard let id = try GazetteerNearest(query: query, position: position).centered() else { return nil }
            return try GazetteerNames(query: query, language: language, keeping: languages).city(id)?.locality
        }.value
    }

    /// Which file answers, by reading from all tables of what can be used.
    public func status() async -> GazetteerStatus {
        do throws(GazetteerError) {
            return try await ask(.extent) { query in
                guard let largest = try GazetteerNames(query: query, language: "en").city(1) else { return }
                _ = try GazetteerNearest(query: query, position: largest.coordinate).place()
                _ = try GazetteerTimeZone(query: query).name(at: largest.coordinate)
            }.status
        } catch {
            return .unusable(error)
        }
    }

    /// Asks the file on the queue, and opens it where it is not open.
    private func ask<Value: Sendable>(
        _ index: GazetteerIndex, _ work: @escaping @Sendable (GazetteerQuery) throws -> Value
    ) async throws(GazetteerError) -> (value: Value, status: GazetteerStatus) {
        let result = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(GazetteerError) in try self.answer(index, work) })
            }
        }
        return try result.get()
    }

    private func answer<Value>(
        _ index: GazetteerIndex, _ work: (GazetteerQuery) throws -> Value
    ) throws(GazetteerError) -> (value: Value, status: GazetteerStatus) {
        let files = files()
        do throws(GazetteerError) {
            let value = try answer(index, work, from: \.file) { () throws(GazetteerError) in try files.openGazetteer() }
            return (value, .complete(path: files.gazetteer))
        } catch {
            guard let cities = files.cities,
                let value = try? answer(
                    index, work, from: \.cities,
                    open: { () throws(GazetteerError) in try GazetteerFile(path: cities, kind: .cities) })
            else { throw error }
            return (value, .citiesOnly(path: cities, error))
        }
    }

    private func answer<Value>(
        _ index: GazetteerIndex, _ work: (GazetteerQuery) throws -> Value,
        from file: WritableKeyPath<State, GazetteerFile?>, open: () throws(GazetteerError) -> GazetteerFile
    ) throws(GazetteerError) -> Value {
        let known = state.withLock { $0[keyPath: file] }
        let current = if let known { known } else { try open() }
        state.withLock { state in
            state[keyPath: file] = current
            state.used = clock.now
        }
        if known == nil { opening.yield() }
        do throws(GazetteerError) {
            let answer = try current.read(index, work)
            state.withLock { $0.used = clock.now }
            return answer
        } catch {
            // The next question may find a file that is whole.
            state.withLock { $0[keyPath: file] = nil }
            throw error
        }
    }
}
