import NIOCore

/// Tasks that are many at once, such as telling thousands of watchers of one change. They are done in slices, and between
/// two slices the event loop serves its connections. It belongs to its event loop.
final class PacedTasks {
    private static let slice = TimeAmount.milliseconds(2)
    /// What is due at once would be done before the event loop looks at its connections.
    private static let pause = TimeAmount.microseconds(50)

    private let eventLoop: any EventLoop
    private var waiting: CircularBuffer<() -> Void> = []

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func add(_ task: @escaping () -> Void) {
        if waiting.isEmpty { schedule(in: .nanoseconds(0)) }
        waiting.append(task)
    }

    private func schedule(in pause: TimeAmount) {
        let tasks = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: pause) { tasks.value.run() }
    }

    private func run() {
        let end = NIODeadline.now() + Self.slice
        while let task = waiting.first {
            task()
            // It keeps its place while it runs, so that a task that adds another schedules nothing.
            waiting.removeFirst()
            if NIODeadline.now() >= end { break }
        }
        if !waiting.isEmpty { schedule(in: Self.pause) }
    }
}
