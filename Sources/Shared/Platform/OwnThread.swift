import CLinux
import Dispatch
import Glibc
import Synchronization

/// Starts threads outside of any pool, whose end is not awaited. libdispatch would wake the process for several seconds after
/// each use of its pool.
public enum OwnThread {
    private final class Body: Sendable {
        let name: String?
        let run: @Sendable () -> Void

        init(_ name: String?, _ run: @escaping @Sendable () -> Void) {
            (self.name, self.run) = (name, run)
        }
    }

    /// - Parameters:
    ///   - name: at most 15 bytes, for ps(1) and debuggers; nil for the program's.
    ///   - stack: its size in bytes; nil for the system's default, usually 8 MiB.
    /// - Returns: the error number of pthread_create(3); 0 if the thread was started.
    public static func start(
        name: String? = nil, stack: Int? = nil, _ run: @escaping @Sendable () -> Void
    ) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stack { pthread_attr_setstacksize(&attributes, stack) }
        let body = Unmanaged.passRetained(Body(name, run))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { body in
                guard let body else { return nil }
                let thread = Unmanaged<Body>.fromOpaque(body).takeRetainedValue()
                if let name = thread.name { pthread_setname_np(pthread_self(), name) }
                thread.run()
                return nil
            }, body.toOpaque())
        if failure != 0 { body.release() }
        return failure
    }
}

/// Wakes a waiting thread, once, with a timeout on the monotonic clock. The semaphores of libdispatch wait until a time of the
/// wall clock, which can be set meanwhile.
public final class ThreadSignal: Sendable {
    // Both have a fixed address, and are made for several threads; the mutex protects `isSent`.
    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private nonisolated(unsafe) let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private nonisolated(unsafe) let isSent = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

    public init() {
        isSent.initialize(to: false)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
        isSent.deallocate()
    }

    public func send() {
        pthread_mutex_lock(mutex)
        isSent.pointee = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Returns when the signal was sent, also before, or after the timeout.
    ///
    /// - Returns: whether it was sent.
    public func wait(milliseconds: Int) -> Bool {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + milliseconds % 1000 * 1_000_000
        end.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isSent.pointee {
            guard pthread_cond_timedwait(condition, mutex, &end) == 0 else { break }
        }
        return isSent.pointee
    }
}

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
