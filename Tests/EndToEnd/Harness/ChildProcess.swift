import Glibc
import Platform

/// A program that a test started. It is killed with its owner.
final class ChildProcess {
    let id: pid_t
    /// The pipe for the program's standard output.
    let output: Descriptor
    /// Ends with the program, the only holder of the other end.
    private let life: Descriptor
    private var status: Int32?
    /// Whether the program dumped core.
    private(set) var hasDumpedCore = false

    /// - Parameters:
    /// - environment: the complete environment.
    /// - errors: the file for standard error.
    /// - handed: a descriptor that the program gets as number 3.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], errors: String,
        handed: Descriptor? = nil
    ) throws {
        let (output, outputEnd) = try Descriptor.pipe()
        let (life, lifeEnd) = try Descriptor.pipe()
        let errorsEnd = try Descriptor(open(errors, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600), "open \(errors)")
        // As a login shell starts programs: no signal is blocked or ignored.
        var start = ProgramStart([program] + arguments, environment: environment)
        start.descriptors = [
            (STDOUT_FILENO, .descriptor(outputEnd.number)), (STDERR_FILENO, .descriptor(errorsEnd.number)),
            // Above the number 3 before that number is taken.
            (handed?.number == 100 ? 101 : 100, .descriptor(lifeEnd.number)),
        ]
        if let handed { start.descriptors.append((3, .descriptor(handed.number))) }
        let id: pid_t
        do throws(SystemError) {
            id = try start.start()
        } catch {
            throw Failure("starting \(program): \(error.sentence)")
        }
        (self.id, self.output, self.life) = (id, output, life)
    }

    deinit {
        guard status == nil else { return }
        Glibc.kill(id, SIGKILL)
        reap()
    }

    func signal(_ number: Int32) {
        if status == nil { Glibc.kill(id, number) }
    }

    /// Whether the program exits within this many seconds.
    func hasEnded(within seconds: Double) -> Bool {
        status != nil || life.isReady(within: seconds)
    }

    /// The index of the first process that exits; nil if none exits in time.
    static func firstToEnd(of processes: [ChildProcess]) -> Int? {
        var watched = processes.map { pollfd(fd: $0.life.number, events: Int16(POLLIN), revents: 0) }
        while true {
            let ready = poll(&watched, nfds_t(watched.count), Int32(Descriptor.patience * 1000))
            if ready == 0 { return nil }
            if ready > 0 { return watched.firstIndex { $0.revents != 0 } }
        }
    }

    /// The exit status, after the program has exited; a signal counts as 128 plus its number, as in a shell.
    func wait() throws -> Int32 {
        guard hasEnded(within: Descriptor.patience) else {
            throw Failure("process \(id) did not end within \(Int(Descriptor.patience)) s")
        }
        return reap()
    }

    @discardableResult
    private func reap() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(id, &word, 0) < 0, errno == EINTR {}
        hasDumpedCore = word & 0x80 != 0
        let signal = word & 0x7F
        let result = signal == 0 ? (word >> 8) & 0xFF : 128 + signal
        status = result
        return result
    }
}
