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
        let places = Mutex<[String]>([])
    }

    private struct Writer: LogHandler {
        let pages: Pages
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            pages.lines.withLock { $0.append("\(event.level): \(event.message)") }
            pages.places.withLock { $0.append("\(event.metadata?["place"] ?? "")") }
        }
    }

    private let pages = Pages()
    private var lines: [String] { pages.lines.withLock { $0 } }
    private var log: RefreshLog { RefreshLog(logger: Logger(label: "test") { [pages] _ in Writer(pages: pages) }) }

    @Test func logNamesEveryAnsweringProvider() {
        var reports = [Coordinate.oslo, .montevideo].map { Report.example(at: $0, fetchedAt: UnixTime(0)) }
        reports[0].provider = Provider(id: "a", name: "A")
        reports[1].provider = Provider(id: "b", name: "B")
        reports[1].unknownCodes = ["frogs"]
        log.record(reports)
        #expect(
            lines == [
                "info: fetched weather from A", "info: fetched weather from B",
                "warning: B reported weather codes that this version does not support, shown as unknown: frogs",
            ])
    }

    @Test func reportsOfOneProviderAreOneLine() {
        log.record([Coordinate.oslo, .montevideo].map { Report.example(at: $0, fetchedAt: UnixTime(0)) })
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("info: fetched weather for 2 places from ") == true)
    }

    @Test func failureOfSeveralPlacesIsOneWarning() throws {
        let failure = FetchFailure.unreachable(host: "x", reason: "y")
        log.record([.oslo: failure, .montevideo: failure], known: [:])
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        #expect(line.hasPrefix("warning: no new weather for 2 places: "))
        let places = Set(pages.places.withLock { $0 }.joined().split(separator: " "))
        #expect(places.contains("\(Coordinate.oslo.latitude),\(Coordinate.oslo.longitude)"))
        #expect(places.count == 2)
    }

    /// A night offline does not fill the log.
    @Test func repeatedFailureIsLoggedAtDebugLevel() {
        let failure = FetchFailure.unreachable(host: "x", reason: "y")
        log.record([.oslo: failure], known: [.oslo: failure])
        #expect(lines.first?.hasPrefix("debug: no new weather: ") == true)
        log.record([.oslo: .timedOut(host: "x", seconds: 5)], known: [.oslo: failure])
        #expect(lines.last?.hasPrefix("warning: no new weather: ") == true)
    }

    @Test func knownFailureOfAnotherPlaceIsLogged() {
        let failure = FetchFailure.unreachable(host: "x", reason: "y")
        log.record([.oslo: failure, .montevideo: failure], known: [.oslo: failure])
        #expect(lines.map { $0.prefix(8) } == ["warning:"])
    }

    /// For warnings, that is most of the world.
    @Test func placeWithoutCoverageIsNoWarning() {
        log.record([.oslo: .notCovered(host: "x", reason: nil)], known: [:])
        #expect(lines.map { $0.prefix(6) } == ["debug:"])
    }
}
