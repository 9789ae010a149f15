import Gazetteer
import HTTP
import Weather
import WorkerProtocol

// Jobs about places.
extension JobPerformer {
    func answer(to question: GazetteerQuestion) -> Answer {
        do throws(GazetteerError) {
            switch question {
            case .search(let text, let language):
                guard let query = try? SearchQuery(text) else { return .cities([]) }
                return .cities(try gazetteer.search(query, language: language))
            case .resolve(let text, let language, let keeping, let isCorrecting):
                guard let query = try? SearchQuery(text) else { return .resolution(.none) }
                guard !isCorrecting else {
                    return .resolution(
                        try gazetteer.resolveCorrecting(query, language: language, keeping: Set(keeping)))
                }
                return .resolution(try gazetteer.resolve(query, language: language, keeping: Set(keeping)))
            case .correction(let text, let language):
                guard let query = try? SearchQuery(text) else { return .correction(nil) }
                return .correction(try gazetteer.correction(of: query, language: language)?.text)
            case .locality(let coordinate, let language, let keeping):
                return .locality(try gazetteer.locality(at: coordinate, language: language, keeping: Set(keeping)))
            case .settlement(let coordinate, let language, let keeping):
                return .locality(try gazetteer.settlement(at: coordinate, language: language, keeping: Set(keeping)))
            case .status: return .gazetteer(gazetteer.status(), borders: gazetteer.bordersProblem())
            }
        } catch {
            return .noGazetteer(error)
        }
    }

    func geocode(
        _ service: Service, _ text: String, _ language: String, _ exchange: @escaping HTTPExchange, at now: UnixTime
    ) async -> Answer {
        let geocoding: (any Geocoding)? =
            switch service.kind {
            case .openMeteo: OpenMeteoGeocoding(baseURL: service.baseURL, exchange: exchange)
            case .openWeatherMap: openWeatherMap(service, exchange)
            default: nil
            }
        guard let geocoding, let query = try? SearchQuery(text) else { return .cities([]) }
        do throws(FetchFailure) {
            return .cities(try await geocoding.search(query, language: language, at: now))
        } catch {
            return .failed(error)
        }
    }

    func reverse(
        _ service: Service, _ coordinate: Coordinate, _ language: String, _ exchange: @escaping HTTPExchange,
        at now: UnixTime
    ) async -> Answer {
        guard service.kind == .openWeatherMap, let geocoding = openWeatherMap(service, exchange) else {
            return .locality(nil)
        }
        do throws(FetchFailure) {
            return .locality(try await geocoding.locality(at: coordinate, language: language, at: now))
        } catch {
            return .failed(error)
        }
    }

    /// nil without an API key.
    private func openWeatherMap(_ service: Service, _ exchange: @escaping HTTPExchange) -> OpenWeatherMapGeocoding? {
        service.key.map {
            OpenWeatherMapGeocoding(
                baseURL: service.baseURL, key: $0,
                countryName: { [gazetteer] in gazetteer.countryName($0, language: $1) }, exchange: exchange)
        }
    }
}
