import Platform
import Weather

/// The command that reads the station, run without a shell.
struct StationCommand {
    private let words: [String]
    private let environment: [String: String]
    private let slot: CommandSlot

    init(_ words: [String], environment: [String: String], slot: CommandSlot) {
        (self.words, self.environment, self.slot) = (words, environment, slot)
    }

    /// The output of the command.
    func bytes<C: Clock>(
        within deadline: Duration, _ clock: C
    ) async throws(OwnStationProblem) -> [UInt8] where C.Duration == Duration {
        let pipe: OutputPipe
        do throws(SystemError) {
            pipe = try await clock.retryingExhaustion(within: deadline) { () throws(SystemError) in try OutputPipe() }
        } catch {
            throw .notStarted(reason: error.sentence)
        }
        let command = TimedCommand(words, environment: environment, output: pipe.writer, slot: slot)
        let outcome = await command.run(deadline: deadline, clock: clock)
        // Output that is too long is the cause of other outcomes.
        let bytes = try pipe.finish().whole()
        switch outcome {
        case .ended(.status(0)): return bytes
        case .ended(.status(let status)): throw .failed(status: Int(status))
        case .ended(.signal(let signal)): throw .killed(signal: Int(signal))
        case .overdue, .blocked: throw .timedOut(Int(deadline.components.seconds))
        case .abandoned: throw .noValues
        case .notStarted(let reason): throw .notStarted(reason: reason)
        }
    }
}
