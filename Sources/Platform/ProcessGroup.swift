import CLinux
import Dispatch
import Glibc

/// A program that runs in its own process group.
public struct ProcessGroup: Sendable {
    /// The process id of the program and the id of the group.
    private let id: pid_t
    /// Readable once the program has ended (pidfd_open(2)).
    private let descriptor: Int32

    /// How a program ended.
    public enum Ending: Sendable, Hashable {
        case status(Int32)
        case signal(Int32)
    }

    /// Why a program did not start, as a system error message.
    public struct Failure: Error {
        public let reason: String

        fileprivate init(_ code: Int32) {
            reason = String(cString: strerror(code))
        }
    }

    /// Starts a program. Its input is empty, and its errors go where this process's go. It inherits no other descriptors and
    /// no blocked or ignored signals.
    ///
    /// - Parameters:
    /// - words: its path, or a name to search for in `PATH`, and its arguments.
    /// - environment: its whole environment.
    /// - output: the descriptor of its output; nil for this process's.
    public init(
        _ words: [String], environment: [String: String], output: Int32? = nil
    ) throws(Failure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw Failure(code) }
        descriptor = weatherd_pidfd_open(id)
        self.id = id
        guard descriptor >= 0 else {
            let failure = Failure(errno)
            signal(SIGKILL)
            _ = reap()
            throw failure
        }
    }

    /// Sends a signal to the whole group.
    public func signal(_ number: Int32) {
        kill(-id, number)
    }

    /// Returns true when the program has ended, and false at the timeout. The group id stays valid until the program is reaped,
    /// so that signals can be sent.
    public func hasEnded<C: Clock>(within duration: Duration, _ clock: C) async -> Bool where C.Duration == Duration {
        await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask { await ended() }
            tasks.addTask {
                try? await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
                return false
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? false
        }
    }

    /// Returns true when the program has ended, and false when the task is cancelled.
    public func ended() async -> Bool {
        let watched = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard watched >= 0 else { return false }
        let (endings, ending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(fileDescriptor: watched)
        source.setEventHandler { ending.yield() }
        source.setCancelHandler { close(watched) }
        source.resume()
        defer { source.cancel() }
        for await _ in endings { return true }
        return false
    }

    /// Reaps the program, which has ended or is about to, and returns how it ended. No other method may be called after this.
    public func reap() -> Ending {
        if descriptor >= 0 { close(descriptor) }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            // If this process was started with SIGCHLD ignored, the kernel does not keep exit statuses.
            guard errno == EINTR else { return .status(0) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
}
