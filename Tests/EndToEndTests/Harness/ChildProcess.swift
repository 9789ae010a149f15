import Glibc

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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, outputEnd.number, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        // Moves a descriptor above 3 before 3 is replaced.
        let lifeNumber: Int32 = handed?.number == 100 ? 101 : 100
        posix_spawn_file_actions_adddup2(&actions, lifeEnd.number, lifeNumber)
        if let handed { posix_spawn_file_actions_adddup2(&actions, handed.number, 3) }
        // No other open descriptor is inherited: another test's pipe would stay open while this program runs.
        for number in Int32(handed == nil ? 3 : 4)..<lifeNumber {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        closeFrom(&actions, lifeNumber + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // As from a login shell: no signal is blocked or ignored.
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var id: pid_t = 0
        let error = posix_spawn(&id, program, &actions, &attributes, &words, &variables)
        guard error == 0 else { throw Failure("starting \(program): \(String(cString: strerror(error)))") }
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

/// posix_spawn_file_actions_addclosefrom_np(3), which Glibc's module lacks.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
@discardableResult
private func closeFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32
