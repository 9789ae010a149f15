import CLinux
import Glibc
import Synchronization

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

/// The thread that serves sockets. Work isolated to this actor runs only there, so it needs no locks.
@globalActor
public actor EventLoopActor {
    public static let shared = EventLoopActor()

    private let executor = EventLoopExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Schedules work on the thread, in the order of the calls. Callable from any thread, without creating a task.
    public static func execute(_ work: @escaping @EventLoopActor @Sendable () -> Void) {
        shared.executor.execute(work)
    }

    /// Returns once the thread has run this call; used by the watchdog.
    @EventLoopActor
    public static func ping() async {}
}

/// Runs Swift concurrency jobs and closures on the event loop's thread, and wakes the thread for them.
final class EventLoopExecutor: SerialExecutor {
    private enum Work {
        case job(UnownedJob)
        case closure(@EventLoopActor @Sendable () -> Void)
    }

    /// An eventfd(2) that is written to when work arrives.
    let alarm: Int32
    private let arrived = Mutex<[Work]>([])
    /// 0 until the thread is running.
    private let thread = Atomic<pthread_t>(0)

    init() {
        alarm = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard alarm >= 0 else { SystemError("eventfd").endProcess() }
        OwnThread.startRequired(name: "sockets") { [self] in
            thread.store(pthread_self(), ordering: .releasing)
            isolated { [self] in EventLoop.shared.run(on: self) }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    func execute(_ work: @escaping @EventLoopActor @Sendable () -> Void) {
        add(.closure(work))
    }

    private func add(_ work: Work) {
        let isFirst = arrived.withLock {
            $0.append(work)
            return $0.count == 1
        }
        if isFirst { eventfd_write(alarm, 1) }
    }

    /// Runs all pending work.
    @EventLoopActor
    func runArrived() {
        let batch = arrived.withLock { arrived in
            defer { arrived = [] }
            return arrived
        }
        for work in batch {
            switch work {
            case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
            case .closure(let work): work()
            }
        }
    }

    func checkIsolated() {
        precondition(isOnThread, "not on the thread of the event loop")
    }

    func isIsolatingCurrentContext() -> Bool? { isOnThread }

    private var isOnThread: Bool { pthread_equal(thread.load(ordering: .acquiring), pthread_self()) != 0 }

    /// Runs isolated work on its actor's thread. The compiler cannot know the thread, so the type is cast, as in
    /// `MainActor.assumeIsolated`: isolation does not affect the calling convention. It escapes, since
    /// `withoutActuallyEscaping` would make the program depend on the length of the build directory's path.
    private func isolated(_ work: @escaping @EventLoopActor () -> Void) {
        checkIsolated()
        unsafeBitCast(work, to: (() -> Void).self)()
    }
}

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
