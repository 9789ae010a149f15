import Glibc

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
