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
    func search(_ text: String) async throws(SearchFailure) -> [City] {
        let query = try SearchQuery(checking: text)
        let known: [City]
        do throws(GazetteerError) {
            known = try await gazetteer.search(query, language: source.configuration.language)
        } catch {
            throw .gazetteer(error)
        }
        return known.isEmpty ? try await online(query) : known
    }

    /// The one city that is meant by a query.
    func city(_ text: String) async throws(SearchFailure) -> City {
        let query = try SearchQuery(checking: text)
        var resolution: CityResolution
        do throws(GazetteerError) {
            resolution = try await gazetteer.resolve(query, language: source.configuration.language)
        } catch {
            throw .gazetteer(error)
        }
        if resolution == .none { resolution = CityResolution(of: try await online(query), for: query) }
        switch resolution {
        case .one(let city): return city
        case .several(let cities): throw .ambiguous(query.text, cities)
        case .near(let cities): throw .inexact(query.text, cities)
        case .none: throw .notFound(query.text, online: nil)
        }
    }

    /// What the gazetteer says of a position; nil when it cannot be asked.
    func locality(_ coordinate: Coordinate) async -> Locality? {
        let language = source.configuration.language
        do throws(GazetteerError) {
            var locality = try await gazetteer.locality(at: coordinate, language: language)
            locality.language = language
            return locality
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

    /// What OpenWeatherMap says of a position, for whoever has a key and no gazetteer; nil when it cannot be asked.
    private func onlineLocality(_ coordinate: Coordinate) async -> Locality? {
        let configuration = source.configuration
        guard let openWeatherMap = openWeatherMap(configuration) else { return nil }
        return await gate.pass(isUrgent: true) {
            do throws(FetchFailure) {
                return try await openWeatherMap.locality(at: coordinate, language: configuration.language, at: now())
            } catch {
                logger.warning("a place goes without its name: \(error.sentence)")
                return nil
            }
        }
    }

    /// What the network knows; at least one.
    private func online(_ query: SearchQuery) async throws(SearchFailure) -> [City] {
        let configuration = source.configuration
        // Made-up weather wants no network.
        guard configuration.providers != [.sample] else { throw .notFound(query.text, online: nil) }
        let openMeteo = OpenMeteoGeocoding(
            baseURL: configuration.openMeteoGeocodingURL,
            exchange: services.exchange(for: .openMeteo, configuration, deadline: Self.deadline))
        let geocodings: [(any Geocoding)?] = [openMeteo, openWeatherMap(configuration)]
        var failure: FetchFailure?
        for geocoding in geocodings.compactMap(\.self) {
            do throws(FetchFailure) {
                let found = try await gate.pass(isUrgent: true) { () async throws(FetchFailure) in
                    try await geocoding.search(query, language: configuration.language, at: now())
                }
                if !found.isEmpty { return found }
            } catch {
                failure = failure ?? error
            }
        }
        throw .notFound(query.text, online: failure)
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

extension SearchQuery {
    fileprivate init(checking text: String) throws(SearchFailure) {
        do throws(Invalid) {
            try self.init(text)
        } catch {
            switch error {
            case .tooShort: throw .tooShort(least: SearchQuery.leastLetters)
            case .tooLong: throw .tooLong(most: SearchQuery.mostCharacters)
            case .character(let text): throw .unacceptable(text)
            }
        }
    }
}
