import Platform

/// A fetch that can be cancelled.
struct RunningFetch {
    private let given: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation

    init() {
        (given, end) = AsyncStream.makeStream()
    }

    /// Cancels the body of `run`.
    func cancel() {
        end.finish()
    }

    /// Returns when `body` does; cancelling the fetch cancels its task.
    func run(_ body: @escaping @Sendable () async -> Void) async {
        await untilStopped(given, body)
    }
}
