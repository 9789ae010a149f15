import CLinux
import Dispatch
import Glibc

/// A program that is about to be started (posix_spawn(3)). Its standard input is empty. It inherits only the descriptors
/// that are listed here, and no ignored signals.
public struct ProgramStart: Sendable {
    /// What a descriptor of the program refers to.
    public enum Source: Sendable, Hashable {
        /// /dev/null, for reading and writing.
        case null
        /// A copy of a descriptor of this process.
        case descriptor(Int32)
    }

    /// The name that the program is given, and its arguments.
    public var words: [String]
    /// Its path, or a name to search for in `PATH`.
    public var path: String
    /// Its whole environment; nil for this process's.
    public var environment: [String: String]?
    /// The program's descriptors besides its input, in the order in which they are set: a number must not be set before
    /// the descriptor that has it in this process is copied. Standard output and error are inherited unless set.
    public var descriptors: [(number: Int32, source: Source)] = []
    /// The signals that are blocked at its start.
    public var blockedSignals: [Int32] = []
    /// Whether it leads a new process group.
    public var isGroupLeader = false

    /// - Parameter path: nil for the first of the words.
    public init(_ words: [String], path: String? = nil, environment: [String: String]?) {
        (self.words, self.path, self.environment) = (words, path ?? words[0], environment)
    }

    /// - Returns: the process id, to be reaped by the caller.
    public func start() throws(SystemError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        setDescriptors(in: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        setSignalsAndGroup(in: &attributes)

        var arguments = words.map { strdup($0) } + [nil]
        var variables = (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        let code =
            environment == nil
            ? posix_spawnp(&id, path, &actions, &attributes, &arguments, weatherd_environment())
            : posix_spawnp(&id, path, &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw SystemError(code: code) }
        return id
    }

    private func setDescriptors(in actions: inout posix_spawn_file_actions_t) {
        // The input last, since descriptor 0 may be copied if this process was started without standard streams.
        for (number, source) in descriptors + [(STDIN_FILENO, .null)] {
            switch source {
            case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            }
        }
        let numbers = Set(descriptors.map(\.number))
        let last = max(STDERR_FILENO, numbers.max() ?? 0)
        for number in stride(from: STDERR_FILENO + 1, to: last, by: 1) where !numbers.contains(number) {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, last + 1)
    }

    private func setSignalsAndGroup(in attributes: inout posix_spawnattr_t) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in blockedSignals { sigaddset(&signals, signal) }
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = isGroupLeader ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    }
}

/// A child process, referenced by a descriptor (pidfd_open(2)), so that a signal never reaches another process with a reused
/// id.
public final class ProcessDescriptor: Sendable {
    public let id: Int32
    /// Readable once the process has ended. It is closed with this object.
    public let number: Int32

    /// A serial queue, since libdispatch monitors the threads of its global queues with a timer that wakes the process every
    /// second (see docs/architecture.md). Nothing on it blocks.
    private static let events = DispatchQueue(label: "weatherd.processes")

    /// - Parameter id: a child that has not been reaped.
    /// - Throws: when there is no free descriptor. The child continues.
    public init(of id: Int32) throws(SystemError) {
        self.id = id
        number = weatherd_pidfd_open(id)
        guard number >= 0 else { throw SystemError() }
    }

    deinit {
        close(number)
    }

    /// Sends a signal to the process alone. It has no effect on one that has ended.
    public func signal(_ signal: Int32) {
        _ = weatherd_pidfd_send_signal(number, signal)
    }

    /// Whether the process has ended, checked without waiting.
    public var hasEnded: Bool {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Returns true when the process has ended, and false when the task is cancelled. It needs no further descriptor.
    public func ended() async -> Bool {
        let (endings, ending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: Self.events)
        source.setEventHandler { ending.yield() }
        // The descriptor may be closed once the source is cancelled.
        source.setCancelHandler { withExtendedLifetime(self) {} }
        source.resume()
        defer { source.cancel() }
        for await _ in endings { return true }
        return false
    }

    /// Reaps the process in the background as soon as it has ended: even SIGKILL does not end one that waits for a device, or
    /// has become another user's.
    ///
    /// - Parameter reaped: called when it has been reaped.
    public func reapLater(_ reaped: @escaping @Sendable () -> Void = {}) {
        let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: Self.events)
        source.setEventHandler { source.cancel() }
        source.setCancelHandler { [self] in
            guard waitpid(id, nil, WNOHANG) == 0 else { return reaped() }
            // A debugger holds it.
            Self.reap(id, reaped)
        }
        source.resume()
    }

    /// Reaps a child without a descriptor in the background, on a thread that blocks until the child ends.
    static func reap(_ id: Int32, _ reaped: @escaping @Sendable () -> Void = {}) {
        DispatchQueue(label: "weatherd.reaping").async {
            while waitpid(id, nil, 0) < 0, errno == EINTR {}
            reaped()
        }
    }

    /// A reserved descriptor for a program that is about to be started, which could not be watched without one. It is closed
    /// when the program's own descriptor is opened.
    static func reserve() throws(SystemError) -> Int32 {
        let reserved = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard reserved >= 0 else { throw SystemError() }
        return reserved
    }
}

extension ProgramStart {
    /// Starts the program.
    ///
    /// - Returns: the process, to be reaped by the caller.
    /// - Throws: also when there is no free descriptor for it.
    public func started() throws(SystemError) -> ProcessDescriptor {
        let reserved = try ProcessDescriptor.reserve()
        let id: Int32
        do throws(SystemError) {
            id = try start()
        } catch {
            close(reserved)
            throw error
        }
        close(reserved)
        do throws(SystemError) {
            return try ProcessDescriptor(of: id)
        } catch {
            // Another thread has taken the descriptor.
            kill(isGroupLeader ? -id : id, SIGKILL)
            ProcessDescriptor.reap(id)
            throw error
        }
    }
}

/// A program that runs in its own process group.
public struct ProcessGroup: Sendable {
    /// The program, which leads the group and gives it its id.
    private let leader: ProcessDescriptor

    /// How a program ended.
    public enum Ending: Sendable, Hashable {
        case status(Int32)
        case signal(Int32)
    }

    /// Starts a program with empty input, and the error output of this process (`ProgramStart`).
    ///
    /// - Parameters:
    ///   - words: its path, or a name to search for in `PATH`, and its arguments.
    ///   - environment: its whole environment.
    ///   - output: the descriptor of its output; nil for this process's.
    public init(_ words: [String], environment: [String: String], output: Int32? = nil) throws(SystemError) {
        var program = ProgramStart(words, environment: environment)
        program.isGroupLeader = true
        if let output { program.descriptors = [(STDOUT_FILENO, .descriptor(output))] }
        leader = try program.started()
    }

    /// Sends a signal to the whole group. Its id is valid until the program is reaped.
    public func signal(_ number: Int32) {
        kill(-leader.id, number)
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
        await leader.ended()
    }

    /// Reaps the program in the background as soon as it has ended. No other method may be called after this.
    ///
    /// - Parameter reaped: called when the program has been reaped.
    public func reapLater(_ reaped: @escaping @Sendable () -> Void = {}) {
        leader.reapLater(reaped)
    }

    /// Reaps the program, which must have ended, and returns how it ended. No other method may be called after this.
    public func reap() -> Ending {
        var status: Int32 = 0
        while waitpid(leader.id, &status, 0) < 0 {
            guard errno == EINTR else { return .status(0) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
}
