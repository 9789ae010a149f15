import CLinux
import Glibc

/// A program that is about to be started (posix_spawn(3)). Its standard input is empty. It inherits only the descriptors
/// that are listed here, and no ignored signals.
public struct ProgramStart: Sendable {
    /// What a program has at one of its descriptors.
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
    /// Its whole environment; nil for that of this process.
    public var environment: [String: String]?
    /// The program's descriptors besides its input, in the order in which they are set: a number must not be set before
    /// the descriptor that has it in this process is copied. Standard output and error are inherited unless set.
    public var descriptors: [(number: Int32, source: Source)] = []
    /// The signals that are blocked at its start.
    public var blockedSignals: [Int32] = []
    /// Whether it leads a process group of its own.
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
