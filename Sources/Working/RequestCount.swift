import HTTP
import Synchronization
import Weather

/// How many requests of a job went out, of so many that may.
final class RequestCount: Sendable {
    private let allowance: Int
    private let sent = Mutex(0)

    init(allowance: Int) {
        self.allowance = allowance
    }

    var requests: Int { sent.withLock { $0 } }

    /// The same exchange, of which each request is counted, and none goes out beyond the allowance.
    func counting(_ exchange: @escaping HTTPExchange) -> HTTPExchange {
        { [self] query async throws(FetchFailure) in
            let isAllowed = sent.withLock { sent in
                guard sent < allowance else { return false }
                sent += 1
                return true
            }
            guard isAllowed else { throw .budgetSpent(host: query.host, limit: allowance, retryAfter: nil) }
            do throws(FetchFailure) {
                return try await exchange(query)
            } catch {
                // Without the network nothing goes out, and a budget is not to be used up by that.
                if case .hostNotFound = error { sent.withLock { $0 -= 1 } }
                throw error
            }
        }
    }
}

/// The wall clock of a job: what the daemon's showed as it began, and the time since.
struct JobClock: Sendable {
    private let start: UnixTime
    private let begin = ContinuousClock.now

    init(startingAt start: UnixTime) {
        self.start = start
    }

    var now: UnixTime { start.advanced(by: Int(begin.duration(to: .now).components.seconds)) }
}
