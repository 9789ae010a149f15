import Glibc

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
    ///   - slot: that of its owner.
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
