import CLinux
import Glibc
import Synchronization

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
        guard alarm >= 0 else { SystemCallFailure("eventfd").endProcess() }
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
    /// `MainActor.assumeIsolated`: isolation does not affect the calling convention.
    private func isolated(_ work: @EventLoopActor () -> Void) {
        checkIsolated()
        withoutActuallyEscaping(work) { unsafeBitCast($0, to: (() -> Void).self)() }
    }
}
