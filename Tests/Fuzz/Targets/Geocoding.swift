import ClientProtocol
import Gazetteer
import HTTP
import Languages
import Rendering
import Weather
import WorkerProtocol

// Geocoding, reverse geocoding, and location by IP address.
extension FuzzTarget {
    static let openMeteoGeocoding = FuzzTarget(name: "open-meteo-geocoding") { bytes in
        try cities(bytes) { OpenMeteoGeocoding(baseURL: "http://127.0.0.1:1", exchange: $0) }
    }

    /// An answer to a search, and one to reverse geocoding.
    static let openWeatherMapGeocoding = FuzzTarget(name: "openweathermap-geocoding") { bytes in
        guard let key = APIKey("0123456789abcdef") else { return }
        let service = { exchange in
            OpenWeatherMapGeocoding(
                baseURL: "http://127.0.0.1:1", key: key, countryName: { code, _ in "<\(code)>" }, exchange: exchange)
        }
        try cities(bytes, service)
        let named = service(ScriptedAnswers(bytes).exchange)
        let locality = settled { () async -> Result<Locality?, FetchFailure> in
            do throws(FetchFailure) {
                return .success(try await named.locality(at: .oslo, language: "ja", at: fuzzNow))
            } catch {
                return .failure(error)
            }
        }
        if case .success(let locality?) = locality {
            try requireOneLine(PlaceSentence.set(Place(coordinate: .oslo, locality: locality)))
        }
    }

    static let ipLocation = FuzzTarget(name: "ip-location") { bytes in
        let service = IPLocation(url: "http://127.0.0.1:1/json", exchange: ScriptedAnswers(bytes).exchange)
        let fix = settled { () async -> Result<LocationFix, LocationFailure> in
            do throws(LocationFailure) {
                return .success(try await service.fix(at: fuzzNow))
            } catch {
                return .failure(error)
            }
        }
        switch fix {
        case .success(let fix): try require(fix.coordinate.latitude != 0 || fix.coordinate.longitude != 0, "\(fix)")
        case .failure(let failure): try requireOneLine(failure.sentence(of: .ip))
        case nil: throw Violation("no result")
        }
    }

    private static func cities(_ answers: [UInt8], _ service: (@escaping HTTPExchange) -> some Geocoding) throws {
        let service = service(ScriptedAnswers(answers).exchange)
        let query = try SearchQuery(answers.count.isMultiple(of: 2) ? "Springfield" : "Springfield, Missouri")
        let result = settled { () async -> Result<[City], FetchFailure> in
            do throws(FetchFailure) {
                return .success(try await service.search(query, language: "de_AT", at: fuzzNow))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let cities):
            try require(cities.count <= 10, "\(cities.count) cities")
            try requireReadable(SearchView.lines(of: cities, as: .text), as: .text)
            try requireReadable(SearchView.lines(of: cities, as: .json), as: .json)
        case .failure(let failure): try requireOneLine(failure.sentence)
        case nil: throw Violation("no result")
        }
    }
}
