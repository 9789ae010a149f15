import Glibc

/// A system call that failed.
public struct SystemCallFailure: Error, Sendable, Hashable {
    /// The name of its manual page.
    public let call: String
    /// The value of errno.
    public let code: Int32

    /// - Parameter code: by default the errno of this thread.
    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    /// The system's error message, with the call's name.
    public var reason: String { "\(call): \(String(cString: strerror(code)))" }

    /// Ends the process with the status EX_OSERR of sysexits.h and a line on standard error. Swift creates executors on first
    /// use, where no caller could catch an error.
    func endProcess() -> Never {
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "weatherd"
        let line = Array("\(program): cannot run the event loop: \(reason)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        _exit(EX_OSERR)
    }
}

extension OwnThread {
    /// Starts a thread without which the program cannot run.
    static func startRequired(name: String, _ run: @escaping @Sendable () -> Void) {
        let failure = start(name: name, run)
        guard failure == 0 else { SystemCallFailure("pthread_create", code: failure).endProcess() }
    }
}
