import Glibc
import Weather

/// How a worker ended, as reported by the kernel.
struct WorkerEnding {
    /// The wait status of wait(2).
    var status: Int32
    /// The peak resident memory, bytes.
    var peakMemory: Int

    /// nil when a worker that has ended cannot be reaped yet, since a debugger holds it.
    ///
    /// - Parameter id: the process id of a worker that has ended.
    init?(reaping id: pid_t) {
        var usage = rusage()
        status = 0
        var reaped: pid_t
        repeat { reaped = wait4(id, &status, WNOHANG, &usage) } while reaped < 0 && errno == EINTR
        guard reaped != 0 else { return nil }
        peakMemory = usage.ru_maxrss << 10
    }

    init(status: Int32, peakMemory: Int) {
        (self.status, self.peakMemory) = (status, peakMemory)
    }

    /// Why the worker did not complete its job.
    ///
    /// A Swift program that fails to allocate memory crashes with a signal. Buffers grow by doubling, so allocation can fail from
    /// half of the limit.
    ///
    /// - Parameters:
    ///   - limit: the worker's memory limit, bytes; nil for none.
    ///   - ownPeak: this process's peak resident memory, bytes, which a worker inherits (execve(2)).
    func failure(memoryLimit limit: Int?, ownPeak: Int) -> WorkerFailure {
        let signal = status & 0x7F
        guard signal != 0 else { return .exited(status: (status >> 8) & 0xFF) }
        if let limit, peakMemory >= limit / 2, peakMemory > ownPeak {
            return .outOfMemory(signal: signal, limit: limit)
        }
        return .killed(signal: signal)
    }

    /// This process's peak resident memory, bytes.
    static var ownPeak: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss << 10
    }
}
