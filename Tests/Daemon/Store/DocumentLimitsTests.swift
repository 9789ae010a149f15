import Glibc
import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Store

/// Files with more than weatherd writes, such as files edited by hand.
struct DocumentLimitsTests {
    private let directory: TemporaryDirectory
    private let log = Log()
    private let now = UnixTime(1_763_740_000)

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The logged lines.
    private final class Log: Sendable {
        private struct Handler: LogHandler {
            let log: Log
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.info

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) { log.all.withLock { $0.append(event.message.description) } }
        }

        private let all = Mutex<[String]>([])
        var lines: [String] { all.withLock { $0 } }
        var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: now, logger: log.logger)
    }

    private func position(_ number: Int) -> String {
        #"{"latitude":\#(Double(number % 1700) / 10 - 85),"longitude":\#(Double(number / 1700) / 10)}"#
    }

    private func favourites(_ count: Int, name: (Int) -> String = { "Place \($0)" }) -> String {
        let places = (0..<count).map { #"{"name":"\#(name($0))","coordinate":\#(position($0))}"# }
        return #"{"version":1,"content":{"units":{},"favourites":[\#(places.joined(separator: ","))]}}"#
    }

    private func write(_ text: String, to name: String) throws {
        try directory.write(text, to: name)
    }

    @Test func favouritesBeyondTheLimitAreKeptUntilTheNextChangeAndBeyond() async throws {
        let text = favourites(300)
        try write(text, to: "settings.json")
        let store = store()
        #expect(store.snapshot.settings.favourites.map(\.name).last == "Place 199")
        let sentence = """
            100 of 300 favourites (the limit is 200) in \(directory.path)/settings.json are not in effect; the next change \
            of a setting keeps them in settings.json.full-\(now.seconds)
            """
        #expect(store.snapshot.excessSettings?.sentence == sentence)
        #expect(log.lines.filter { $0.contains("favourites") } == [sentence])

        // Neither the start nor new names replace the file.
        let first = try #require(store.snapshot.settings.favourites.first)
        try await store.nameSettings(by: [first.coordinate: Locality(name: "Here")], at: now)
        #expect(store.snapshot.settings.favourites.first?.locality?.name == "Here")
        for name in ["settings.json", "settings.copy.json"] {
            #expect(try String(decoding: directory.read(name), as: UTF8.self) == text)
        }
        #expect(self.store().snapshot.excessSettings?.parts.map(\.text) == ["100 of 300 favourites"])

        try await store.changeSettings(at: now) { (settings) throws(FavouritesError) in
            try settings.removeFavourite(.name("Place 7"))
        }
        #expect(store.snapshot.excessSettings == nil)
        let kept = try directory.read("settings.json.full-\(now.seconds)")
        #expect(String(decoding: kept, as: UTF8.self) == text)
        #expect(self.store().snapshot.settings.favourites.count == 199)
    }

    /// The copy is kept when only it is intact.
    @Test func excessOfTheCopyIsKeptToo() async throws {
        try write(favourites(201), to: "settings.copy.json")
        let store = store()
        try await store.changeSettings(at: now) { $0.units.wind = .knots }
        #expect(try directory.names().contains("settings.copy.json.full-\(now.seconds)"))
        #expect(store.snapshot.settings.favourites.count == 200)
    }

    /// If the file cannot be copied, nothing is changed.
    @Test func unkeptExcessRejectsTheChange() async throws {
        let text = favourites(201)
        try write(text, to: "settings.json")
        let store = store()
        // A directory that is not empty cannot be replaced, not even by root.
        let obstacle = "settings.json.full-\(now.seconds).new"
        #expect(mkdir(directory.file(obstacle), 0o700) == 0)
        try directory.write("", to: obstacle + "/full")
        await #expect(throws: SettingsError.self) {
            try await store.changeSettings(at: now) { $0.units.wind = .knots }
        }
        #expect(store.snapshot.settings.units.wind == nil && store.snapshot.excessSettings != nil)
        #expect(try String(decoding: directory.read("settings.json"), as: UTF8.self) == text)
    }

    /// Startup once took 49 s, quadratic in the number of favourites.
    @Test(.timeLimit(.minutes(20))) func favouritesAreReadInLinearTime() throws {
        try write(favourites(200_000), to: "settings.json")
        let snapshot = store().snapshot
        #expect(snapshot.settings.favourites.count == Settings.favouritesLimit)
        #expect(snapshot.weather.count == Settings.favouritesLimit + 1)
    }

    @Test func longNamesAreTruncatedAndKept() throws {
        let locality = #","locality":{"name":"\#(String(repeating: "l", count: 5000))"}"#
        let text = favourites(1) { _ in String(repeating: "n", count: 100_000) }
        try write(text.replacing("}}]", with: "}\(locality)}]"), to: "settings.json")
        let snapshot = store().snapshot
        let place = try #require(snapshot.settings.favourites.first)
        #expect(place.name?.count == Place.longestName && place.locality?.name.count == Locality.longestName)
        #expect(snapshot.excessSettings?.parts.map(\.subject) == ["characters of a name"])
    }

    @Test func controlCharactersOfNamesAreRemoved() throws {
        try write(favourites(1) { _ in #"a\u0007b\u001b[2J"# }, to: "settings.json")
        #expect(store().snapshot.settings.favourites.first?.name == "ab[2J")
    }

    @Test func tooLargeFileIsSetAside() throws {
        try write(String(repeating: " ", count: (1 << 20) + 1), to: "requests.json")
        _ = store()
        #expect(try directory.names().contains("requests.json.damaged-\(now.seconds)"))
        #expect(log.lines.contains { $0.contains("is too large; the limit is 1024 KiB") })
    }

    @Test func reportsBeyondTheLimitAreLeftOut() throws {
        var snapshot = Snapshot()
        for number in 0..<300 {
            let place = try #require(Coordinate(latitude: Double(number) / 10, longitude: 1))
            snapshot.weather[place] = PlaceWeather(
                report: .example(at: place, fetchedAt: now.advanced(by: -number)), requestedAt: now)
        }
        try Document<Cache>(
            file: AtomicFile(directory: directory.path, name: "reports.json"), versions: Cache.versions
        ).write(Cache(of: snapshot), at: nil)
        #expect(store().snapshot.weather.count == Snapshot.placesLimit)
        #expect(
            log.lines.contains {
                $0.contains(
                    "reports.json has more than 233 places in reports; 67 of 300 places in reports are not used")
            }, "\(log.lines)")
    }

    @Test func columnsAreBounded() {
        #expect(DeltaColumn(text: "1" + String(repeating: " 0", count: 20_000)) != nil)
        #expect(DeltaColumn(text: "1" + String(repeating: " 0", count: 20_001)) == nil)
    }

    /// A worker refuses a job with one.
    @Test func impossibleAltitudeIsNotUsed() throws {
        let fix = #"{"coordinate":\#(position(1)),"altitude":1e9,"time":1763739000,"source":"geoclue"}"#
        try write(
            #"{"version":3,"content":{"fixes":[\#(fix)],"alerts":[],"air":[],"reports":[]}}"#, to: "reports.json")
        let found = try #require(store().snapshot.fixes[.geoClue])
        #expect(found.altitude == nil)
    }
}
