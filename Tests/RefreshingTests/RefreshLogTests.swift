import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Refreshing

struct RefreshLogTests {
    /// Collects the log.
    private final class Pages: Sendable {
        let lines = Mutex<[String]>([])
    }

    private struct Writer: LogHandler {
        let pages: Pages
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { pages.lines.withLock { $0.append(event.message.description) } }
    }

    @Test func logNamesEveryAnsweringProvider() {
        let pages = Pages()
        let log = RefreshLog(logger: Logger(label: "test") { _ in Writer(pages: pages) })
        var reports = [Coordinate.oslo, .montevideo].map { Report.example(at: $0, fetchedAt: UnixTime(0)) }
        reports[0].provider = Provider(id: "a", name: "A")
        reports[1].provider = Provider(id: "b", name: "B")
        reports[1].unknownCodes = ["frogs"]
        log.record(reports)
        #expect(
            pages.lines.withLock { $0 } == [
                "fetched weather from A", "fetched weather from B",
                "B reported weather codes that this version does not support, shown as unknown: frogs",
            ])
    }
}
