import CLinux
import Dispatch
import Glibc
import Platform
import Synchronization

/// The output of a command: a pipe that is read while the command runs, so that the command never blocks.
final class OutputPipe: Sendable {
    /// The command's end. It is in blocking mode, as programs expect.
    let writer: Int32

    private let reader: Int32
    private let bytes = Mutex(StationBytes())
    /// Safe: it is set once and then only cancelled, which libdispatch allows on any thread. On a serial queue: libdispatch
    /// monitors the threads of its global queues, which wakes the process every second.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError(code: errno) }
        let reader = ends[0]
        // A process that the command left running may hold the other end.
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        (self.reader, writer) = (reader, ends[1])
        source = DispatchSource.makeReadSource(
            fileDescriptor: reader, queue: DispatchQueue(label: "weatherd.output"))
        source.setCancelHandler { close(reader) }
        source.setEventHandler { [weak self] in self?.drain() }
        source.resume()
    }

    /// If the output is too long, the pipe is closed, which ends most commands.
    private func drain() {
        bytes.withLock { bytes in
            guard !bytes.isTooLong else { return }
            try? bytes.take(from: reader)
            if bytes.isTooLong { source.cancel() }
        }
    }

    /// Closes the pipe. It must be called once.
    func finish() -> StationBytes {
        close(writer)
        drain()
        source.cancel()
        return bytes.withLock { $0 }
    }
}
