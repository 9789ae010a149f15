import HTTP
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Location
@testable import Refreshing

/// OpenWeatherMap's geocoding only reports a country's code; the name comes from the gazetteer.
@Suite(.enabled(if: BuiltCities.gazetteer != nil, BuiltCities.absence))
struct CountryNameOfAnswerTests {
    private static let answer = HTTPAnswer(
        status: 200,
        body: Array(#"[{"name":"Springfield","lat":37.2082,"lon":-93.2923,"country":"US","state":"Missouri"}]"#.utf8))

    /// The countries that the worker finds by name, and by position.
    private func countries(of text: String, language: String, _ worker: WorkerInProcess) async throws -> [String?] {
        let key = try #require(APIKey("0123456789abcdef"))
        let service = Service(.openWeatherMap, baseURL: "https://service.test", key: key)
        let passage = NetworkAccess(
            userAgent: "x", settings: NetworkSettings(), deadline: .seconds(1), now: UnixTime(1_795_273_200))
        let position = try #require(Coordinate(latitude: 37.2, longitude: -93.3))
        let countries = Mutex<[String?]>([])
        for job in [
            Job.geocode(service, query: text, language: language, passage),
            .reverse(service, position, language: language, passage),
        ] {
            let requests = try await worker.run(job, 60) { answer in
                countries.withLock { countries in
                    switch answer {
                    case .cities(let cities): countries += cities.map(\.locality.country)
                    case .locality(let locality): countries.append(locality?.country)
                    default: Issue.record("\(answer)")
                    }
                }
            }
            #expect(requests == 1)
        }
        return countries.withLock { $0 }
    }

    private func worker(gazetteer: String?, cities: String?) -> WorkerInProcess {
        WorkerInProcess(gazetteer: gazetteer ?? "/nowhere", cities: cities) { _ async throws(FetchFailure) in
            Self.answer
        }
    }

    @Test(arguments: [
        ("de", "Vereinigte Staaten"), ("en", "United States"), ("ja", "アメリカ合衆国"), ("xx", "United States"),
    ])
    func countryIsNamed(language: String, name: String) async throws {
        for files in [(BuiltCities.gazetteer, nil), (nil, BuiltCities.list)] {
            let worker = worker(gazetteer: files.0, cities: files.1)
            // A search for a country works in English, and by its code.
            for text in ["springfield, united states", "springfield, us"] {
                #expect(try await countries(of: text, language: language, worker) == [name, name])
            }
        }
    }

    @Test func withoutGazetteerCountryHasNoName() async throws {
        let worker = worker(gazetteer: nil, cities: nil)
        #expect(try await countries(of: "springfield, us", language: "en", worker) == [nil, nil])
    }
}
