import Synchronization
public import Weather

/// A clock that only the test advances, and that reports the sleeps on it.
public final class ManualClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        public var offset: Duration

        public init(offset: Duration) {
            self.offset = offset
        }

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var next = 0
    }

    private let state = Mutex(State())
    /// The deadline of each sleep that begins.
    public let sleeps: AsyncStream<Instant>
    private let sleepBegins: AsyncStream<Instant>.Continuation
    /// The deadline of each sleep that is cancelled.
    public let cancellations: AsyncStream<Instant>
    private let sleepIsCancelled: AsyncStream<Instant>.Continuation

    public init() {
        (sleeps, sleepBegins) = AsyncStream.makeStream()
        (cancellations, sleepIsCancelled) = AsyncStream.makeStream()
    }

    public var now: Instant { state.withLock { $0.now } }
    /// The number of pending sleeps.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let key = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.contains(key) { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[key] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                sleepBegins.yield(deadline)
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(key)
                return state.sleepers.removeValue(forKey: key)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
            sleepIsCancelled.yield(deadline)
        }
    }

    /// Advances the clock, and ends the sleeps that are due.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}

extension ManualClock {
    /// The wall clock's time at the start.
    public static let start = UnixTime(1_795_273_300)

    /// The wall clock's time.
    public var time: UnixTime { Self.start.advanced(by: Int(now.offset.components.seconds)) }
}
