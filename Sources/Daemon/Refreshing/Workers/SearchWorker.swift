import Dispatch
import Glibc
import Synchronization
import Weather
import WorkerProtocol

/// Runs searches one at a time in one worker, which stays alive while the user types and a while longer. Cancelling a search
/// ends the worker.
///
/// All of its state is confined to the queue, which blocks for the answers.
final class SearchWorker: @unchecked Sendable {
    private let program: WorkerProgram
    private let idleTimeout: Int
    private let queue = DispatchQueue(label: "weatherd.searches")
    // Accessed only on the queue.
    private var worker: WorkerProcess?
    /// The gazetteer files that the worker was started with; it can read no others.
    private var gazetteer: GazetteerFiles?
    private var idle: (any DispatchSourceTimer)?
    private var death: (any DispatchSourceRead)?

    init(_ program: WorkerProgram, idleTimeout: Int) {
        self.program = program
        self.idleTimeout = idleTimeout
    }

    func ask(
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int {
        let turn = SearchTurn()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                turn.wait(continuation)
                queue.async { [self] in
                    guard let continuation = turn.begin() else { return }
                    continuation.resume(
                        returning: Result { () throws(WorkerFailure) in
                            try askNow(job, seconds, turn.running, take)
                        })
                }
            }
        } onCancel: {
            turn.cancel()
        }
        return try result.get()
    }

    func end() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                drop()
                continuation.resume()
            }
        }
    }

    private func askNow(
        _ job: Job, _ seconds: Int, _ running: RunningWorker, _ take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        let files = program.gazetteer()
        if let worker, worker.isRunning, files == gazetteer {
            do throws(WorkerFailure) {
                return try ask(worker, job, seconds, running, take)
            } catch .killed, .outOfMemory, .exited {
                // The worker ended while it was idle, for reasons unrelated to this search.
            }
        }
        drop()
        gazetteer = files
        return try ask(
            try keep(WorkerProcess(program.searching { files }, running)), job, seconds, running, take)
    }

    private func ask(
        _ worker: WorkerProcess, _ job: Job, _ seconds: Int, _ running: RunningWorker,
        _ take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        idle?.schedule(deadline: .now() + .seconds(idleTimeout + seconds), leeway: .seconds(1))
        var isAnswered = false
        do throws(WorkerFailure) {
            let requests = try worker.perform(job, within: seconds, running) { answer throws(Malformed) in
                try take(answer)
                isAnswered = true
            }
            idle?.schedule(deadline: .now() + .seconds(idleTimeout), leeway: .seconds(1))
            return requests
        } catch {
            drop()
            switch error {
            // A search has one answer and sends no requests, so the result is complete even if the worker then fails.
            case .killed, .outOfMemory, .exited, .timedOut: if isAnswered { return 0 }
            default: break
            }
            throw error
        }
    }

    private func keep(_ new: WorkerProcess) -> WorkerProcess {
        worker = new
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.drop() }
        timer.schedule(deadline: .now() + .seconds(idleTimeout), leeway: .seconds(1))
        timer.resume()
        idle = timer
        if let ending = new.duplicateOfProcess() {
            let source = DispatchSource.makeReadSource(fileDescriptor: ending, queue: queue)
            source.setEventHandler { [weak self, weak new] in
                if let self, let new, self.worker === new { self.drop() }
            }
            source.setCancelHandler { close(ending) }
            source.resume()
            death = source
        }
        return new
    }

    private func drop() {
        idle?.cancel()
        death?.cancel()
        worker?.end()
        (idle, death, worker) = (nil, nil, nil)
    }
}

/// The state of one search. Cancelling a queued search ends it at once; cancelling a running one also ends its worker.
final class SearchTurn: Sendable {
    typealias Continuation = CheckedContinuation<Result<Int, WorkerFailure>, Never>

    private enum State {
        case new
        case waiting(Continuation)
        case running
        case cancelled
    }

    private let state = Mutex(State.new)
    /// The worker that runs the search.
    let running = RunningWorker()

    /// - Parameter continuation: resumed at once if the search is already cancelled.
    func wait(_ continuation: Continuation) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
    }

    /// - Returns: the continuation that the caller must resume; nil when the search is cancelled.
    func begin() -> Continuation? {
        state.withLock { state in
            guard case .waiting(let continuation) = state else { return nil }
            state = .running
            return continuation
        }
    }

    func cancel() {
        let before = state.withLock { state in
            defer { state = .cancelled }
            return state
        }
        switch before {
        case .waiting(let continuation): continuation.resume(returning: .failure(.cancelled))
        case .running: running.cancel()
        case .new, .cancelled: break
        }
    }
}
