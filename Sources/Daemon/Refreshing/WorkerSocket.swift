import Glibc
import Synchronization
import WorkerProtocol

/// The daemon's end of the socket pair, which any thread can disconnect while another one waits for messages.
final class WorkerSocket: Sendable {
    /// Not to be used after `close`.
    let frames: FrameSocket
    private let isOpen = Mutex(true)

    init(_ descriptor: Int32) {
        frames = FrameSocket(descriptor: descriptor)
    }

    /// Ends all waiting for messages as if the worker had closed its end.
    func disconnect() {
        isOpen.withLock { if $0 { shutdown(frames.descriptor, Int32(SHUT_RDWR)) } }
    }

    func close() {
        isOpen.withLock { isOpen in
            if isOpen { Glibc.close(frames.descriptor) }
            isOpen = false
        }
    }
}
