import HTTP
import Locating
import Logging
import Rendering
import Weather

/// The search for cities: offline first, and on the network for what the gazetteer does not know.
struct Cities: Sendable {
    let gazetteer: Gazetteer<BootTimeClock>
    let source: ConfigurationSource
    /// With the deadline of a search.
    let exchange: HTTPExchange
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
            logger.warning("a place goes without its name: \(SearchFailure.gazetteer(error).sentence)")
            return nil
        }
    }

    /// What the network knows; at least one.
    private func online(_ query: SearchQuery) async throws(SearchFailure) -> [City] {
        let configuration = source.configuration
        // Made-up weather wants no network.
        guard configuration.providers != [.sample] else { throw .notFound(query.text, online: nil) }
        let geocoding = OpenMeteoGeocoding(baseURL: configuration.openMeteoGeocodingURL, exchange: exchange)
        let found: [City]
        do throws(FetchFailure) {
            found = try await geocoding.search(query, language: configuration.language, at: now())
        } catch {
            throw .notFound(query.text, online: error)
        }
        guard !found.isEmpty else { throw .notFound(query.text, online: nil) }
        return found
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
