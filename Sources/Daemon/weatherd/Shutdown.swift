import Platform
import Synchronization

/// The request to end the daemon, and its reason.
final class Shutdown: Sendable {
    enum Reason: Sendable {
        /// SIGTERM or SIGINT.
        case signal
        /// Another version was installed.
        case replacement
    }

    /// Yields when the daemon must end.
    let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation
    private let current = Mutex<Reason?>(nil)

    init() {
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// nil before the first request. A signal takes precedence, also during the shutdown: the daemon must not start again.
    var reason: Reason? { current.withLock { $0 } }

    func request(_ reason: Reason) {
        current.withLock { if $0 != .signal { $0 = reason } }
        request.yield()
    }
}

/// Ends the daemon on SIGTERM and SIGINT.
struct Terminations {
    let signals: AsyncStream<Int32>
    let shutdown: Shutdown

    func run() async {
        for await _ in signals { shutdown.request(.signal) }
    }
}
