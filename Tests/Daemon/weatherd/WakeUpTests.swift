import Foundation
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Notifications
@testable import Refreshing
@testable import weatherd

/// Which parts of the daemon a change of settings wakes.
@Suite(.timeLimit(.minutes(20)))
struct WakeUpTests {
    private static let now = ManualClock.start
    private static let home = Place(name: "Home", coordinate: .oslo)
    private static let cabin = Place(name: "Cabin", coordinate: Coordinate(latitude: 48.14, longitude: 11.58) ?? .oslo)

    private static let parts: [(name: String, concern: StoreChange)] = [
        ("status line", StatusLine.concern), ("accuracy", AccuracyRecorder.concern),
        ("probe", ReachabilityProbe<ManualClock>.concern), ("announcer", Announcer<ManualClock>.concern),
        ("clients", .everything),
    ]

    /// A kind of change, and which parts it wakes.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (Store) async throws -> StoreChange
        let parts: [String]
        let refreshers: [RefreshScope]

        init(
            _ name: String, wakes parts: [String], refreshers: [RefreshScope] = [],
            _ change: @escaping @Sendable (Store) async throws -> StoreChange
        ) {
            (testDescription, self.change, self.parts, self.refreshers) = (name, change, parts, refreshers)
        }

        /// A change of settings.
        init(
            _ name: String, wakes parts: [String], refreshers: [RefreshScope] = [],
            settings: @escaping @Sendable (inout Settings) throws(FavouritesError) -> Void
        ) {
            self.init(name, wakes: parts, refreshers: refreshers) { try await $0.changeSettings(at: now, settings) }
        }
    }

    static let examples = [
        Example("units", wakes: ["status line"], settings: { $0.units.wind = .knots }),
        Example("the same units", wakes: [], settings: { $0.units.wind = .kilometersPerHour }),
        Example(
            "place", wakes: ["status line", "accuracy", "probe", "announcer"],
            refreshers: [.all, .current, .onRequest],
            settings: { $0.location = .place(cabin) }),
        Example(
            "add", wakes: ["announcer"], refreshers: [.all],
            settings: { (settings) throws(FavouritesError) in
                try settings.addFavourite(Place(name: "New", coordinate: .montevideo))
            }),
        Example(
            "remove", wakes: ["announcer"], refreshers: [.all],
            settings: { (settings) throws(FavouritesError) in try settings.removeFavourite(.name("Cabin")) }),
        Example(
            "move", wakes: ["announcer"], refreshers: [.all],
            settings: { (settings) throws(FavouritesError) in try settings.moveFavourite(.name("Cabin"), to: 1) }),
        Example(
            "rename", wakes: ["status line"],
            settings: { (settings) throws(FavouritesError) in try settings.renameFavourite(.name("Cabin"), to: "Hut") }),
        Example("next", wakes: []) {
            $0.step(1)
            return []
        },
        Example("previous", wakes: []) {
            $0.step(-1)
            return []
        },
        Example("toggle", wakes: []) {
            $0.toggle()
            return []
        },
    ]

    @Test(arguments: examples) func onlyConcernedPartsAreWoken(example: Example) async throws {
        let directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: Self.now, logger: logger)
        try await store.changeSettings(at: Self.now) { $0.favourites = [Self.home, Self.cabin] }
        let scopes: [RefreshScope] = [.all, .current, .onRequest]
        let counts = scopes.map { _ in Counter() }
        let clock = ManualClock()
        let refreshers = zip(scopes, counts).map { scope, count in
            Refresher(
                store: store, part: \.forecast, scope: scope,
                policy: {
                    count.number.withLock { $0 += 1 }
                    return RefreshPolicy(interval: .seconds(900))
                }, clock: clock, now: { Self.now }, pauseReason: .noNetwork, log: RefreshLog(logger: logger),
                fetch: { places, _ in places.map { _ in .failure(.noNetwork) } })
        }
        try await withThrowingTaskGroup { group in
            for refresher in refreshers { group.addTask { await refresher.run() } }
            for refresher in refreshers { await refresher.ping() }
            let before = counts.map { $0.number.withLock { $0 } }
            let readers = Self.parts.map { store.changes(of: $0.concern) }
            let change = try await example.change(store)
            var woken: [String] = []
            for (part, reader) in zip(Self.parts, readers) where await Self.isWoken(reader) { woken.append(part.name) }
            #expect(woken == example.parts + ["clients"])
            for refresher in refreshers { refresher.send(change) }
            for refresher in refreshers { await refresher.ping() }
            let after = counts.map { $0.number.withLock { $0 } }
            #expect(zip(before, after).map { $1 - $0 } == scopes.map { example.refreshers.contains($0) ? 1 : 0 })
            group.cancelAll()
        }
    }

    /// Nothing but the settings is written, in both of their files.
    @Test func unitsAreWrittenWithTheSettingsAlone() async throws {
        let directory = try TemporaryDirectory()
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: Self.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await store.changeSettings(at: Self.now) { $0.favourites = [Self.home] }
        await store.keep([Report.example(at: .oslo, fetchedAt: Self.now)], as: \.forecast, at: Self.now)
        let before = try Self.files(in: directory)
        #expect(before.keys.contains("reports.json"))
        try await store.changeSettings(at: Self.now) { $0.units.wind = .knots }
        let after = try Self.files(in: directory)
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        #expect(changed == ["settings.json", "settings.copy.json"])
    }

    /// The identity of each file in a directory: a file that is written is replaced by another.
    private static func files(in directory: TemporaryDirectory) throws -> [String: Int] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: directory.path).reduce(into: [:]) { inodes, name in
            let attributes = try files.attributesOfItem(atPath: directory.file(name))
            inodes[name] = attributes[.systemFileNumber] as? Int
        }
    }

    /// A reload and a clock that was set concern all.
    @Test func reloadWakesAll() async throws {
        let directory = try TemporaryDirectory()
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: Self.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for wake in [{ store.wakeReaders() }, { store.setDefaults(Defaults(units: .imperial), at: Self.now) }] {
            let readers = Self.parts.map { store.changes(of: $0.concern) }
            wake()
            for (part, reader) in zip(Self.parts, readers) { #expect(await Self.isWoken(reader), "\(part.name)") }
        }
    }

    private final class Counter: Sendable {
        let number = Mutex(0)
    }

    /// Whether an element waits. A cancelled reader gets what has arrived before.
    private static func isWoken(_ changes: AsyncStream<Void>) async -> Bool {
        let reader = Task {
            var changes = changes.makeAsyncIterator()
            return await changes.next() != nil
        }
        reader.cancel()
        return await reader.value
    }
}
