import Languages
public import Logging
public import Refreshing
import Store
public import Weather
import WorkerProtocol

/// City search: offline first, then online for cities that the gazetteer does not contain.
public struct Cities: Sendable {
    private let gazetteer: RemoteGazetteer
    private let settings: @Sendable () -> PlaceSettings
    private let services: Services
    private let gate: RequestGate
    private let logger: Logger

    /// The timeout of the online search, for which the client waits.
    public static let deadline = Duration.seconds(3)
    /// Timeout for naming a place whose weather a client waits for; less than the client's two seconds.
    public static let namingDeadline = Duration.milliseconds(1200)

    /// - Parameter settings: called each time, since the configuration can be reloaded.
    public init(
        gazetteer: RemoteGazetteer, settings: @escaping @Sendable () -> PlaceSettings, services: Services,
        gate: RequestGate, logger: Logger
    ) {
        self.gazetteer = gazetteer
        self.settings = settings
        self.services = services
        self.gate = gate
        self.logger = logger
    }

    /// The cities that match a query, best first; at least one.
    ///
    /// - Parameter language: the language of the names, as in config.toml or a locale; nil for the configured one.
    public func search(_ text: String, language: String?) async throws(SearchFailure) -> [City] {
        let language = language ?? settings().language
        return try await found(
            try SearchQuery(checking: text), language,
            offline: { query throws(GazetteerError) in
                let cities = try await gazetteer.search(query, language: language)
                return cities.isEmpty ? nil : cities
            },
            online: { $0 }, corrected: { cities, query in cities.map { $0.corrected(to: query) } })
    }

    /// The city that matches a query. Throws `ambiguous` or `inexact` if no single city does.
    public func city(_ text: String) async throws(SearchFailure) -> City {
        let query = try SearchQuery(checking: text)
        let language = settings().language
        let resolution = try await found(
            query, language,
            offline: { query throws(GazetteerError) in
                let resolution = try await gazetteer.resolve(query, language: language)
                return resolution == .none ? nil : resolution
            },
            online: { CityResolution(of: $0, for: query) }, corrected: { $0.corrected(to: $1) })
        switch resolution {
        case .one(let city): return city
        case .several(let cities): throw .ambiguous(query.text, cities)
        case .near(let cities): throw .inexact(query.text, cities)
        case .none: throw .notFound(query.text, online: nil)
        }
    }

    /// The result of a query in the gazetteer, or else online, or else with a corrected spelling.
    ///
    /// - Parameters:
    ///   - offline: searches the gazetteer; nil when nothing matches.
    ///   - online: converts at least one city that was found online.
    private func found<Found>(
        _ query: SearchQuery, _ language: String,
        offline: (SearchQuery) async throws(GazetteerError) -> Found?, online: ([City]) -> Found,
        corrected: (Found, SearchQuery) -> Found
    ) async throws(SearchFailure) -> Found {
        do throws(GazetteerError) {
            if let found = try await offline(query) { return found }
        } catch {
            return online(try await self.online(query, language, without: error).get())
        }
        let result = await onlineCities(query, language)
        let cities = (try? result.get()) ?? []
        if Self.isCalled(query, cities) { return online(cities) }
        if let correction = try await correction(of: query, language),
            let found = try await ask({ () async throws(GazetteerError) in try await offline(correction) })
        {
            return corrected(found, correction)
        }
        if !cities.isEmpty { return online(cities) }
        throw await notFound(query, result)
    }

    /// The cities found online when the gazetteer cannot be used.
    private func online(
        _ query: SearchQuery, _ language: String, without gazetteer: GazetteerError
    ) async -> Result<[City], SearchFailure> {
        if let cities = try? await onlineCities(query, language).get(), !cities.isEmpty { return .success(cities) }
        return .failure(.gazetteer(gazetteer))
    }

    /// The failure "not found", including which other searches were not possible.
    private func notFound(_ query: SearchQuery, _ online: Result<[City], SearchFailure>) async -> SearchFailure {
        let failure: FetchFailure?
        switch online {
        case .success: failure = nil
        case .failure(.notFound(_, let reason, _)): failure = reason
        case .failure(let other): return other
        }
        return .notFound(query.text, online: failure, gazetteer: await gazetteer.status().problem)
    }

