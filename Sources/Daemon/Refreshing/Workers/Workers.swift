import Dispatch
import Synchronization
public import Weather
public import WorkerProtocol

/// Runs a job. Untrusted input reaches the daemon only through this.
///
/// - Parameters:
///   - seconds: the timeout for the whole job.
///   - take: receives each answer except the last, in order. An error that it throws ends the job.
/// - Returns: the number of requests that were sent; `Int.max` when the worker did not report it.
public typealias RunJob =
    @Sendable (
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int

/// The worker program and its parameters.
public struct WorkerProgram: Sendable {
    public var path: String
    /// The version that the worker must have.
    public var version: String
    /// The worker's whole environment.
    public var environment: [String: String]
    /// The gazetteer files; called for each start.
    public var gazetteer: @Sendable () -> GazetteerFiles
    /// Receives the sandbox report of each new worker.
    public var sandboxed: @Sendable (WorkerSandbox) -> Void
    /// Called when a new worker is missing or has another version.
    public var unusable: @Sendable (WorkerFailure) -> Void = { _ in }

    public init(
        path: String, version: String, environment: [String: String] = [:],
        gazetteer: @escaping @Sendable () -> GazetteerFiles,
        sandboxed: @escaping @Sendable (WorkerSandbox) -> Void = { _ in }
    ) {
        self.path = path
        self.version = version
        self.environment = environment
        self.gazetteer = gazetteer
        self.sandboxed = sandboxed
    }
}

/// Starts workers for jobs. Gazetteer queries share a worker that stays for a while; every other job has its own worker,
/// which ends with the job.
public final class Workers: Sendable {
    private let program: WorkerProgram
    private let searcher: SearchWorker
    /// The number of jobs in progress.
    private let jobs = Atomic(0)

    /// - Parameter idleTimeout: the idle timeout of the search worker, s.
    public init(_ program: WorkerProgram, idleTimeout: Int = 300) {
        self.program = program
        searcher = SearchWorker(program, idleTimeout: idleTimeout)
    }

    /// `RunJob` with workers. Cancelling the task ends the job's worker.
    @Sendable public func run(
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int {
        jobs.add(1, ordering: .relaxed)
        defer { jobs.subtract(1, ordering: .relaxed) }
        if case .gazetteer = job { return try await searcher.ask(job, seconds, take) }
        let running = RunningWorker()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Int, WorkerFailure>, Never>) in
                // A serial queue uses a thread outside the pool, and only
                // while needed; the pool's monitoring would wake the process every second.
                DispatchQueue(label: "weatherd.job").async { [program] in
                    let worker: WorkerProcess
                    do throws(WorkerFailure) {
                        worker = try WorkerProcess(program, running)
                    } catch {
                        return continuation.resume(returning: .failure(error))
                    }
                    continuation.resume(
                        returning: Result { () throws(WorkerFailure) in
                            try worker.perform(job, within: seconds, running, take: take)
                        })
                    // The caller does not wait for the worker to exit.
                    worker.end()
                }
            }
        } onCancel: {
            running.cancel()
        }
        return try result.get()
    }

    /// Whether no job is in progress.
    public var isIdle: Bool { jobs.load(ordering: .relaxed) == 0 }

    /// Ends the search worker.
    public func end() async {
        await searcher.end()
    }
}

extension WorkerProgram {
    /// The same program with other gazetteer files, read for each start.
    public func searching(_ gazetteer: @escaping @Sendable () -> GazetteerFiles) -> WorkerProgram {
        var program = self
        program.gazetteer = gazetteer
        return program
    }

    /// Runs one job in a worker, and blocks this thread.
    ///
    /// - Returns: the number of requests that were sent.
    public func perform(
        _ job: Job, within seconds: Int, take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        let running = RunningWorker()
        let worker = try WorkerProcess(self, running)
        defer { worker.end() }
        return try worker.perform(job, within: seconds, running, take: take)
    }
}
