import Foundation
import Rendering
import Scratch
import SystemBus
import Testing
import Weather

@testable import Notifications

/// Notifications on a real bus, with a service that prints them.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a bus; run make integration"), .serialized, .timeLimit(.minutes(1)))
struct NotificationTests {
    private static let service = "org.freedesktop.Notifications"
    private let bus: PrivateBus
    private let clock = ManualClock()

    init() throws {
        bus = try PrivateBus()
    }

    private func startService(_ parameters: String = "{}") async throws {
        try await bus.start(
            "/usr/bin/python3",
            ["-m", "dbusmock", "--template", PrivateBus.script("notifications.py"), "--parameters", parameters],
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address], owning: Self.service)
    }

    private func notification(_ severity: Alert.Severity) throws -> DesktopNotification {
        let coordinate = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        let scene = Scene(
            place: Place(name: "A&B <b>x</b>", coordinate: coordinate), report: nil, now: UnixTime(1_795_273_200),
            staleAfter: 3600)
        let alert = Alert(id: "1", event: "Gale", headline: "日本 \"x\"", severity: severity)
        return DesktopNotification(notification: Rendering.Notification(.alert(alert), of: scene, in: Style()))
    }

    @Test(arguments: [(Alert.Severity.moderate, UInt8(1)), (.severe, 2)])
    func isShown(severity: Alert.Severity, urgency: UInt8) async throws {
        try await startService()
        let other = try await Bus.open(at: bus.address)
        let calls = try await other.signals([
            BusMatch(
                sender: Self.service, path: "/org/freedesktop/Notifications", interface: "org.freedesktop.DBus.Mock",
                name: "MethodCalled")
        ])
        try await notification(severity).show(at: bus.address, clock: clock)
        var iterator = calls.makeAsyncIterator()
        let call = try #require(await iterator.next())
        #expect(call.arguments.first == .string("Notify"))
        guard case .array(let values)? = call.arguments.last, values.count == 8 else {
            Issue.record("\(call)")
            return
        }
        #expect(values[0] == .string("weatherd"))
        #expect(values[1] == .uint32(0))
        #expect(values[2] == .string("weather-severe-alert"))
        #expect(values[3] == .string("Gale"))
        let text = try #require(values[4].text)
        #expect(text.hasPrefix("A&amp;B &lt;b&gt;x&lt;/b&gt;\n"))
        #expect(text.hasSuffix("\n日本 \"x\""))
        #expect(values[5] == .array([]))
        #expect(values[6].dictionary == ["urgency": .byte(urgency), "category": .string("weather")])
        #expect(values[7] == .int32(-1))
        await other.close()
    }

    @Test func missingNotificationServiceIsReported() async throws {
        let notification = try notification(.minor)
        await #expect {
            try await notification.show(at: bus.address, clock: clock)
        } throws: {
            ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.ServiceUnknown"
        }
    }

    @Test func hangingServiceTimesOut() async throws {
        try await startService(#"{"silent": true}"#)
        let notification = try notification(.minor)
        let address = bus.address
        try await withThrowingTaskGroup { group in
            group.addTask { [clock] in
                await #expect(throws: BusError(message: "no reply within 5 s")) {
                    try await notification.show(at: address, clock: clock)
                }
            }
            for await deadline in clock.sleeps where deadline.offset == .seconds(5) { break }
            clock.advance(by: .seconds(5))
            try await group.waitForAll()
        }
    }
}
