import HTTP
import Locating
import Logging
import Rendering
import Weather

/// The search for cities: offline first, and on the network for what the gazetteer does not know.
struct Cities: Sendable {
    let gazetteer: Gazetteer<BootTimeClock>
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
        guard let openWeatherMap = openWeatherMap(configuration) else { return nil }
        return await gate.pass(isUrgent: true) {
            do throws(FetchFailure) {
                return try await services.reading { () async throws(FetchFailure) in
                    try await openWeatherMap.locality(
                        at: configuration.sentPosition(of: coordinate), language: configuration.language, at: now())
                }
            } catch {
                logger.warning("a place goes without its name: \(error.sentence)")
                return nil
            }
        }
    }

    /// What the network knows, or why it could not be asked.
    private func onlineCities(_ query: SearchQuery, _ language: String) async -> Result<[City], SearchFailure> {
        let configuration = source.configuration
        // Made-up weather wants no network.
        guard configuration.providers != [.sample] else {
            return query.isPostalCode ? .failure(.postalCodeNotLookedUp(query.text, nil)) : .success([])
        }
        let openMeteo = OpenMeteoGeocoding(
            baseURL: configuration.openMeteoGeocodingURL,
            exchange: services.exchange(for: .openMeteo, configuration, deadline: Self.deadline))
        let geocodings: [(any Geocoding)?] = [openMeteo, openWeatherMap(configuration)]
        var failure: FetchFailure?
        for geocoding in geocodings.compactMap(\.self) {
            do throws(FetchFailure) {
                let found = try await gate.pass(isUrgent: true) { () async throws(FetchFailure) in
                    try await services.reading { () async throws(FetchFailure) in
                        try await geocoding.search(query, language: language, at: now())
                    }
                }
                if !found.isEmpty { return .success(found) }
            } catch {
                failure = failure ?? error
            }
        }
        guard let failure else { return .success([]) }
        return .failure(
            query.isPostalCode
                ? .postalCodeNotLookedUp(query.text, failure) : .notFound(query.text, online: failure))
    }

    /// nil without a key.
    private func openWeatherMap(_ configuration: Configuration) -> OpenWeatherMapGeocoding? {
        configuration.openWeatherMapKey.map { key in
            OpenWeatherMapGeocoding(
                baseURL: configuration.openWeatherMapURL, key: key,
                exchange: services.exchange(for: .openWeatherMap, configuration, deadline: Self.deadline))
        }
    }
}
