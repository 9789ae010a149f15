import Foundation
import Refreshing
import Synchronization
import Weather
import WorkerProtocol

/// A provider with scripted answers that counts the requests.
final class ScriptedProvider: ReportProvider {
    let identity: Provider
    let limits: ProviderLimits
    private let coverage: @Sendable (Coordinate) -> Bool
    private let state: Mutex<State>

    private struct State {
        var failure: FetchFailure?
        var asked: [[Coordinate]] = []
    }

    init(
        _ id: String, batch: Int = 1, placesAMinute: Int = .max, failure: FetchFailure? = nil,
        covers coverage: @escaping @Sendable (Coordinate) -> Bool = { _ in true }
    ) {
        identity = Provider(id: id, name: id.capitalized, attribution: "Weather data by \(id.capitalized)")
        limits = ProviderLimits(batch: batch, placesAMinute: placesAMinute)
        self.coverage = coverage
        state = Mutex(State(failure: failure))
    }

    /// The failure of future requests; nil for reports.
    var failure: FetchFailure? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// The places of each request so far.
    var asked: [[Coordinate]] { state.withLock { $0.asked } }

    func covers(_ coordinate: Coordinate) -> Bool { coverage(coordinate) }

    func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let failure = state.withLock { state in
            state.asked.append([coordinate])
            return state.failure
        }
        if let failure { throw failure }
        if let previous { return previous.confirmed(at: now, httpFreshness: nil) }
        return Report(coordinate: coordinate, timeZone: "UTC", provider: identity, fetchedAt: now)
    }
}
