import Languages
public import Logging
public import Platform
public import Refreshing
public import Store
public import Weather
public import WorkerProtocol

/// The daemon's interface to the gazetteer, which a worker queries.
public struct RemoteGazetteer: Sendable {
    private let run: RunJob
    private let languages: @Sendable () -> Set<String>

    /// The timeout for starting a worker and for its answer, which takes milliseconds, s.
    fileprivate static let timeout = 10

    /// - Parameter languages: the languages whose names are stored with each place.
    public init(run: @escaping RunJob, languages: @escaping @Sendable () -> Set<String>) {
        self.run = run
        self.languages = languages
    }

    /// The places that match a query, best first; empty when there is none.
    ///
    /// - Parameter language: the names' language, as in `LANG`, or a BCP 47 tag.
    func search(_ query: SearchQuery, language: String) async throws(GazetteerError) -> [City] {
        guard case .cities(let cities) = try await ask(.search(query: query.text, language: language)) else {
            throw Self.other
        }
        return cities
    }

    /// The best match for one city.
    func resolve(_ query: SearchQuery, language: String) async throws(GazetteerError) -> CityResolution {
        let question = GazetteerQuestion.resolve(query: query.text, language: language, keeping: languages().sorted())
        guard case .resolution(let resolution) = try await ask(question) else { throw Self.other }
        return resolution
    }

    /// The likely correction of a misspelled query; nil when no name is similar.
    func correction(of query: SearchQuery, language: String) async throws(GazetteerError) -> SearchQuery? {
        guard case .correction(let text) = try await ask(.correction(query: query.text, language: language)) else {
            throw Self.other
        }
        return text.flatMap { try? SearchQuery($0) }
    }

    /// The settlement at a position, or the nearest one.
    func locality(at position: Coordinate, language: String) async throws(GazetteerError) -> Locality {
        let question = GazetteerQuestion.locality(position, language: language, keeping: languages().sorted())
        guard case .locality(let locality?) = try await ask(question) else { throw Self.other }
        return locality
    }

    /// The settlement with exactly this centre, from an earlier search; nil when there is none.
    func settlement(at position: Coordinate, language: String) async throws(GazetteerError) -> Locality? {
        let question = GazetteerQuestion.settlement(position, language: language, keeping: languages().sorted())
        guard case .locality(let locality) = try await ask(question) else { throw Self.other }
        return locality
    }

    /// Which gazetteer file is used.
    func status() async -> GazetteerStatus { await files().0 }

    /// Which gazetteer file is used, and why the borders cannot be used; nil if they can.
    @Sendable public func files() async -> (GazetteerStatus, borders: GazetteerError?) {
        do throws(GazetteerError) {
            guard case .gazetteer(let status, let borders) = try await ask(.status) else { throw Self.other }
            return (status, borders)
        } catch {
            return (.unusable(error), nil)
        }
    }

    private static let other = GazetteerError.worker(.malformed(reason: "an answer that does not match the query"))

    private func ask(_ question: GazetteerQuestion) async throws(GazetteerError) -> Answer {
        let only = SingleAnswer()
        do throws(WorkerFailure) {
            _ = try await run(.gazetteer(question), Self.timeout, only.take)
        } catch {
            throw .worker(error)
        }
        return try only.answer.asAnswerOfGazetteer()
    }
}

extension Answer? {
    /// - Throws: why the gazetteer has no answer.
    fileprivate func asAnswerOfGazetteer() throws(GazetteerError) -> Answer {
        switch self {
        case .noGazetteer(let error): throw error
        case let answer?: return answer
        case nil: throw .worker(.malformed(reason: "no answer"))
        }
    }
}

extension WorkerProgram {
    /// Looks up one city with its own worker; a misspelled query is corrected. Blocks for disk access.
    ///
    /// - Parameters:
    ///   - language: the language of the names.
    ///   - keeping: further languages whose names are stored.
    ///   - gazetteer: the configured gazetteer file; nil for the installed one.
    @Sendable public func lookUp(
        _ query: SearchQuery, _ language: String, _ keeping: Set<String>, _ gazetteer: String?
    ) throws(GazetteerError) -> CityResolution {
        let program = searching { self.gazetteer().naming(gazetteer) }
        let question = GazetteerQuestion.resolve(
            query: query.text, language: language, keeping: keeping.sorted(), correcting: true)
        guard case .resolution(let resolution) = try program.answer(question) else { return .none }
        return resolution
    }

    private func answer(_ question: GazetteerQuestion) throws(GazetteerError) -> Answer {
        let only = SingleAnswer()
        do throws(WorkerFailure) {
            _ = try perform(.gazetteer(question), within: RemoteGazetteer.timeout, take: only.take)
        } catch {
            throw .worker(error)
        }
        return try only.answer.asAnswerOfGazetteer()
    }
}

/// Reverse geocodes stored places that have no name yet, or a name in another language than the user's.
public struct PlaceNamer: BackgroundService {
    private let store: Store
    private let cities: Cities
    private let language: @Sendable () -> String
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation

    /// - Parameter language: the language of place names; called each time, since the configuration can be reloaded.
    public init(
        store: Store, cities: Cities, language: @escaping @Sendable () -> String,
        now: @escaping @Sendable () -> UnixTime, logger: Logger
    ) {
        self.store = store
        self.cities = cities
        self.language = language
        self.now = now
        self.logger = logger
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        request.yield()
    }

    /// The configuration was reloaded, and may have changed the language.
    public func again() {
        request.yield()
    }

    public func run() async {
        for await _ in requests { await nameAll() }
    }

    private func nameAll() async {
        let snapshot = store.snapshot
        // A configured place has its own name, and no other is stored for it.
        let configured = snapshot.defaults.location.flatMap { $0.name == nil ? $0 : nil }
        let others = [snapshot.located?.place, configured].compactMap(\.self)
        var places = snapshot.settings.favourites + others
        if case .place(let place) = snapshot.settings.location { places.append(place) }
        var localities: [Coordinate: Locality] = [:]
        for place in places where localities[place.coordinate] == nil {
            guard let locality = await locality(of: place) else {
                // If one lookup fails, the others will too.
                if place.locality == nil { break }
                continue
            }
            localities[place.coordinate] = locality
        }
        guard !localities.isEmpty else { return }
        let names = localities
        store.name(by: names)
        do throws(SettingsError) {
            try await store.nameSettings(by: names, at: now())
        } catch {
            // The disk failure is already in the log; naming is retried at the next start.
            logger.debug("cannot save the names of places: \(error)")
        }
    }

    /// The new name of the place; nil when it is unchanged or unknown.
    private func locality(of place: Place) async -> Locality? {
        let language = language()
        guard let known = place.locality else { return await cities.locality(place.coordinate) }
        guard known.language != language || known.translations == nil else { return nil }
        // A search result keeps its settlement: the centre of another one may be closer.
        if known.offset == nil, let settlement = await cities.settlement(place.coordinate) { return settlement }
        if let translations = known.translations, translations.names.isEmpty || Language(locale: language) != nil {
            return known.translated(to: language)
        }
        // An online result has no other name.
        guard known.language != nil else { return nil }
        return known.language == language
            ? await cities.landmark(place.coordinate) : await cities.locality(place.coordinate)
    }
}
