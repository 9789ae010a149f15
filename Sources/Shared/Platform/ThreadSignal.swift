import CLinux
import Glibc

/// Wakes a thread that waits, once, with a timeout by the monotonic clock: the semaphores of libdispatch wait until a time of the
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
