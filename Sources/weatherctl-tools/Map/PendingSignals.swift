import Glibc

/// The signals that end or resize a program on a terminal, taken from a descriptor and not as interruptions: so that the
/// terminal is put in order first.
struct PendingSignals: ~Copyable {
    /// Readable when a signal has come.
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
        let descriptor = openSignals(-1, &signals, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw .failed(call: "signalfd", errno: errno) }
        return descriptor
    }

    deinit {
        close(descriptor)
        var before = before
        // What has come and was not taken ends the program now.
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The number of a signal that has come; nil when there is none.
    func next() -> Int32? {
        // struct signalfd_siginfo, which begins with the number.
        var record = [UInt32](repeating: 0, count: 32)
        let size = read(descriptor, &record, 128)
        return size == 128 ? Int32(bitPattern: record[0]) : nil
    }
}

/// signalfd(2), declared here since Swift's module of the C library does not have it.
@_silgen_name("signalfd")
private func openSignals(_ descriptor: Int32, _ signals: UnsafePointer<sigset_t>, _ flags: Int32) -> Int32
