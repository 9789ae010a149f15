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

extension [UInt8] {
    /// Reads a file, or a pipe or a device whose other end sends everything in time, to its end.
    ///
    /// - Parameters:
    ///   - limit: the most bytes to read.
    ///   - milliseconds: how long to wait for the other end; `ETIMEDOUT` after that.
    public init(readingFile path: String, atMost limit: Int, within milliseconds: Int = 2000) throws(SystemError) {
        // Without waiting for the other end of a pipe, and without taking a terminal.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError() }
        if [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            try self.init(reading: descriptor, atMost: limit)
        } else {
            let deadline = ContinuousClock.now + .milliseconds(milliseconds)
            try self.init(awaiting: descriptor, atMost: limit, until: deadline)
        }
    }

    /// Until a pipe has a writer, reading it would end at once: it is polled first.
    private init(
        awaiting descriptor: Int32, atMost limit: Int, until deadline: ContinuousClock.Instant
    ) throws(SystemError) {
        self.init()
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while count < limit {
            let left = Int32(Swift.max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1)))
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, left)
            if ready == 0 { throw SystemError(code: ETIMEDOUT) }
            let taken = ready < 0 ? -1 : read(descriptor, &block, Swift.min(block.count, limit - count))
            guard taken >= 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                throw SystemError()
            }
            guard taken > 0 else { return }
            append(contentsOf: block[..<taken])
        }
    }

    /// Reads an open file to its end.
    ///
    /// - Parameter limit: the most bytes to read.
    public init(reading descriptor: Int32, atMost limit: Int) throws(SystemError) {
        self.init()
        var status = stat()
        if fstat(descriptor, &status) == 0 { reserveCapacity(Swift.min(Int(status.st_size), limit)) }
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while count < limit {
            let taken = read(descriptor, &block, Swift.min(block.count, limit - count))
            guard taken >= 0 else {
                if errno == EINTR { continue }
                throw SystemError()
            }
            guard taken > 0 else { return }
            append(contentsOf: block[..<taken])
        }
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
