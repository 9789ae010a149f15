import Foundation
import Location
import Logging
import Scratch
import SystemBus
import Weather

/// A locator that follows GeoClue on a private bus, and its reports. The test controls its clock.
struct LocatorFixture {
    let clock = ManualClock()
    let locator: Locator<ManualClock>
    let found: AsyncStream<LocationFix>
    let failed: AsyncStream<[LocationSource: LocationFailure]>
    static let now = UnixTime(1_763_740_000)

    init(bus: PrivateBus) {
        let geoClue = GeoClue(address: bus.address, now: { Self.now })
        let (found, finds) = AsyncStream.makeStream(of: LocationFix.self)
        let (failed, fails) = AsyncStream.makeStream(of: [LocationSource: LocationFailure].self)
        (self.found, self.failed) = (found, failed)
        locator = Locator(
            sources: [.geoClue], searches: [.geoClue: geoClue.follow], clock: clock,
            now: { Self.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            sentence: { "\($1)" }, found: { fix, _ in finds.yield(fix) }, failed: { fails.yield($0) })
    }

    /// Locates while `body` lasts.
    func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { await locator.run() }
            try await body()
            group.cancelAll()
        }
    }

    /// Returns when the locator waits for that second of the test's clock, which only the test advances.
    func locatorSleeps(until seconds: Int) async {
        for await deadline in clock.sleeps where deadline.offset == .seconds(seconds) { return }
    }
}

/// The GeoClue of python3-dbusmock, see geoclue.py.
struct GeoClueMock {
    static let service = "org.freedesktop.GeoClue2"
    static let mock = "org.freedesktop.DBus.Mock"
    static let client = "/org/freedesktop/GeoClue2/Client/1"
    let process: Process

    init(on bus: PrivateBus, _ parameters: String = "{}") async throws {
        process = try await bus.start(
            "/usr/bin/python3",
            ["-m", "dbusmock", "--template", PrivateBus.script("geoclue.py"), "--parameters", parameters],
            owning: Self.service)
    }

    /// Lets GeoClue report another location.
    static func move(_ bus: Bus, to coordinate: Coordinate, at time: UnixTime) async throws {
        _ = try await bus.call(
            BusCall(
                service: service, path: "/org/freedesktop/GeoClue2/Manager", interface: mock, method: "Move",
                arguments: [
                    .double(coordinate.latitude), .double(coordinate.longitude), .uint64(UInt64(time.seconds)),
                ]))
    }

    /// The calls to the client from now on.
    static func calls(_ bus: Bus) async throws -> AsyncStream<BusSignal> {
        try await bus.signals([BusMatch(sender: service, path: client, interface: mock, name: "MethodCalled")])
    }
}
