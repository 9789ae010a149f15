import Platform

/// Renders replies on another thread, in order of arrival, so that the event loop stays responsive.
@EventLoopActor
final class RenderQueue {
    /// Runs a closure on another thread.
    typealias Run = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// A rendering that waits or is in progress.
    @EventLoopActor
    final class Job {
        /// Renders, and returns the completion to run on the event loop; nil once it was started or cancelled.
        fileprivate var work: (@Sendable () -> (@EventLoopActor @Sendable () -> Void))?
        fileprivate var isCancelled = false

        /// If rendering has started, its result is discarded.
        func cancel() {
            (work, isCancelled) = (nil, true)
        }
    }

    private let run: Run
    private var waiting: [Job] = []
    private var isRendering = false

    init(run: @escaping Run) {
        self.run = run
    }

    /// - Parameter done: called on the event loop, unless the job is cancelled.
    func add<Output: Sendable>(
        _ render: @escaping @Sendable () -> Output, done: @escaping @EventLoopActor @Sendable (Output) -> Void
    ) -> Job {
        let job = Job()
        job.work = { [job] in
            let output = render()
            return { if !job.isCancelled { done(output) } }
        }
        waiting.append(job)
        renderNext()
        return job
    }

    private func renderNext() {
        guard !isRendering else { return }
        waiting.removeFirst(waiting.firstIndex { $0.work != nil } ?? waiting.count)
        guard let job = waiting.first, let work = job.work else { return }
        waiting.removeFirst()
        job.work = nil
        isRendering = true
        run { [self] in
            let done = work()
            EventLoopActor.execute { [self] in
                isRendering = false
                // The next rendering starts while this reply is sent.
                renderNext()
                done()
            }
        }
    }
}

/// Queues everything but `short`, in order of arrival: other requests, notifying watchers, and closing. Between slices, the
/// event loop serves its connections, so that `short` is answered first.
@EventLoopActor
final class Backlog {
    private static let slice = Duration.milliseconds(2)

    private let loop: EventLoop
    private var waiting: [() -> Void] = []

    init(loop: EventLoop) {
        self.loop = loop
    }

    func add(_ task: @escaping () -> Void) {
        if waiting.isEmpty { schedule() }
        waiting.append(task)
    }

    private func schedule() {
        loop.runLater { [self] in run() }
    }

    private func run() {
        let end = loop.currentTime + Self.slice
        var done = 0
        repeat {
            let task = waiting[done]
            done += 1
            task()
        } while done < waiting.count && loop.currentTime < end
        // Tasks stay in the queue until here, so that a task that adds another does not schedule a second run.
        waiting.removeFirst(done)
        if waiting.isEmpty { waiting = [] } else { schedule() }
    }
}
