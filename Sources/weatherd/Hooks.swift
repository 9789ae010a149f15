import Bus
import Glibc
import Logging
import Rendering
import ServiceLifecycle
import Synchronization
import Weather

/// Does what the user wants done on an occasion: one thing after the other, never two at once.
final class Hooks<C: Clock>: Service where C.Duration == Duration {
    private let reactions: @Sendable () -> Reactions
    /// Of the daemon, from which commands inherit theirs.
    private let environment: [String: String]
    private let clock: C
    private let logger: Logger
    private let queue = Mutex(HookQueue())
    private let additions: AsyncStream<Void>
    private let addition: AsyncStream<Void>.Continuation

    /// - Parameter reactions: asked each time, since the configuration can be read anew.
    init(
        reactions: @escaping @Sendable () -> Reactions, environment: [String: String], clock: C, logger: Logger
    ) {
        self.reactions = reactions
        self.environment = environment
        self.clock = clock
        self.logger = logger
        (additions, addition) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Has it told, after what is still to be told.
    @Sendable func add(_ bulletin: Bulletin) {
        if let dropped = queue.withLock({ $0.add(bulletin) }) {
            logger.warning("not told, since more came than could be told: \(dropped.title)")
        }
        addition.yield()
    }

    func run() async {
        await cancelWhenGracefulShutdown { [self] in
            for await _ in additions {
                while !Task.isCancelled, let bulletin = queue.withLock({ $0.next() }) { await tell(bulletin) }
            }
        }
    }

    private func tell(_ bulletin: Bulletin) async {
        let reactions = reactions()
        switch reactions[bulletin.kind] {
        case .notification: await show(bulletin)
        case .command(let words): await run(words, deadline: reactions.deadline, bulletin)
        case nil: break
        }
    }

    private func run(_ words: [String], deadline: Duration, _ bulletin: Bulletin) async {
        let command = HookCommand(words: words, environment: environment(telling: bulletin.values))
        let trouble: String
        switch await command.run(deadline: deadline, clock: clock) {
        case .ended(.status(0)), .abandoned: return
        case .ended(.status(let status)): trouble = "ended with status \(status)"
        case .ended(.signal(let signal)): trouble = "was ended by signal \(signal)"
        case .overdue: trouble = "did not end within \(deadline.components.seconds) s and was ended; see on.deadline"
        case .notStarted(let reason): trouble = "could not be started: \(reason)"
        }
        logger.warning("the command \(words[0]) of on.\(bulletin.kind.rawValue) \(trouble)")
    }

    /// Without what is between the daemon and its service manager, without its own configuration, and without what another
    /// daemon has told.
    private func environment(telling values: [String: String]) -> [String: String] {
        let others = environment.filter { variable, _ in
            !variablesOfTheServiceManager.contains(variable) && !variable.hasPrefix("WEATHER_")
                && (!variable.hasPrefix("WEATHERD_") || variable == "WEATHERD_SOCKET")
        }
        return others.merging(values) { $1 }
    }

    private func show(_ bulletin: Bulletin) async {
        do throws(BusError) {
            guard let address = sessionBus else {
                throw BusError(message: "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
            }
            try await DesktopNotification(bulletin: bulletin).show(at: address, clock: clock)
        } catch {
            guard !Task.isCancelled else { return }
            logger.warning(
                """
                no notification of "\(bulletin.title)": \(error.message); it takes a desktop session with a notification \
                service, such as mako or dunst
                """)
        }
    }

    private var sessionBus: String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        return environment["XDG_RUNTIME_DIR"].map { "unix:path=\($0)/bus" }
    }
}

/// What systemd tells a service about itself (systemd.exec(5), environment variables), secrets among it.
private let variablesOfTheServiceManager: Set = [
    "CREDENTIALS_DIRECTORY", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID",
    "LISTEN_PIDFDID", "MAINPID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID",
    "WATCHDOG_PID", "WATCHDOG_USEC",
]
