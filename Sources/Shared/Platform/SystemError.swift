import Glibc

/// The error of a system call.
public struct SystemError: Error, Sendable, Hashable {
    /// The value of `errno`.
    public let code: Int32
    /// The name of the call's manual page, if the message begins with it.
    private let call: String?

    /// - Parameter code: nil for the `errno` of this thread.
    public init(_ call: String? = nil, code: Int32? = nil) {
        (self.call, self.code) = (call, code ?? errno)
    }

    /// A message such as `Permission denied`, or `listen: Permission denied`.
    public var sentence: String { (call.map { $0 + ": " } ?? "") + String(cString: strerror(code)) }

    /// Ends the process with the status EX_OSERR of sysexits.h and a line on standard error. Swift creates executors on first
    /// use, where no caller could catch an error.
    func endProcess() -> Never {
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "weatherd"
        let line = Array("\(program): cannot run the event loop: \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        _exit(EX_OSERR)
    }
}

extension SystemError {
    /// Whether the process or the system has no descriptor, process or memory left, which usually passes.
    public var isExhaustion: Bool { [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(code) }
}

extension Clock where Duration == Swift.Duration {
    /// The result of an action. Repeats the action each second while it fails because of exhaustion.
    ///
    /// - Parameter duration: how long it is repeated.
    /// - Throws: the last failure.
    public func retryingExhaustion<Value>(
        within duration: Duration, _ action: () throws(SystemError) -> Value
    ) async throws(SystemError) -> Value {
        let end = now.advanced(by: duration)
        while true {
            do throws(SystemError) {
                return try action()
            } catch {
                let next = now.advanced(by: .seconds(1))
                guard error.isExhaustion, next <= end else { throw error }
                guard (try? await sleep(until: next, tolerance: nil)) != nil else { throw error }
            }
        }
    }
}

extension OwnThread {
    /// Starts a thread without which the program cannot run.
    static func startRequired(name: String, _ run: @escaping @Sendable () -> Void) {
        let failure = start(name: name, run)
        guard failure == 0 else { SystemError("pthread_create", code: failure).endProcess() }
    }
}

/// The limit of open files, including sockets.
public enum DescriptorLimit {
    /// Needed to run and to serve a client: 20 when idle, the reserve for files and providers, and clients.
    public static let least = 64

    /// Why fewer than `least` files can be open, after raising the soft limit; nil when the limit is sufficient.
    public static var problem: String? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // A sandbox may forbid getrlimit(2).
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(least) else { return nil }
        limit.rlim_cur = min(rlim_t(least), limit.rlim_max)
        guard limit.rlim_max < rlim_t(least) || setrlimit(resource, &limit) != 0 else { return nil }
        return "the open file limit is \(limit.rlim_cur), and weatherd needs at least \(least); "
            + "raise it with LimitNOFILE= in its unit, or in a shell with: ulimit -n \(least)"
    }
}
