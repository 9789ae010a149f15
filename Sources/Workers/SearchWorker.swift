import Dispatch
import Jobs
import Searching
import Weather

/// The worker that searches go to, one after the other. It stays while people type, and a while longer.
///
/// All of its state belongs to the queue, which waits for the answers.
final class SearchWorker: @unchecked Sendable {
    private let program: WorkerProgram
    private let patience: Int
    private let queue = DispatchQueue(label: "weatherd.searches")
    // These are touched on the queue alone.
    private var worker: WorkerProcess?
    /// What that worker was started to search in, and can read nothing but.
    private var gazetteer: GazetteerFiles?
    private var idle: (any DispatchSourceTimer)?
    private var death: (any DispatchSourceRead)?

    init(_ program: WorkerProgram, patience: Int) {
        self.program = program
        self.patience = patience
    }

    func ask(
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int {
        let result = await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    returning: Result { () throws(WorkerFailure) in try askNow(job, seconds, take) })
            }
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
        _ job: Job, _ seconds: Int, _ take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        let files = program.gazetteer()
        if let worker, worker.isRunning, files == gazetteer {
            do throws(WorkerFailure) {
                return try ask(worker, job, seconds, take)
            } catch .killed, .exited {
                // It was ended while nobody asked it anything, and says nothing of this question.
            }
        }
        drop()
        gazetteer = files
        return try ask(try keep(WorkerProcess(program.searching { files })), job, seconds, take)
    }

    private func ask(
        _ worker: WorkerProcess, _ job: Job, _ seconds: Int, _ take: (Answer) throws(Malformed) -> Void
    ) throws(WorkerFailure) -> Int {
        idle?.schedule(deadline: .now() + .seconds(patience + seconds), leeway: .seconds(1))
        do throws(WorkerFailure) {
            let requests = try worker.perform(job, within: seconds, take: take)
            idle?.schedule(deadline: .now() + .seconds(patience), leeway: .seconds(1))
            return requests
        } catch {
            drop()
            throw error
        }
    }

    private func keep(_ new: WorkerProcess) -> WorkerProcess {
        worker = new
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [weak self] in self?.drop() }
        timer.schedule(deadline: .now() + .seconds(patience), leeway: .seconds(1))
        timer.resume()
        idle = timer
        if let ending = new.duplicateOfProcess() {
            let source = DispatchSource.makeReadSource(fileDescriptor: ending, queue: queue)
            source.setEventHandler { [weak self, weak new] in
                if let self, let new, self.worker === new { self.drop() }
            }
            source.setCancelHandler { WorkerProcess.close(ending) }
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
