/// A task that runs at its deadline, unless it is cancelled first.
@EventLoopActor
public final class Timer {
    public let deadline: MonotonicTime
    /// nil once it has run or was cancelled.
    fileprivate(set) var task: (() -> Void)?
    /// Its index in the heap.
    fileprivate var index = 0

    init(deadline: MonotonicTime, task: @escaping () -> Void) {
        self.deadline = deadline
        self.task = task
    }
}

/// A binary heap of timers, ordered by deadline.
@EventLoopActor
struct TimerHeap {
    private var timers: [Timer] = []

    /// nil when there is no timer.
    var nextDeadline: MonotonicTime? { timers.first?.deadline }

    mutating func add(_ timer: Timer) {
        timers.append(timer)
        rise(timer, from: timers.count - 1)
    }

    mutating func remove(_ timer: Timer) {
        guard timer.task != nil else { return }
        timer.task = nil
        guard let last = timers.popLast(), last !== timer else { return }
        rise(last, from: timer.index)
        sink(last, from: last.index)
    }

    /// Removes the first timer if it is due.
    ///
    /// - Returns: its task.
    mutating func popDue(at now: MonotonicTime) -> (() -> Void)? {
        guard let first = timers.first, first.deadline <= now, let task = first.task else { return nil }
        remove(first)
        return task
    }

    private mutating func rise(_ timer: Timer, from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard timer.deadline < timers[parent].deadline else { break }
            place(timers[parent], at: index)
            index = parent
        }
        place(timer, at: index)
    }

    private mutating func sink(_ timer: Timer, from start: Int) {
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < timers.count else { break }
            if child + 1 < timers.count, timers[child + 1].deadline < timers[child].deadline { child += 1 }
            guard timers[child].deadline < timer.deadline else { break }
            place(timers[child], at: index)
            index = child
        }
        place(timer, at: index)
    }

    private mutating func place(_ timer: Timer, at index: Int) {
        timers[index] = timer
        timer.index = index
    }
}
