import Foundation
import Glibc
import SystemBus
import Testing

/// The real weatherd, and mocks of the services that report the connection and the session.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes namespaces; run make integration"), .serialized,
    .timeLimit(.minutes(1)))
struct SavingTests {
    private let laptop: Laptop
    private let bus: PrivateBus

    init() throws {
        laptop = try Laptop()
        bus = try PrivateBus()
        laptop.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
    }

    private func start() async throws {
        try await laptop.prepare()
        try laptop.connect()
        try laptop.start()
        try laptop.watch("the weather") { $0.freshness == "fresh" }
    }

    /// Seconds from now to the next refresh.
    private func pause(_ status: Laptop.Status) -> Int {
        let next = status.nextRefresh.flatMap { try? Date($0, strategy: .iso8601) }
        return next.map { Int($0.timeIntervalSince1970) - laptop.clock } ?? 0
    }

    /// While the screen is locked, the next fetch is an hour after the last one. No time passes for weatherd in between.
    @Test func lockedScreenDefersTheNextFetch() async throws {
        let logind = try await LogindMock.start(on: bus)
        try await logind.add("3", user: getuid(), type: "wayland")
        try await start()
        let status = try laptop.watch("the next refresh") { $0.nextRefresh != nil }
        #expect(status.saving == nil && pause(status) < 1200)
        let requests = laptop.requests
        try await logind.set("3", ["LockedHint": .bool(true)])
        let locked = try laptop.watch("the lock") { $0.saving?.reasons == ["locked"] && pause($0) > 2500 }
        #expect(locked.saving?.refresh == "hourly" && locked.saving?.leftOut == [] && pause(locked) < 3600)
        try await logind.set("3", ["LockedHint": .bool(false)])
        try laptop.watch("the unlock") { $0.saving == nil && pause($0) < 1200 }
        #expect(laptop.requests == requests)
        try laptop.stop()
    }

    /// On a metered connection with `metered = "off"`, weatherd sends only what a client asks for, until the connection is another.
    @Test func meteredConnectionIsNotUsedUnasked() async throws {
        let network = PropertyMock(.networkManager, on: bus)
        try await network.start(.uint32(1))
        laptop.environment["WEATHERD_NETWORK_METERED"] = "off"
        // The weather is two hours old.
        try await laptop.prepare()
        let requests = laptop.requests
        try laptop.connect()
        try laptop.start()
        let status = try laptop.watch("the connection") { $0.saving?.refresh == "on-request" }
        #expect(status.nextRefresh == nil && status.freshness == "stale")
        _ = try laptop.weatherctl("short")
        #expect(try laptop.weatherctl("status").contains("saving: only on request (metered connection)\n"))
        #expect(laptop.requests == requests)
        _ = try laptop.weatherctl("refresh", "--wait")
        #expect(laptop.requests == requests + 1)
        try laptop.stop()
        try laptop.setClock(laptop.clock + 7200)
        try await laptop.provide()
        try laptop.start()
        let stale = try laptop.watch("the connection") { $0.saving != nil }
        #expect(stale.freshness == "stale" && laptop.requests == requests + 1)
        try await network.set(.uint32(2))
        try laptop.watch("new weather") { $0.saving == nil && $0.ageSeconds == 0 }
        #expect(laptop.requests == requests + 2)
        try laptop.stop()
    }
}
