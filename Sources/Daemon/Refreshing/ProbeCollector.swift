import Synchronization
import Weather
import WorkerProtocol

/// Collects the answers of a probe job.
final class ProbeCollector: Sendable {
    private let state: Mutex<[Result<ServerProbe, FetchFailure>?]>

    init(count: Int) {
        state = Mutex(Array(repeating: nil, count: count))
    }

    /// In the order of the servers; nil for a server without an answer.
    var results: [Result<ServerProbe, FetchFailure>?] { state.withLock { $0 } }

    @Sendable func take(_ answer: Answer) throws(Malformed) {
        guard case .probed(let index, let result) = answer else {
            throw Malformed("an answer that does not match the job")
        }
        let isTaken = state.withLock { results in
            guard results.indices.contains(index), results[index] == nil else { return false }
            results[index] = result
            return true
        }
        guard isTaken else { throw Malformed("an answer for an unexpected server") }
    }
}
