/// Schedules timers, deferred tasks and the output of connections, which is sent at the end of each iteration.
///
/// The shared loop runs an iteration when descriptors are ready or a timer is due. Tests have their own loop and set
/// its clock.
@EventLoopActor
public final class EventLoop {
    public static let shared = EventLoop(clock: { .now })

    /// When the iteration began.
    public private(set) var now: MonotonicTime
    private let clock: @EventLoopActor @Sendable () -> MonotonicTime
    private var timers = TimerHeap()
    private var tasks: [() -> Void] = []
    private var unflushed: [Connection] = []

    public init(clock: @escaping @EventLoopActor @Sendable () -> MonotonicTime) {
        self.clock = clock
        now = clock()
    }

    /// The current time, even late in a long iteration.
    public var currentTime: MonotonicTime { clock() }

    /// The deadline of the first timer; nil when there is none.
    public var nextDeadline: MonotonicTime? { timers.nextDeadline }

    public func schedule(in duration: Duration, _ task: @escaping () -> Void) -> Timer {
        let timer = Timer(deadline: now + duration, task: task)
        timers.add(timer)
        return timer
    }

    /// Cancels a timer that has not fired.
    public func cancel(_ timer: Timer) {
        timers.remove(timer)
    }

    /// Runs a task after the connections of this iteration; a task scheduled by a task runs in the next iteration.
    public func runLater(_ task: @escaping () -> Void) {
        tasks.append(task)
    }

    /// Sends the connection's output at the end of the iteration, so that a client with many connections wakes up once.
    func flushLater(_ connection: Connection) {
        unflushed.append(connection)
    }

    /// Begins an iteration, and first notifies connections of their readiness.
    public func beginRound() {
        now = clock()
    }

    /// Ends an iteration: sends output, runs due timers and tasks, and sends their output.
    public func endRound() {
        flush()
        runDue()
        flush()
    }

    private func runDue() {
        while let task = timers.popDue(at: now) { task() }
        guard !tasks.isEmpty else { return }
        // Tasks added meanwhile run in the next iteration.
        let due = tasks
        tasks = []
        for task in due { task() }
    }

    /// Whether a task is scheduled.
    public var hasTasks: Bool { !tasks.isEmpty }

    /// Sends the output of connections.
    public func flush() {
        var index = 0
        // A connection that has room again may write more.
        while index < unflushed.count {
            unflushed[index].flush()
            index += 1
        }
        unflushed.removeAll(keepingCapacity: true)
    }

    /// Runs iterations until the process ends.
    func run(on executor: EventLoopExecutor) {
        let poller = Poller.shared
        poller.add(alarm: executor.alarm)
        while true {
            poller.poll(timeout: timeout) { beginRound() }
            // Sends replies before longer tasks run.
            flush()
            executor.runArrived()
            endRound()
        }
    }

    /// The timeout for epoll_wait(2) in milliseconds, rounded up so that timers are due when it returns; -1 for none.
    private var timeout: Int32 {
        guard tasks.isEmpty else { return 0 }
        guard let deadline = nextDeadline else { return -1 }
        // Uses the current time, since the iteration may have taken a while.
        return Int32(clamping: max(0, deadline.nanoseconds - currentTime.nanoseconds + 999_999) / 1_000_000)
    }
}
