import Glibc

/// Reports the readiness of a descriptor that a library reads and writes, on the shared event loop.
@EventLoopActor
public final class DescriptorWatch: EventSource {
    /// A duplicate, since the library closes its own without notice.
    private let descriptor: Int32
    private let report: (Readiness) -> Void
    private var readiness: Readiness
    private var isOpen = true

    /// - Parameters:
    ///   - original: the library's descriptor.
    ///   - report: called for as long as the descriptor is ready.
    /// - Throws: when the process has no descriptor left, or the kernel no memory.
    public init(
        _ original: Int32, for readiness: Readiness, report: @escaping (Readiness) -> Void
    ) throws(SystemError) {
        descriptor = fcntl(original, F_DUPFD_CLOEXEC, 3)
        (self.readiness, self.report) = (readiness, report)
        guard descriptor >= 0 else { throw SystemError("fcntl") }
        guard Poller.shared.add(descriptor, for: readiness, self) else {
            let error = SystemError("epoll_ctl")
            Glibc.close(descriptor)
            throw error
        }
    }

    func ready(_ readiness: Readiness) {
        report(readiness)
    }

    /// Replaces the events to report.
    public func wait(for readiness: Readiness) {
        guard isOpen, readiness != self.readiness else { return }
        self.readiness = readiness
        Poller.shared.change(descriptor, to: readiness)
    }

    /// Must be called before the watch is released, since the event loop retains it.
    public func end() {
        guard isOpen else { return }
        isOpen = false
        Poller.shared.remove(descriptor)
        Glibc.close(descriptor)
    }
}
