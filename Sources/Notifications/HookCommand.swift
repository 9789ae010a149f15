import Glibc
import Platform

/// A command from config.toml, run without a shell.
struct HookCommand: Sendable {
    /// The program and its arguments.
    let words: [String]
    /// The command's whole environment.
    let environment: [String: String]

    /// The grace period between SIGTERM and SIGKILL.
    private static let grace = Duration.seconds(5)

    /// The result of a command.
    enum Outcome: Sendable, Hashable {
        case ended(ProcessGroup.Ending)
        /// It timed out and was killed, with its process group.
        case overdue
        /// It did not start; the system's error message.
        case notStarted(reason: String)
        /// The daemon is shutting down, and the command was sent SIGTERM.
        case abandoned
    }

    /// Returns when the command has ended or timed out.
    func run<C: Clock>(deadline: Duration, clock: C) async -> Outcome where C.Duration == Duration {
        let group: ProcessGroup
        do throws(SystemError) {
            group = try ProcessGroup(words, environment: environment)
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
        _ = group.reap()
        return .overdue
    }
}
