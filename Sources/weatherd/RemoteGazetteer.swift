import Jobs
import Searching
import Weather
import Workers

/// The gazetteer as the daemon sees it: questions, which a worker answers.
struct RemoteGazetteer: Sendable {
    let run: RunJob
    /// Those whose names are kept with each place.
    let languages: @Sendable () -> Set<String>

    /// For an answer, which takes some milliseconds, and for a worker to start, s.
    static let patience = 10

    /// The places that fit a query, best first; none when nothing is called so.
    ///
    /// - Parameter language: the names' language, as in `LANG` or of BCP 47.
    func search(_ query: SearchQuery, language: String) async throws(GazetteerError) -> [City] {
        guard case .cities(let cities) = try await ask(.search(query: query.text, language: language)) else {
            throw Self.other
        }
        return cities
    }

    /// What is meant by a query that is to name one city.
    func resolve(_ query: SearchQuery, language: String) async throws(GazetteerError) -> CityResolution {
        let question = GazetteerQuestion.resolve(query: query.text, language: language, keeping: languages().sorted())
        guard case .resolution(let resolution) = try await ask(question) else { throw Self.other }
        return resolution
    }

    /// The query that a misspelled one was probably meant to be; nil when no name comes near it.
    func correction(of query: SearchQuery, language: String) async throws(GazetteerError) -> SearchQuery? {
        guard case .correction(let text) = try await ask(.correction(query: query.text, language: language)) else {
            throw Self.other
        }
        return text.flatMap { try? SearchQuery($0) }
    }

    /// The settlement that a position lies in, or the nearest one.
    func locality(at position: Coordinate, language: String) async throws(GazetteerError) -> Locality {
        let question = GazetteerQuestion.locality(position, language: language, keeping: languages().sorted())
        guard case .locality(let locality?) = try await ask(question) else { throw Self.other }
        return locality
    }

    /// The settlement whose centre is exactly there, as a search has found it; nil when there is none.
    func settlement(at position: Coordinate, language: String) async throws(GazetteerError) -> Locality? {
        let question = GazetteerQuestion.settlement(position, language: language, keeping: languages().sorted())
        guard case .locality(let locality) = try await ask(question) else { throw Self.other }
        return locality
    }

    /// Which file of places answers.
    @Sendable func status() async -> GazetteerStatus {
        do throws(GazetteerError) {
            guard case .gazetteer(let status) = try await ask(.status) else { throw Self.other }
            return status
        } catch {
            return .unusable(error)
        }
    }

    private static let other = GazetteerError.worker(.malformed(reason: "an answer to another question"))

    private func ask(_ question: GazetteerQuestion) async throws(GazetteerError) -> Answer {
        let only = OnlyAnswer()
        do throws(WorkerFailure) {
            _ = try await run(.gazetteer(question), Self.patience, only.take)
        } catch {
            throw .worker(error)
        }
        return try only.answer.asAnswerOfGazetteer()
    }
}

extension Answer? {
    /// - Throws: why the gazetteer has none.
    func asAnswerOfGazetteer() throws(GazetteerError) -> Answer {
        switch self {
        case .noGazetteer(let error): throw error
        case let answer?: return answer
        case nil: throw .worker(.malformed(reason: "no answer"))
        }
    }
}

/// What a query means that config.toml names a city by. It waits for the disk.
///
/// - Parameters:
///   - language: of the names.
///   - keeping: the languages whose names are kept besides.
///   - gazetteer: the file that the configuration names; nil for the one that was installed with the program.
typealias CityLookup =
    @Sendable (
        _ query: SearchQuery, _ language: String, _ keeping: Set<String>, _ gazetteer: String?
    ) throws(GazetteerError) -> CityResolution

extension WorkerProgram {
    /// `CityLookup` by a worker of its own: a misspelled query is resolved as its correction.
    @Sendable func lookUp(
        _ query: SearchQuery, _ language: String, _ keeping: Set<String>, _ gazetteer: String?
    ) throws(GazetteerError) -> CityResolution {
        let program = searching { self.gazetteer().naming(gazetteer) }
        let question = GazetteerQuestion.resolve(
            query: query.text, language: language, keeping: keeping.sorted(), correcting: true)
        guard case .resolution(let resolution) = try program.answer(question) else { return .none }
        return resolution
    }

    private func answer(_ question: GazetteerQuestion) throws(GazetteerError) -> Answer {
        let only = OnlyAnswer()
        do throws(WorkerFailure) {
            _ = try perform(.gazetteer(question), within: RemoteGazetteer.patience, take: only.take)
        } catch {
            throw .worker(error)
        }
        return try only.answer.asAnswerOfGazetteer()
    }
}
