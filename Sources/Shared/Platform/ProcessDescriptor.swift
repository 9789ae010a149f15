import CLinux
import Dispatch
import Glibc

/// A child process, referenced by a descriptor (pidfd_open(2)), so that a signal never reaches another process with a reused
/// id.
public final class ProcessDescriptor: Sendable {
    public let id: Int32
    /// Readable once the process has ended. It is closed with this object.
    public let number: Int32

    /// A serial queue, since libdispatch monitors the threads of its global queues with a timer that wakes the process every
    /// second (see docs/architecture.md). Nothing on it blocks.
    private static let events = DispatchQueue(label: "weatherd.processes")

    /// - Parameter id: a child that has not been reaped.
    /// - Throws: when there is no free descriptor. The child continues.
    public init(of id: Int32) throws(SystemError) {
        self.id = id
        number = weatherd_pidfd_open(id)
        guard number >= 0 else { throw SystemError(code: errno) }
    }

    deinit {
        close(number)
    }

    /// Sends a signal to the process alone. It has no effect on one that has ended.
    public func signal(_ signal: Int32) {
        _ = weatherd_pidfd_send_signal(number, signal)
    }

    /// Whether the process has ended, checked without waiting.
    public var hasEnded: Bool {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Returns true when the process has ended, and false when the task is cancelled. It needs no further descriptor.
    public func ended() async -> Bool {
        let (endings, ending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: Self.events)
        source.setEventHandler { ending.yield() }
        // The descriptor may be closed once the source is cancelled.
        source.setCancelHandler { withExtendedLifetime(self) {} }
        source.resume()
        defer { source.cancel() }
        for await _ in endings { return true }
        return false
    }

    /// Reaps the process in the background as soon as it has ended: even SIGKILL does not end one that waits for a device, or
    /// has become another user's.
    ///
    /// - Parameter reaped: called when it has been reaped.
    public func reapLater(_ reaped: @escaping @Sendable () -> Void = {}) {
        let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: Self.events)
        source.setEventHandler { source.cancel() }
        source.setCancelHandler { [self] in
            guard waitpid(id, nil, WNOHANG) == 0 else { return reaped() }
            // A debugger holds it.
            Self.reap(id, reaped)
        }
        source.resume()
    }

    /// Reaps a child without a descriptor in the background, on a thread that blocks until the child ends.
    static func reap(_ id: Int32, _ reaped: @escaping @Sendable () -> Void = {}) {
        DispatchQueue(label: "weatherd.reaping").async {
            while waitpid(id, nil, 0) < 0, errno == EINTR {}
            reaped()
        }
    }

    /// A reserved descriptor for a program that is about to be started, which could not be watched without one. It is closed
    /// when the program's own descriptor is opened.
    static func reserve() throws(SystemError) -> Int32 {
        let reserved = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard reserved >= 0 else { throw SystemError(code: errno) }
        return reserved
    }
}

extension ProgramStart {
    /// Starts the program.
    ///
    /// - Returns: the process, to be reaped by the caller.
    /// - Throws: also when there is no free descriptor for it.
    public func started() throws(SystemError) -> ProcessDescriptor {
        let reserved = try ProcessDescriptor.reserve()
        let id: Int32
        do throws(SystemError) {
            id = try start()
        } catch {
            close(reserved)
            throw error
        }
        close(reserved)
        do throws(SystemError) {
            return try ProcessDescriptor(of: id)
        } catch {
            // Another thread has taken the descriptor.
            kill(isGroupLeader ? -id : id, SIGKILL)
            ProcessDescriptor.reap(id)
            throw error
        }
    }
}
