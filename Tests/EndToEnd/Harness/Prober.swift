import ClientProtocol
import Foundation
import Synchronization

/// A client that queries the weather continuously, alternating between one connection and new ones.
final class Prober: Sendable {
    /// The number of replies.
    struct Findings {
        var answers = 0
        /// The slowest reply, seconds.
        var slowest = 0.0
        /// The invalid replies.
        var failures: [String] = []
    }

    private let state = Mutex((findings: Findings(), isStopped: false))

    /// - Parameter connects: whether it also sends requests on new connections.
    func run(_ socketPath: String, connects: Bool) {
        Thread { [self] in
            // The connection stays open, and the time before the first reply is not measured.
            var connection: Client?
            while !state.withLock({ $0.isStopped }) {
                guard let client = connection else {
                    connection = try? Client(socketPath)
                    _ = try? connection?.ask("version")
                    continue
                }
                probe { try client.ask("short") }
                if connects { probe { try Client(socketPath).ask("version") } }
            }
        }.start()
    }

    var findings: Findings { state.withLock { $0.findings } }

    func stop() -> Findings {
        state.withLock {
            $0.isStopped = true
            return $0.findings
        }
    }

    private func probe(_ ask: () throws -> Reply) {
        let start = Moment.now
        let failure: String?
        do {
            let reply = try ask()
            failure = reply.code.map { "\($0): \(reply)" }
        } catch {
            failure = "\(error)"
        }
        let duration = Moment.now - start
        state.withLock {
            $0.findings.answers += 1
            $0.findings.slowest = max($0.findings.slowest, duration)
            if let failure { $0.findings.failures.append(failure) }
        }
    }
}
