import Synchronization
import Weather
import WorkerProtocol

/// Collects the answers of a job for reports, and validates that they match the job.
final class ReportCollector<Content: FetchedReport>: Sendable {
    private let coordinates: [Coordinate]
    private let facts: ProviderFacts
    private let start: UnixTime
    private let state = Mutex(State())

    private struct State {
        var results: [Coordinate: Result<Content, FetchFailure>] = [:]
        var hints: [Coordinate: [UInt8]] = [:]
        var countries: [Coordinate: [String]] = [:]
    }

    /// Longer than any job, s.
    private static var longestJob: Int { 3600 }

    /// - Parameters:
    ///   - coordinates: the job's, in order.
    ///   - start: the start of the job.
    init(of coordinates: [Coordinate], from facts: ProviderFacts, at start: UnixTime) {
        (self.coordinates, self.facts, self.start) = (coordinates, facts, start)
    }

    var results: [Coordinate: Result<Content, FetchFailure>] { state.withLock { $0.results } }
    var countries: [Coordinate: [String]] { state.withLock { $0.countries } }
    var hints: [Coordinate: [UInt8]] { state.withLock { $0.hints } }

    /// - Throws: for an answer that a correct worker does not send.
    func take(_ answer: Answer) throws(Malformed) {
        guard case .report(let answer) = answer, let answer = Content.content(of: answer),
            coordinates.indices.contains(answer.index)
        else {
            throw Malformed("an answer that does not match the job")
        }
        let coordinate = coordinates[answer.index]
        if case .success(let report) = answer.result {
            let age = report.fetchedAt.seconds(since: start)
            guard report.coordinate == coordinate, report.provider == facts.identity,
                (0...Self.longestJob).contains(age)
            else { throw Malformed("a report for an unexpected place, time or provider") }
        }
        let isNew = state.withLock { state in
            state.hints[coordinate] = answer.hint
            state.countries[coordinate] = answer.countries
            return state.results.updateValue(answer.result, forKey: coordinate) == nil
        }
        guard isNew else { throw Malformed("more than one answer for a place") }
    }
}

/// Opaque state from workers, in memory only: by service and place.
final class Hints: Sendable {
    private struct Key: Hashable {
        var service: Service.Kind
        var coordinate: Coordinate
        var country: String?
    }

    private let hints = Mutex<[Key: [UInt8]]>([:])

    /// Several times the places of any user; above it, all state is discarded, which costs a few requests.
    private static let most = 1000

    subscript(service: Service.Kind, coordinate: Coordinate, country: String?) -> [UInt8] {
        get { hints.withLock { $0[Key(service: service, coordinate: coordinate, country: country)] ?? [] } }
        set {
            hints.withLock { hints in
                if hints.count >= Self.most { hints = [:] }
                hints[Key(service: service, coordinate: coordinate, country: country)] =
                    newValue.isEmpty ? nil : newValue
            }
        }
    }
}
