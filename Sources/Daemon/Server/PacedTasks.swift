import Platform

/// Runs large numbers of tasks, such as notifying thousands of watchers of a change, in slices. Between slices the event loop
/// serves its connections.
@EventLoopActor
final class PacedTasks {
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
        // Tasks keep their places until here, so that one that adds another schedules nothing.
        waiting.removeFirst(done)
        if waiting.isEmpty { waiting = [] } else { schedule() }
    }
}
