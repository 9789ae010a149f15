import CLinux
import Glibc

/// Receives signals that end the program or resize its terminal from a descriptor, so that the terminal can be restored
/// first.
struct PendingSignals: ~Copyable {
    /// Readable when a signal is pending.
    let descriptor: Int32
    private let before: sigset_t

    private static let taken = [SIGWINCH, SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    init() throws(MapFailure) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in Self.taken { sigaddset(&signals, signal) }
        descriptor = try Self.open(&signals)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        self.before = before
    }

    private static func open(_ signals: inout sigset_t) throws(MapFailure) -> Int32 {
        let descriptor = signalfd(-1, &signals, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw .failed(call: "signalfd", errno: errno) }
        return descriptor
    }

    deinit {
        close(descriptor)
        var before = before
        // Pending signals end the program now.
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The number of a pending signal; nil for none.
    func next() -> Int32? {
        var record = signalfd_siginfo()
        let size = read(descriptor, &record, MemoryLayout.size(ofValue: record))
        return size == MemoryLayout.size(ofValue: record) ? Int32(bitPattern: record.ssi_signo) : nil
    }
}
