import Keeping
import Logging
import Scratch
import Testing
import Weather

@testable import weatherd

/// What the log says of warnings, with a real store.
struct AnnouncerTests {
    private let directory: TemporaryDirectory
    private let now = SimulatedDaemon.start

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Hands on what is logged.
    private struct Listener: LogHandler {
        let lines: AsyncStream<String>.Continuation
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.yield(event.message.description) }
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func report(_ coordinate: Coordinate, _ alerts: [Alert]) -> AlertReport {
        AlertReport(coordinate: coordinate, provider: Provider(id: "x", name: "X"), fetchedAt: now, alerts: alerts)
    }

    /// Runs an announcer while `body` lasts, which is handed the lines that it logs.
    private func listening(
        to store: Store, _ body: (inout AsyncStream<String>.Iterator) async throws -> Void
    ) async throws {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let announcer = Announcer(
            store: store, now: { [now] in now },
            logger: Logger(label: "test") { _ in Listener(lines: continuation) })
        try await withThrowingTaskGroup { group in
            group.addTask { await announcer.run() }
            var iterator = lines.makeAsyncIterator()
            try await body(&iterator)
            group.cancelAll()
        }
    }

    @Test func whatHoldsAtOnePlaceIsNotOverWhenAnotherIsTheCurrentOne() async throws {
        let store = store()
        let gale = Alert(id: "1", event: "Gale")
        try await listening(to: store) { lines in
            await store.keep([report(.oslo, [gale])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Gale") == true)
            try await store.changeSettings(at: now) { $0.location = .place(Place(coordinate: .montevideo)) }
            await store.keep([report(.montevideo, [Alert(id: "2", event: "Flood")])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Flood") == true)
            try await store.changeSettings(at: now) { $0.location = .place(Place(coordinate: .oslo)) }
            await store.keep([report(.oslo, [])], as: \.alerts, at: now)
            #expect(await lines.next() == "no longer in force: Gale", "it is not told again on coming back")
        }
    }

    @Test func whatTheLastRunToldIsNotToldAgain() async throws {
        let gale = Alert(id: "1", event: "Gale")
        await store().keep([report(.oslo, [gale])], as: \.alerts, at: now)
        let store = store()
        try await listening(to: store) { lines in
            await store.keep([report(.oslo, [gale, Alert(id: "2", event: "Flood")])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Flood") == true)
        }
    }
}
