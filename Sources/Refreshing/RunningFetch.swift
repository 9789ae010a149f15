/// A fetch that can be given up.
struct RunningFetch {
    private let given: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation

    init() {
        (given, end) = AsyncStream.makeStream()
    }

    /// Has `run` cancel what it does.
    func giveUp() {
        end.finish()
    }

    /// Returns when `body` does, whose task is cancelled once the fetch is given up.
    func run(_ body: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { [given] group in
            group.addTask { await body() }
            group.addTask { for await _ in given {} }
            await group.next()
            group.cancelAll()
        }
    }
}
