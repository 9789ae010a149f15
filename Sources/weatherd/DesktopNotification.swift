import Bus
import Rendering

/// A notification on the user's desktop, as the Desktop Notifications Specification of freedesktop.org has it.
struct DesktopNotification: Sendable {
    let bulletin: Bulletin

    private static let deadline = Duration.seconds(5)

    /// Shows it.
    ///
    /// - Parameter address: of the session's bus.
    /// - Throws: why it is not shown.
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
                return .failure(BusError(message: "nobody answered within \(Self.deadline.components.seconds) s"))
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? .failure(.disconnected)
        }
        try result.get()
    }

    private var call: BusCall {
        let name = "org.freedesktop.Notifications"
        return BusCall(
            service: name, path: "/org/freedesktop/Notifications", interface: name, method: "Notify",
            arguments: [
                .string("weatherd"), .uint32(0), .string(bulletin.icon), .string(bulletin.title),
                .string(Self.escaped(bulletin.text)), .strings([]),
                .options(["urgency": .byte(bulletin.isUrgent ? 2 : 1), "category": .string("weather")]),
                // The server decides how long it stays.
                .int32(-1),
            ], startsService: true)
    }

    /// Servers read markup in the text, and only there.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
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
