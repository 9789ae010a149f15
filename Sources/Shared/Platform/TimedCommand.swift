import Glibc
import Synchronization

/// A command from config.toml, run without a shell.
public struct TimedCommand: Sendable {
    /// The program and its arguments.
    private let words: [String]
    private let environment: [String: String]
    private let output: Int32?
    private let slot: CommandSlot

    /// The grace period between SIGTERM and SIGKILL.
    private static let grace = Duration.seconds(5)
    /// How long SIGKILL may take. It does not end a program that waits for a device, or that changed its user.
    private static let killing = Duration.seconds(1)

    /// The result of a command.
    public enum Outcome: Sendable, Hashable {
        case ended(ProcessGroup.Ending)
        /// It timed out and was killed, with its process group.
        case overdue
        /// It did not start; the system's error message.
        case notStarted(reason: String)
        /// The daemon is shutting down, and the command was sent SIGTERM.
        case abandoned
        /// It was not started, since an earlier command of its owner was killed and has not ended.
        case blocked
    }

    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - environment: the command's whole environment.
    ///   - output: the descriptor of its output; nil for this process's.
    ///   - slot: the slot of the command's owner.
    public init(_ words: [String], environment: [String: String], output: Int32? = nil, slot: CommandSlot) {
        (self.words, self.environment, self.output, self.slot) = (words, environment, output, slot)
    }

    /// Returns when the command has ended or timed out. Without a free descriptor or process, starting it is retried until the
    /// deadline, which then begins again.
    public func run<C: Clock>(deadline: Duration, clock: C) async -> Outcome where C.Duration == Duration {
        guard slot.isFree else { return .blocked }
        let group: ProcessGroup
        do throws(SystemError) {
            group = try await clock.retryingExhaustion(within: deadline) { () throws(SystemError) in
                try ProcessGroup(words, environment: environment, output: output)
            }
        } catch {
            return .notStarted(reason: error.sentence)
        }
        if await group.hasEnded(within: deadline, clock) { return .ended(group.reap()) }
        group.signal(SIGTERM)
        // The service manager kills remaining processes.
        guard !Task.isCancelled else { return .abandoned }
        _ = await group.hasEnded(within: Self.grace, clock)
        // The program may have exited before its child processes.
        group.signal(SIGKILL)
        if await group.hasEnded(within: Self.killing, clock) {
            _ = group.reap()
        } else {
            slot.hold(group)
        }
        return .overdue
    }
}

/// Limits the commands of one owner. A command that SIGKILL does not end holds the slot until it has ended, and the owner
/// starts no other command meanwhile: each would leave a process and a descriptor.
public final class CommandSlot: Sendable {
    private let isHeld = Atomic(false)
    private let freed: @Sendable () -> Void

    /// - Parameter freed: called each time that the slot becomes free again.
    public init(freed: @escaping @Sendable () -> Void = {}) {
        self.freed = freed
    }

    var isFree: Bool { !isHeld.load(ordering: .acquiring) }

    /// Holds the slot until the program has ended, and reaps the program.
    func hold(_ group: ProcessGroup) {
        isHeld.store(true, ordering: .releasing)
        group.reapLater {
            self.isHeld.store(false, ordering: .releasing)
            self.freed()
        }
    }
}

/// The environment of the user's commands.
public enum ChildEnvironment {
    /// Without variables of the service manager, without weatherd's configuration, and without notification values
    /// inherited from another daemon.
    ///
    /// - Parameters:
    ///   - environment: the daemon's environment.
    ///   - values: further variables for the command.
    public static func of(
        _ environment: [String: String], adding values: [String: String] = [:]
    ) -> [String: String] {
        let others = environment.filter { variable, _ in
            !variablesOfTheServiceManager.contains(variable) && !variable.hasPrefix("WEATHER_")
                && (!variable.hasPrefix("WEATHERD_") || variable == "WEATHERD_SOCKET")
        }
        return others.merging(values) { $1 }
    }
}

/// Variables that systemd sets for services (systemd.exec(5)), some of which are secret.
private let variablesOfTheServiceManager: Set = [
    "CREDENTIALS_DIRECTORY", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID",
    "LISTEN_PIDFDID", "MAINPID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID",
    "WATCHDOG_PID", "WATCHDOG_USEC",
]