    /// Whether a city has exactly the requested name, so that the query needs no correction.
    private static func isCalled(_ query: SearchQuery, _ cities: [City]) -> Bool {
        !cities.isEmpty && (query.isPostalCode || !City.exact(cities, for: query).isEmpty)
    }

    /// The corrected query; nil if no name is similar, and for postal codes.
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

    /// Reverse geocoding by the gazetteer; nil when it is not available.
    ///
    /// - Parameter deadline: the timeout for the online fallback.
    public func locality(_ coordinate: Coordinate, within deadline: Duration = Cities.deadline) async -> Locality? {
        let language = settings().language
        do throws(GazetteerError) {
            return try await gazetteer.locality(at: coordinate, language: language)
        } catch {
            if let locality = await onlineLocality(coordinate, within: deadline) { return locality }
            logger.warning("reverse geocoding failed: \(SearchFailure.gazetteer(error).sentence)")
            return nil
        }
    }

    /// Reverse geocoding by the gazetteer only, since moving a cursor needs many lookups a second; nil when it is not
    /// available. Naming the current place already reports that.
    public func landmark(_ coordinate: Coordinate) async -> Locality? {
        try? await gazetteer.locality(at: coordinate, language: settings().language)
    }

    /// The gazetteer's settlement at exactly this position, from an earlier search; nil when there is none.
    public func settlement(_ coordinate: Coordinate) async -> Locality? {
        try? await gazetteer.settlement(at: coordinate, language: settings().language)
    }

    /// Reverse geocoding by OpenWeatherMap, used with an API key and without a gazetteer; nil when it is not available.
    private func onlineLocality(_ coordinate: Coordinate, within deadline: Duration) async -> Locality? {
        let settings = settings()
        guard let service = openWeatherMap(settings.services) else { return nil }
        let position = settings.services.sentPosition(of: coordinate)
        do throws(FetchFailure) {
            let answer = try await ask(service, .openWeatherMap, settings.services, within: deadline) {
                .reverse(service, position, language: settings.language, $0)
            }
            if case .locality(let locality) = answer { return locality }
        } catch {
            logger.warning("reverse geocoding failed: \(error.sentence)")
        }
        return nil
    }

    /// The result of the online search, or why it was not possible.
    private func onlineCities(_ query: SearchQuery, _ language: String) async -> Result<[City], SearchFailure> {
        let settings = settings().services
        // Sample weather needs no network.
        guard !settings.isSample else {
            return query.isPostalCode ? .failure(.postalCodeNotLookedUp(query.text, nil)) : .success([])
        }
        let services: [(ProviderName, Service?)] = [
            (.openMeteo, Service(.openMeteo, baseURL: settings[.openMeteoGeocoding])),
            (.openWeatherMap, openWeatherMap(settings)),
        ]
        var failure: FetchFailure?
        for case (let name, let service?) in services {
            do throws(FetchFailure) {
                let answer = try await ask(service, name, settings) {
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
        _ service: Service, _ name: ProviderName, _ settings: ServiceSettings,
        within deadline: Duration = Cities.deadline,
        _ job: (NetworkAccess) -> Job
    ) async throws(FetchFailure) -> Answer {
        guard services.hasRoute(service.baseURL) else { throw .noNetwork }
        let access = services.access(to: name, service.baseURL, settings, deadline: deadline)
        let settings = ServiceSettings.fingerprint(of: [service.baseURL, service.key?.text])
        return try await gate.pass(.places, isUrgent: true) { () async throws(FetchFailure) in
            try await services.store.fetching { () async throws(FetchFailure) in
                try await services.answer(access, waitingAs: "places", settings: settings, job)
            }
        }
    }

    /// The OpenWeatherMap service; nil without an API key.
    private func openWeatherMap(_ settings: ServiceSettings) -> Service? {
        settings.keys[.openWeatherMap].map {
            Service(.openWeatherMap, baseURL: settings[.openWeatherMap], key: $0)
        }
    }
}
