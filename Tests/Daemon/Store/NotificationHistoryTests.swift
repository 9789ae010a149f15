import Logging
import Scratch
import Store
import Testing
import Weather

/// The notification history on disk.
struct NotificationHistoryTests {
    private static let now = UnixTime(1_795_273_200)
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: Self.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private var something: NotificationHistory {
        var history = NotificationHistory()
        let context = EventContext(
            report: nil, alerts: [Alert(id: "1", event: "Gale", text: "Take care.")], failedAt: nil, now: Self.now,
            staleAfter: 3600)
        _ = history.take(context, at: .oslo, [])
        return history
    }

    @Test func notificationHistorySurvivesRestart() async throws {
        #expect(await store().notificationHistory.load(at: Self.now) == NotificationHistory())
        #expect(try !directory.names().contains("told.json"), "nothing is written before the first notification")
        #expect(await store().notificationHistory.save(something))
        var history = await store().notificationHistory.load(at: Self.now)
        let context = EventContext(
            report: nil, alerts: [Alert(id: "1", event: "Gale")], failedAt: nil, now: Self.now, staleAfter: 3600)
        #expect(history.take(context, at: .oslo, []).events.isEmpty)
        #expect(try !String(decoding: directory.read("told.json"), as: UTF8.self).contains("Take care"))
    }

    @Test(arguments: ["", "{", "[]", #"{"version":1,"content":{"entries":7}}"#, #"{"version":2,"content":{}}"#])
    func damagedFileIsSetAside(text: String) async throws {
        try directory.write(text, to: "told.json")
        #expect(await store().notificationHistory.load(at: Self.now) == NotificationHistory())
        #expect(try directory.names().contains("told.json.damaged-\(Self.now.seconds)"))
        #expect(await store().notificationHistory.save(something))
        #expect(await store().notificationHistory.load(at: Self.now) != NotificationHistory())
    }
}
