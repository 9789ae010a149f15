import Dispatch
import Glibc
public import Jobs
public import Searching
import Synchronization
public import Weather

/// Has a job done, wherever that is. It is the one way from the daemon to whatever meets strangers.
///
/// - Parameters:
///   - seconds: for all of the job.
///   - take: takes each answer but the last, one after the other. What it throws ends the job.
/// - Returns: how many requests went out for it.
public typealias RunJob =
    @Sendable (
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int

/// The program that does jobs, and what it is started with.
public struct WorkerProgram: Sendable {
    public var path: String
    /// That the worker has to be of.
    public var version: String
    /// All of its environment.
    public var environment: [String: String]
    /// Where the places are; asked for at each start.
    public var gazetteer: @Sendable () -> GazetteerFiles

    public init(
        path: String, version: String, environment: [String: String] = [:],
        gazetteer: @escaping @Sendable () -> GazetteerFiles
    ) {
        self.path = path
        self.version = version
        self.environment = environment
        self.gazetteer = gazetteer
    }
}

/// Starts workers for jobs. Questions to the gazetteer go to one that stays for a while; every other job has a worker of its own,
/// which ends with it.
public final class Workers: Sendable {
    private let program: WorkerProgram
    private let searcher: SearchWorker

    /// - Parameter patience: how long the worker for searches is kept after the last one, s.
    public init(_ program: WorkerProgram, patience: Int = 300) {
        self.program = program
        searcher = SearchWorker(program, patience: patience)
    }

    /// `RunJob` by workers. Cancelling the task ends the job's worker.
    @Sendable public func run(
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int {
        if case .gazetteer = job { return try await searcher.ask(job, seconds, take) }
        let running = RunningWorker()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A serial queue has a thread beyond those of the pool, which would be watched every second from then on; and
                // it is there only meanwhile.
                DispatchQueue(label: "weatherd.job").async { [program] in
                    continuation.resume(
                        returning: Result { () throws(WorkerFailure) in
                            try program.perform(job, within: seconds, running, take: take)
                        })
                }
            }
        } onCancel: {
            running.cancel()
        }
        return try result.get()
    }

    /// Ends the worker that is kept for searches.
    public func end() async {
        await searcher.end()
    }
}

extension WorkerProgram {
    /// The same program with another gazetteer, which is asked for at each start.
    public func searching(_ gazetteer: @escaping @Sendable () -> GazetteerFiles) -> WorkerProgram {
        var program = self
        program.gazetteer = gazetteer
        return program
    }

    /// Has a worker do one job, on this thread, which waits.
    ///
    /// - Returns: how many requests went out.
    public func perform(
        _ job: Job, within seconds: Int, take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        try perform(job, within: seconds, RunningWorker(), take: take)
    }

    fileprivate func perform(
        _ job: Job, within seconds: Int, _ running: RunningWorker, take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        let worker = try WorkerProcess(self)
        running.set(worker)
        defer {
            running.set(nil)
            worker.end()
        }
        return try worker.perform(job, within: seconds, take: take)
    }
}

/// The worker of a task that may be cancelled.
private final class RunningWorker: Sendable {
    private let state = Mutex<(worker: WorkerProcess?, isCancelled: Bool)>((nil, false))

    func set(_ worker: WorkerProcess?) {
        let isCancelled = state.withLock { state in
            state.worker = worker
            return state.isCancelled
        }
        if isCancelled { worker?.kill() }
    }

    func cancel() {
        let worker = state.withLock { state in
            state.isCancelled = true
            return state.worker
        }
        worker?.kill()
    }
}
