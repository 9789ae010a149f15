import Endpoints
import Jobs
import Keeping
import Logging
import Providers
import Rendering
import Searching
import Weather

/// The search for cities: offline first, and on the network for what the gazetteer does not know.
struct Cities: Sendable {
    let gazetteer: RemoteGazetteer
    let source: ConfigurationSource
    let services: Services
    let gate: RequestGate
    let now: @Sendable () -> UnixTime
    let logger: Logger

    /// The longest wait for the network. Whoever searches waits that long.
    static let deadline = Duration.seconds(3)

    /// The cities that a query fits, best first; at least one.
    ///
    /// - Parameter language: of the names, as in config.toml or a locale; nil for the configured one.
    func search(_ text: String, language: String?) async throws(SearchFailure) -> [City] {
        let query = try SearchQuery(checking: text)
        let language = language ?? source.configuration.language
        let found = try await ask { () async throws(GazetteerError) in
            try await gazetteer.search(query, language: language)
        }
        guard found.isEmpty else { return found }
        let online = await onlineCities(query, language)
        if let cities = try? online.get(), Self.isCalled(query, cities) { return cities }
        if let corrected = try await correction(of: query, language) {
            let cities = try await ask { () async throws(GazetteerError) in
                try await gazetteer.search(corrected, language: language)
            }
            if !cities.isEmpty { return cities.map { $0.corrected(to: corrected) } }
        }
        if let cities = try? online.get(), !cities.isEmpty { return cities }
        throw await notFound(query, online)
    }

    /// The one city that is meant by a query.
    func city(_ text: String) async throws(SearchFailure) -> City {
        let query = try SearchQuery(checking: text)
        let language = source.configuration.language
        func known(_ query: SearchQuery) async throws(SearchFailure) -> CityResolution {
            try await ask { () async throws(GazetteerError) in
                try await gazetteer.resolve(query, language: language)
            }
        }
        var resolution = try await known(query)
        if resolution == .none {
            let online = await onlineCities(query, language)
            let found = (try? online.get()) ?? []
            resolution = CityResolution(of: found, for: query)
            if !Self.isCalled(query, found), let corrected = try await correction(of: query, language) {
                resolution = try await known(corrected).corrected(to: corrected)
            }
            if resolution == .none { throw await notFound(query, online) }
        }
        switch resolution {
        case .one(let city): return city
        case .several(let cities): throw .ambiguous(query.text, cities)
        case .near(let cities): throw .inexact(query.text, cities)
        case .none: throw .notFound(query.text, online: nil)
        }
    }

    /// Says what was not searched besides.
    private func notFound(_ query: SearchQuery, _ online: Result<[City], SearchFailure>) async -> SearchFailure {
        let failure: FetchFailure?
        switch online {
        case .success: failure = nil
        case .failure(.notFound(_, let reason, _)): failure = reason
        case .failure(let other): return other
        }
        return .notFound(query.text, online: failure, gazetteer: await gazetteer.status().problem)
    }

    /// Whether one of the cities is called just as was asked, so that there is no misspelling to correct.
    private static func isCalled(_ query: SearchQuery, _ cities: [City]) -> Bool {
        !cities.isEmpty && (query.isPostalCode || !City.exact(cities, for: query).isEmpty)
    }

    /// Numbers have no misspelling that could be told.
    private func correction(of query: SearchQuery, _ language: String) async throws(SearchFailure) -> SearchQuery? {
        guard !query.isPostalCode else { return nil }
        return try await ask { () async throws(GazetteerError) in
            try await gazetteer.correction(of: query, language: language)
        }
    }

    private func ask<Answer>(
        _ question: () async throws(GazetteerError) -> Answer
    ) async throws(SearchFailure) -> Answer {
        do throws(GazetteerError) {
            return try await question()
        } catch {
            throw .gazetteer(error)
        }
    }

    /// What the gazetteer says of a position; nil when it cannot be asked.
    func locality(_ coordinate: Coordinate) async -> Locality? {
        let language = source.configuration.language
        do throws(GazetteerError) {
            return try await gazetteer.locality(at: coordinate, language: language)
        } catch {
            if let locality = await onlineLocality(coordinate) { return locality }
            logger.warning("a place goes without its name: \(SearchFailure.gazetteer(error).sentence)")
            return nil
        }
    }

    /// What the gazetteer says of a position of which nobody else is asked, since a cursor goes over many of them a second;
    /// nil when it cannot be asked, which the name of the current place tells already.
    func landmark(_ coordinate: Coordinate) async -> Locality? {
        try? await gazetteer.locality(at: coordinate, language: source.configuration.language)
    }

    /// The settlement that a search of the gazetteer has found at exactly this position; nil when it knows none there.
    func settlement(_ coordinate: Coordinate) async -> Locality? {
        try? await gazetteer.settlement(at: coordinate, language: source.configuration.language)
    }

    /// What OpenWeatherMap says of a position, for whoever has a key and no gazetteer; nil when it cannot be asked.
    private func onlineLocality(_ coordinate: Coordinate) async -> Locality? {
        let configuration = source.configuration
        guard let service = openWeatherMap(configuration) else { return nil }
        let position = configuration.sentPosition(of: coordinate)
        do throws(FetchFailure) {
            let answer = try await ask(service, .openWeatherMap, configuration) {
                .reverse(service, position, language: configuration.language, $0)
            }
            if case .locality(let locality) = answer { return locality }
        } catch {
            logger.warning("a place goes without its name: \(error.sentence)")
        }
        return nil
    }

    /// What the network knows, or why it could not be asked.
    private func onlineCities(_ query: SearchQuery, _ language: String) async -> Result<[City], SearchFailure> {
        let configuration = source.configuration
        // Made-up weather wants no network.
        guard configuration.providers != [.sample] else {
            return query.isPostalCode ? .failure(.postalCodeNotLookedUp(query.text, nil)) : .success([])
        }
        let services: [(ProviderName, Service?)] = [
            (.openMeteo, Service(.openMeteo, baseURL: configuration.openMeteoGeocodingURL)),
            (.openWeatherMap, openWeatherMap(configuration)),
        ]
        var failure: FetchFailure?
        for case (let name, let service?) in services {
            do throws(FetchFailure) {
                let answer = try await ask(service, name, configuration) {
                    .geocode(service, query: query.text, language: language, $0)
                }
                if case .cities(let found) = answer, !found.isEmpty { return .success(found) }
            } catch {
                failure = failure ?? error
            }
        }
        guard let failure else { return .success([]) }
        return .failure(
            query.isPostalCode
                ? .postalCodeNotLookedUp(query.text, failure) : .notFound(query.text, online: failure))
    }

    private func ask(
        _ service: Service, _ name: ProviderName, _ configuration: Configuration, _ job: (Passage) -> Job
    ) async throws(FetchFailure) -> Answer {
        guard services.hasWay(service.baseURL) else { throw .noNetwork }
        let access = services.access(to: name, service.baseURL, configuration, deadline: Self.deadline)
        return try await gate.pass(isUrgent: true) { () async throws(FetchFailure) in
            try await services.store.fetching { () async throws(FetchFailure) in
                try await services.answer(access, job)
            }
        }
    }

    /// nil without a key.
    private func openWeatherMap(_ configuration: Configuration) -> Service? {
        configuration.openWeatherMapKey.map {
            Service(.openWeatherMap, baseURL: configuration.openWeatherMapURL, key: $0)
        }
    }
}
