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
