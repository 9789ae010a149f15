import Formats
import Glibc
import Languages
public import Logging
public import Platform
public import Rendering
import Synchronization
import SystemBus
import Weather

/// Runs the configured reactions to weather events, one at a time.
public final class Hooks<C: Clock>: BackgroundService where C.Duration == Duration {
    private let reactions: @Sendable () -> Reactions
    /// The daemon's environment, which commands inherit in part.
    private let environment: [String: String]
    private let clock: C
    private let logger: Logger
    private let slot = CommandSlot()
    private let queue = Mutex(NotificationQueue())
    private let additions: AsyncStream<Void>
    private let addition: AsyncStream<Void>.Continuation

    /// - Parameter reactions: called each time, since the configuration can be reloaded.
    public init(
        reactions: @escaping @Sendable () -> Reactions, environment: [String: String], clock: C, logger: Logger
    ) {
        self.reactions = reactions
        self.environment = environment
        self.clock = clock
        self.logger = logger
        (additions, addition) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Queues a notification.
    @Sendable public func add(_ notification: Notification) {
        if let dropped = queue.withLock({ $0.add(notification) }) {
            logger.warning("notification queue full; dropped: \(dropped.title)")
        }
        addition.yield()
    }

    public func run() async {
        for await _ in additions {
            while !Task.isCancelled, let notification = queue.withLock({ $0.next() }) { await tell(notification) }
        }
    }

    private func tell(_ notification: Notification) async {
        let reactions = reactions()
        switch reactions.reaction(to: notification.event) {
        case .notification: await show(notification)
        case .command(let words): await run(words, deadline: reactions.deadline, notification)
        case nil: break
        }
    }

    private func run(_ words: [String], deadline: Duration, _ notification: Notification) async {
        let command = TimedCommand(
            words, environment: ChildEnvironment.of(environment, adding: notification.values), slot: slot)
        let trouble: String
        switch await command.run(deadline: deadline, clock: clock) {
        case .ended(.status(0)), .abandoned: return
        case .ended(.status(let status)): trouble = "exited with status \(status)"
        case .ended(.signal(let signal)): trouble = "was killed by signal \(signal)"
        case .overdue: trouble = "timed out after \(deadline.components.seconds) s and was killed; see on.deadline"
        case .notStarted(let reason): trouble = "could not be started: \(reason)"
        case .blocked: trouble = "was not started: an earlier command was killed, but has not ended"
        }
        logger.warning("the command \(words[0]) of \(notification.event.setting) \(trouble)")
    }

    private func show(_ notification: Notification) async {
        do throws(BusError) {
            guard let address = SessionBusAddress.address(in: environment) else {
                throw BusError(message: "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
            }
            try await DesktopNotification(notification: notification).show(at: address, clock: clock)
        } catch {
            guard !Task.isCancelled else { return }
            logger.warning(
                """
                cannot show the notification "\(notification.title)": \(error.message); it needs a desktop session with \
                a notification service, such as mako or dunst
                """)
        }
    }
}

/// Pending notifications, oldest first.
struct NotificationQueue: Sendable {
    private var notifications: [Notification] = []

    /// More simultaneous notifications than a user would read.
    static let limit = 16

    /// Adds a notification, which replaces an older one on the same subject.
    ///
    /// - Returns: a notification dropped from a full queue; nil when there was room.
    mutating func add(_ notification: Notification) -> Notification? {
        notifications.removeAll { $0.subject == notification.subject }
        notifications.append(notification)
        return notifications.count > Self.limit ? notifications.removeFirst() : nil
    }

    mutating func next() -> Notification? {
        notifications.isEmpty ? nil : notifications.removeFirst()
    }
}

/// A desktop notification, according to the Desktop Notifications Specification of freedesktop.org.
struct DesktopNotification: Sendable {
    let notification: Notification

    private static let deadline = Duration.seconds(5)

    /// Shows the notification.
    ///
    /// - Parameter address: the address of the session bus.
    /// - Throws: why it was not shown.
    func show<C: Clock>(at address: String, clock: C) async throws(BusError) where C.Duration == Duration {
        let call = call
        let result = await withTaskGroup(of: Result<Void, BusError>.self) { tasks in
            tasks.addTask {
                await Result { () async throws(BusError) in
                    let bus = try await Bus.open(at: address)
                    let answer = await Result { () async throws(BusError) in try await bus.call(call) }
                    await bus.close()
                    _ = try answer.get()
                }
            }
            tasks.addTask {
                try? await clock.sleep(until: clock.now.advanced(by: Self.deadline), tolerance: nil)
                return .failure(BusError(message: "no reply within \(Self.deadline.components.seconds) s"))
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? .failure(.disconnected)
        }
        try result.get()
    }

    /// Servers interpret markup in the body, but not in the title.
    var body: String { notification.text.escapedForXML }

    private var call: BusCall {
        let name = "org.freedesktop.Notifications"
        return BusCall(
            service: name, path: "/org/freedesktop/Notifications", interface: name, method: "Notify",
            arguments: [
                .string("weatherd"), .uint32(0), .string(notification.icon), .string(notification.title), .string(body),
                .strings([]),
                .options(["urgency": .byte(notification.isUrgent ? 2 : 1), "category": .string("weather")]),
                // The notification server chooses the duration.
                .int32(-1),
            ], startsService: true)
    }
}

extension Result where Failure == BusError {
    fileprivate init(_ body: () async throws(BusError) -> Success) async {
        do throws(BusError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
