import Dispatch
import Synchronization

/// Runs closures serially on a dedicated thread, which sleeps when there are none.
public final class SerialThread: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let isEnded = Mutex(false)
    private let arrivals = DispatchSemaphore(value: 0)

    /// - Parameter name: at most 15 bytes, for ps(1) and debuggers.
    public init(name: String) {
        OwnThread.startRequired(name: name) { [self] in run() }
    }

    public func run(_ work: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(work) }
        arrivals.signal()
    }

    /// Ends the thread after the closures that are already queued.
    public func end() {
        isEnded.withLock { $0 = true }
        arrivals.signal()
    }

    private func run() {
        while true {
            arrivals.wait()
            if let work = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                work()
            } else if isEnded.withLock({ $0 }) {
                return
            }
        }
    }
}
