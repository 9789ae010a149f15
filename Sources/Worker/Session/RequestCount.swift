import HTTP
import Synchronization
import Weather

/// Counts the requests of a job, and enforces its allowance.
final class RequestCount: Sendable {
    private let allowance: Int
    private let sent = Mutex(0)

    init(allowance: Int) {
        self.allowance = allowance
    }

    var requests: Int { sent.withLock { $0 } }

    /// The same exchange, counting each request; requests beyond the allowance fail.
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
                // Nothing reaches the service, and the budget must not be used up.
                switch error {
                case .hostNotFound, .proxyFailed, .proxyRefused: sent.withLock { $0 -= 1 }
                default: break
                }
                throw error
            }
        }
    }
}

/// The wall clock of a job: the daemon's at the start of the job, plus the time since.
struct JobClock: Sendable {
    private let start: UnixTime
    private let begin = ContinuousClock.now

    init(startingAt start: UnixTime) {
        self.start = start
    }

    var now: UnixTime { start.advanced(by: Int(begin.duration(to: .now).components.seconds)) }
}
