import Dispatch
import Platform
import Synchronization

/// Reads the local time on a thread of its own: the C library checks its file each time, and the file system may not answer.
/// Other threads must not use its functions for local time, since it holds a lock meanwhile.
final class LocalTimeReader: Sendable {
    /// The period around a moment. It may block.
    typealias Read = @Sendable (_ time: Int) -> TimeZone.Period

    private struct State {
        var hasThread = false
        var lastKey = 0
        var waiting: [(key: Int, time: Int, isDone: ThreadSignal)] = []
        /// The keys whose callers still wait.
        var awaited: Set<Int> = []
        var results: [Int: TimeZone.Period] = [:]
        /// Whether a read has exceeded the deadline and has not ended.
        var isBlocked = false
        /// The last period that was read; nil for none.
        var last: TimeZone.Period?
    }

    private let read: Read
    private let milliseconds: Int
    private let state = Mutex(State())
    private let arrivals = DispatchSemaphore(value: 0)

    /// - Parameter milliseconds: how long a caller waits. The next ones do not wait until that read has ended.
    init(within milliseconds: Int = 1000, read: @escaping Read) {
        (self.milliseconds, self.read) = (milliseconds, read)
    }

    /// The period around a moment. If it cannot be read in time, it has the last known offset, or is UTC.
    func period(at time: Int) -> TimeZone.Period {
        let isDone = ThreadSignal()
        guard let key = enqueue(time, isDone) else { return substitute(at: time) }
        arrivals.signal()
        _ = isDone.wait(milliseconds: milliseconds)
        let result = state.withLock { state in
            state.awaited.remove(key)
            let result = state.results.removeValue(forKey: key)
            if result == nil { state.isBlocked = true }
            return result
        }
        return result ?? substitute(at: time)
    }

    /// - Returns: nil when the caller must not wait.
    private func enqueue(_ time: Int, _ isDone: ThreadSignal) -> Int? {
        state.withLock { state in
            guard !state.isBlocked else { return nil }
            if !state.hasThread {
                state.hasThread = OwnThread.start(name: "time zone", stack: 1 << 20) { [self] in run() } == 0
            }
            guard state.hasThread else { return nil }
            state.lastKey += 1
            state.awaited.insert(state.lastKey)
            state.waiting.append((state.lastKey, time, isDone))
            return state.lastKey
        }
    }

    private func substitute(at time: Int) -> TimeZone.Period {
        let week = 7 * 86_400
        let last = state.withLock { $0.last }
        return TimeZone.Period(
            offset: last?.offset ?? 0, abbreviation: last?.abbreviation ?? "UTC", start: time - week + 1,
            end: time + week)
    }

    private func run() {
        while true {
            arrivals.wait()
            guard let request = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) else {
                continue
            }
            let period = read(request.time)
            state.withLock { state in
                state.isBlocked = false
                state.last = period
                if state.awaited.contains(request.key) { state.results[request.key] = period }
            }
            request.isDone.send()
        }
    }
}
