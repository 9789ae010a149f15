import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Store

@Suite(.timeLimit(.minutes(20)))
struct StoreTests {
    private let state: TemporaryDirectory
    private let cache: TemporaryDirectory
    private let now = UnixTime(1_763_740_000)

    init() throws {
        state = try TemporaryDirectory()
        cache = try TemporaryDirectory()
    }

    private func store(defaults: Defaults = Defaults(), at time: UnixTime? = nil) -> Store {
        Store(
            stateDirectory: state.path, cacheDirectory: cache.path, defaults: defaults, now: time ?? now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func changeReturnsAfterSettingsAreOnDisk() async throws {
        try await store().changeSettings(at: now) { settings in
            settings.units.wind = .knots
            settings.location = .place(Place(name: "Montevideo", coordinate: .montevideo))
        }
        let read = store().snapshot
        #expect(read.settings.units.wind == .knots)
        #expect(read.place == Place(name: "Montevideo", coordinate: .montevideo))
        #expect(read.units.wind == .knots)
        #expect(read.units.temperature == .celsius)
        #expect(try state.names() == ["settings.copy.json", "settings.json"])
        for name in try state.names() {
            let mode = try FileManager.default.attributesOfItem(atPath: state.file(name))[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func unwritableChangeChangesNothing() async throws {
        let store = store()
        try await store.changeSettings(at: now) { $0.units.wind = .knots }
        // A directory at the temporary file's path cannot be replaced, not even by root.
        try FileManager.default.createDirectory(
            atPath: state.file("settings.json.new/full"), withIntermediateDirectories: true)
        await #expect(throws: SettingsError.self) {
            try await store.changeSettings(at: now) { $0.units.wind = .beaufort }
        }
        #expect(store.snapshot.settings.units.wind == .knots)
        #expect(self.store().snapshot.settings.units.wind == .knots)
    }

    /// The directory was removed, and another daemon uses the path.
    @Test func filesOfAnotherDaemonAreNotOverwritten() async throws {
        let path = state.file("weatherd")
        let lock = try DirectoryLock(directory: path)
        let store = Store(
            stateDirectory: path, cacheDirectory: cache.path, lock: lock, defaults: Defaults(), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await store.changeSettings(at: now) { $0.units.wind = .knots }
        try FileManager.default.removeItem(atPath: path)
        let other = try DirectoryLock(directory: path)
        await #expect(throws: SettingsError.notKept(.inUse(path: path, process: nil))) {
            try await store.changeSettings(at: now) { $0.units.wind = .beaufort }
        }
        #expect(store.snapshot.units.wind == .knots)
        other.release()
        try await store.changeSettings(at: now) { $0.units.wind = .beaufort }
        #expect(try state.names() == ["weatherd"])
    }

    @Test func concurrentChangesAreAllSaved() async throws {
        let store = store()
        let changes: [@Sendable (inout Settings) -> Void] = [
            { $0.units.wind = .knots }, { $0.units.temperature = .kelvin }, { $0.units.pressure = .inchesOfMercury },
            { $0.units.distance = .miles }, { $0.location = .place(Place(coordinate: .oslo)) },
        ]
        await withTaskGroup { group in
            for change in changes {
                group.addTask { [now] in try? await store.changeSettings(at: now, change) }
            }
        }
        let units = self.store().snapshot.units
        #expect(units.wind == .knots && units.temperature == .kelvin && units.pressure == .inchesOfMercury)
        #expect(units.distance == .miles && self.store().snapshot.place?.coordinate == .oslo)
    }

    @Test func reportsSurviveRestart() async throws {
        let report = Report.example(at: .montevideo, fetchedAt: now)
        let first = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        await first.keep([report], as: \.forecast, at: now)
        let second = store(at: now.advanced(by: 3600))
        #expect(second.snapshot.weather[.montevideo]?.report == report)
        #expect(second.snapshot.weather[.montevideo]?.failure == nil)
        #expect(try cache.names() == ["reports.json"])
    }

    @Test func sampleReportsStayOutOfTheFile() async throws {
        let store = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        var sample = Report.example(at: .montevideo, fetchedAt: now)
        sample.provider.isSample = true
        await store.keep([sample], as: \.forecast, at: now)
        #expect(store.snapshot.weather[.montevideo]?.report == sample)
        #expect(self.store().snapshot.weather[.montevideo]?.report == nil)
    }

    @Test func unchangedDataIsNotWritten() async throws {
        let store = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        await store.keep([.example(at: .montevideo, fetchedAt: now)], as: \.forecast, at: now)
        let first = try inode(of: "reports.json")
        await store.save()
        #expect(try inode(of: "reports.json") == first)
        await store.keep([.example(at: .montevideo, fetchedAt: now.advanced(by: 1))], as: \.forecast, at: now)
        #expect(try inode(of: "reports.json") != first)
    }

    @Test(arguments: [
        "", "{", "null", #"{"version":99,"content":{}}"#, #"{"version":1}"#, #"{"version":2,"content":{}}"#,
        #"{"version":1,"content":{"units":{"wind":"x"}}}"#,
        "\u{0}\u{1}binary", String(repeating: "[", count: 100_000),
    ])
    func damagedFileIsSetAsideAndStartContinues(text: String) throws {
        try state.write(text, to: "settings.json")
        try cache.write(text, to: "reports.json")
        let snapshot = store().snapshot
        #expect(snapshot.settings == Settings())
        #expect(snapshot.weather.isEmpty)
        #expect(try state.names() == ["settings.json.damaged-\(now.seconds)", "settings.lost.json"])
        #expect(try cache.names() == ["reports.json.damaged-\(now.seconds)"])
        #expect(try state.read("settings.json.damaged-\(now.seconds)") == Data(text.utf8))
    }

    /// Until the next change, and across restarts, since the user may not have seen it before.
    @Test func lossOfBothFilesIsReportedUntilNextChange() async throws {
        try await store().changeSettings(at: now) { $0.units.wind = .knots }
        #expect(store().snapshot.setAsideSettings == nil)
        for name in try state.names() { try state.write("{", to: name) }
        let names = ["settings.json.damaged-\(now.seconds)", "settings.copy.json.damaged-\(now.seconds)"]
        let lost = SetAsideSettings(directory: state.path, names: names)
        #expect(store().snapshot.setAsideSettings == lost)
        let store = store(at: now.advanced(by: 60))
        #expect(store.snapshot.setAsideSettings == lost)
        try await store.changeSettings(at: now) { $0.units.wind = .knots }
        #expect(store.snapshot.setAsideSettings == nil)
        #expect(self.store().snapshot.setAsideSettings == nil)
    }

    /// A user who removes the settings expects the defaults, despite earlier damage.
    @Test func removedSettingsAfterOldDamageAreNoLoss() async throws {
        func removeSettings() throws {
            for name in ["settings.json", "settings.copy.json"] { #expect(unlink(state.file(name)) == 0) }
        }
        try await store().changeSettings(at: now) { $0.units.wind = .knots }
        try state.write("{", to: "settings.json")
        #expect(store().snapshot.units.wind == .knots)
        try removeSettings()
        #expect(store().snapshot.setAsideSettings == nil)
        #expect(try state.names() == ["settings.json.damaged-\(now.seconds)"])

        // The loss is no longer reported after settings were written.
        for name in ["settings.json", "settings.copy.json"] { try state.write("{", to: name) }
        let store = store(at: now.advanced(by: 60))
        #expect(store.snapshot.setAsideSettings?.names.count == 2)
        try await store.changeSettings(at: now) { $0.units.wind = .knots }
        try removeSettings()
        #expect(self.store().snapshot.setAsideSettings == nil)
    }

    /// As advised.
    @Test func removingSetAsideFilesClearsReport() throws {
        for name in ["settings.json", "settings.copy.json"] { try state.write("{", to: name) }
        let names = try #require(store().snapshot.setAsideSettings?.names)
        for name in names { #expect(unlink(state.file(name)) == 0) }
        #expect(store().snapshot.setAsideSettings == nil)
    }

    /// The content of the intact file counts.
    @Test func oneDamagedFileIsNoLoss() async throws {
        try await store().changeSettings(at: now) { $0.units.wind = .knots }
        try state.write("{", to: "settings.json")
        #expect(store().snapshot.setAsideSettings == nil)
        #expect(store().snapshot.units.wind == .knots)
    }

    @Test func failureKeepsOldReport() async throws {
        let store = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        let report = Report.example(at: .montevideo, fetchedAt: now)
        await store.keep([report], as: \.forecast, at: now)
        store.note([.montevideo: .hostNotFound(host: "x")], of: \.forecast, at: now.advanced(by: 900))
        let weather = try #require(store.snapshot.weather[.montevideo])
        #expect(weather.report == report)
        #expect(weather.failure == .hostNotFound(host: "x"))
        #expect(weather.forecast.triedAt == now.advanced(by: 900))
    }

    @Test func fullTableAdmitsNoPlaceBeforeMinimumInterval() {
        let store = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        func coordinate(_ number: Int) -> Coordinate { Coordinate(latitude: 0, longitude: Double(number))! }
        for number in 0..<Snapshot.placesLimit {
            #expect(store.admit(coordinate(number), at: now.advanced(by: number)))
        }
        #expect(!store.admit(coordinate(100), at: now.advanced(by: 60)))
        #expect(store.admit(coordinate(5), at: now.advanced(by: 60)), "stored places stay")
        let later = now.advanced(by: RefreshFloor.seconds + 60)
        #expect(store.admit(coordinate(100), at: later))
        #expect(store.snapshot.weather[coordinate(0)] == nil, "the least recently requested place was evicted")
        #expect(store.snapshot.weather[.montevideo] != nil)
    }

    @Test func thousandLocationsStayWithinLimit() async throws {
        let store = store()
        for number in 0..<100 {
            try await store.changeSettings(at: now) {
                $0.location = Coordinate(latitude: 0, longitude: Double(number)).map { .place(Place(coordinate: $0)) }
            }
        }
        let snapshot = store.snapshot
        #expect(snapshot.weather.count <= Snapshot.placesLimit + 1)
        #expect(snapshot.weather[Coordinate(latitude: 0, longitude: 99)!] != nil, "the current place is never evicted")
    }

    @Test func unreadableSettingsAreNotOverwritten() async throws {
        try FileManager.default.createDirectory(atPath: state.file("settings.json"), withIntermediateDirectories: false)
        let store = store()
        await #expect(throws: SettingsError.self) {
            try await store.changeSettings(at: now) { $0.units.wind = .knots }
        }
        #expect(try state.names() == ["settings.json"])
    }

    @Test func idleRunWritesNothing() async throws {
        let first = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        await first.keep([.example(at: .montevideo, fetchedAt: now)], as: \.forecast, at: now)
        let written = try inode(of: "reports.json")
        let second = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        await second.save()
        #expect(try inode(of: "reports.json") == written)
    }

    @Test func sampleReportsAreReplacedByRealWeather() async {
        let store = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        var sample = Report.example(at: .montevideo, fetchedAt: now)
        sample.provider.isSample = true
        await store.keep([sample], as: \.forecast, at: now)
        store.forgetSamples()
        #expect(store.snapshot.weather[.montevideo] != nil)
        #expect(store.snapshot.weather[.montevideo]?.report == nil)
    }

    @Test func changesAreReported() async throws {
        let store = store(defaults: Defaults(location: Place(coordinate: .montevideo)))
        var changes = store.changes().makeAsyncIterator()
        store.note([.montevideo: .hostNotFound(host: "x")], of: \.forecast, at: now)
        #expect(await changes.next() != nil)
    }

    @Test func dailyCountResetsAtMidnightUTC() {
        var tally = RequestTally()
        let evening = UnixTime(86_400 * 20_000 - 1)
        tally.add(to: "x", at: evening)
        tally.add(to: "x", at: evening)
        #expect(tally.count(at: evening) == 2)
        #expect(tally.count(at: evening.advanced(by: 1)) == 0)
        tally.add(to: "x", at: evening.advanced(by: 1))
        #expect(tally.count(at: evening.advanced(by: 1)) == 1)
    }

    @Test func overflowingCountIsRejected() throws {
        let tally = Data(#"{"day":20000,"numbers":{"x":9223372036854775807,"y":1}}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RequestTally.self, from: tally) }
    }

    private func inode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: cache.file(name))[.systemFileNumber] as? Int
    }

    /// A name with an excessive run of combining marks is truncated before it is stored, or it could not be read again.
    @Test func nameOfCombiningMarksKeepsSettings() async throws {
        let name = "a" + String(repeating: "\u{301}", count: 500)
        try await store().changeSettings(at: now) { settings throws(FavouritesError) in
            try settings.addFavourite(Place(name: name, coordinate: .oslo))
            settings.units.wind = .knots
        }
        let settings = store().snapshot.settings
        #expect(settings.units.wind == .knots)
        #expect(settings.favourites.first?.name?.unicodeScalars.count == 1 + String.mostMarks)
    }

    /// Version 0.1.0 stored such names completely.
    @Test func savedNameOfCombiningMarksIsTruncated() async throws {
        let name = "a" + String(repeating: "\u{301}", count: 500)
        var stored = Settings()
        try stored.addFavourite(Place(name: name, coordinate: .oslo))
        try SettingsFiles(directory: state.path).write(stored, insteadOf: Settings())
        #expect(store().snapshot.settings.favourites.first?.coordinate == .oslo)
    }
}
