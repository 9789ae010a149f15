import CLinux
import Dispatch
import Glibc

/// A program that runs in its own process group.
public struct ProcessGroup: Sendable {
    /// The process id of the program and the id of the group.
    private let id: pid_t
    /// Readable once the program has ended (pidfd_open(2)).
    private let descriptor: Int32

    /// A serial queue, since libdispatch monitors the threads of its global queues with a timer that wakes the process every
    /// second (see docs/architecture.md). Nothing on it blocks.
    private static let events = DispatchQueue(label: "weatherd.processes")

    /// How a program ended.
    public enum Ending: Sendable, Hashable {
        case status(Int32)
        case signal(Int32)
    }

    /// Starts a program with empty input, and the error output of this process (`ProgramStart`).
    ///
    /// - Parameters:
    ///   - words: its path, or a name to search for in `PATH`, and its arguments.
    ///   - environment: its whole environment.
    ///   - output: the descriptor of its output; nil for this process's.
    public init(_ words: [String], environment: [String: String], output: Int32? = nil) throws(SystemError) {
        var program = ProgramStart(words, environment: environment)
        program.isGroupLeader = true
        if let output { program.descriptors = [(STDOUT_FILENO, .descriptor(output))] }
        id = try program.start()
        descriptor = weatherd_pidfd_open(id)
        guard descriptor >= 0 else {
            let failure = SystemError(code: errno)
            signal(SIGKILL)
            reapLater()
            throw failure
        }
    }

    /// Sends a signal to the whole group.
    public func signal(_ number: Int32) {
        kill(-id, number)
    }

    /// Returns true when the program has ended, and false at the timeout. The group id stays valid until the program is reaped,
    /// so that signals can be sent.
    public func hasEnded<C: Clock>(within duration: Duration, _ clock: C) async -> Bool where C.Duration == Duration {
        await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask { await ended() }
            tasks.addTask {
                try? await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
                return false
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? false
        }
    }

    /// Returns true when the program has ended, and false when the task is cancelled.
    public func ended() async -> Bool {
        let watched = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard watched >= 0 else { return false }
        let (endings, ending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(fileDescriptor: watched, queue: Self.events)
        source.setEventHandler { ending.yield() }
        source.setCancelHandler { close(watched) }
        source.resume()
        defer { source.cancel() }
        for await _ in endings { return true }
        return false
    }

    /// Reaps the program in the background as soon as it has ended: even SIGKILL does not end one that waits for a device, or has
    /// become another user's. No other method may be called after this.
    ///
    /// - Parameter reaped: called when the program has been reaped.
    public func reapLater(_ reaped: @escaping @Sendable () -> Void = {}) {
        guard descriptor >= 0 else {
            // Blocks until the program ends.
            DispatchQueue(label: "weatherd.reaping").async {
                _ = reap()
                reaped()
            }
            return
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.events)
        source.setEventHandler { source.cancel() }
        source.setCancelHandler {
            _ = reap()
            reaped()
        }
        source.resume()
    }

    /// Reaps the program, which must have ended, and returns how it ended. No other method may be called after this.
    public func reap() -> Ending {
        if descriptor >= 0 { close(descriptor) }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            // If this process was started with SIGCHLD ignored, the kernel does not keep exit statuses.
            guard errno == EINTR else { return .status(0) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
}
