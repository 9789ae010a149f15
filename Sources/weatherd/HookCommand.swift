import Glibc

/// A command of the user's, as it stands in config.toml: run as it is, never read by a shell.
struct HookCommand: Sendable {
    /// The program and its arguments.
    let words: [String]
    /// All that it gets to see.
    let environment: [String: String]

    /// How long a command that was told to end has for it.
    private static let grace = Duration.seconds(5)

    /// What came of it.
    enum Outcome: Sendable, Hashable {
        case ended(ProcessGroup.Ending)
        /// It ran for too long, and was ended with all that it had started.
        case overdue
        /// It did not start; the system's own word for why.
        case notStarted(reason: String)
        /// The daemon ends, and it was told to.
        case abandoned
    }

    /// Returns when the command has ended, one way or the other.
    func run<C: Clock>(deadline: Duration, clock: C) async -> Outcome where C.Duration == Duration {
        let group: ProcessGroup
        do throws(ProcessGroup.Failure) {
            group = try ProcessGroup(words, environment: environment)
        } catch {
            return .notStarted(reason: error.reason)
        }
        if await group.hasEnded(within: deadline, clock) { return .ended(group.reap()) }
        group.signal(SIGTERM)
        // Whoever ends the daemon ends what it leaves behind.
        guard !Task.isCancelled else { return .abandoned }
        _ = await group.hasEnded(within: Self.grace, clock)
        // The program may be gone, and what it started not.
        group.signal(SIGKILL)
        _ = group.reap()
        return .overdue
    }
}
