import Formats
import Rendering
import SystemBus

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

    /// Servers interpret markup here, and not in the title.
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
