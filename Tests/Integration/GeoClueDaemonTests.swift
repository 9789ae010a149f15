import Foundation
import LoopbackHTTP
import Scratch
import SystemBus
import Testing
import Weather

@testable import Location

/// The locator and the real GeoClue, which requests the location from the test's web server.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a bus and a GeoClue; run make integration"), .serialized,
    .timeLimit(.minutes(1)))
struct GeoClueDaemonTests {
    private static let settings = """
        [agent]
        whitelist=weatherd-test-agent
        [wifi]
        enable=true
        url=URL/v1/geolocate
        [3g]
        enable=false
        [cdma]
        enable=false
        [modem-gps]
        enable=false
        [network-nmea]
        enable=false
        [weatherd]
        allowed=true
        system=false
        users=
        """

    @Test func locatingStartsOnceAnAgentIsRegistered() async throws {
        let bus = try PrivateBus()
        let answer = #"{"location": {"lat": 59.91, "lng": 10.75}, "accuracy": 25000.0, "fallback": "ipf"}"#
        try await LoopbackServer.running(handler: { _ in .json(answer) }) { server in
            // The file belongs to the test: Tests/Integration/run created it.
            try Data(Self.settings.replacing("URL", with: server.url).utf8)
                .write(to: URL(fileURLWithPath: "/etc/geoclue/geoclue.conf"), options: [])
            try await bus.start(
                "/usr/libexec/geoclue", ["-t", "60"], environment: ["GIO_USE_NETWORK_MONITOR": "base"],
                owning: GeoClueMock.service)

            let whereabouts = LocatorFixture(bus: bus)
            try await whereabouts.running {
                var found = whereabouts.found.makeAsyncIterator()
                var failed = whereabouts.failed.makeAsyncIterator()
                await whereabouts.locatorSleeps(until: 1)
                whereabouts.clock.advance(by: .seconds(1))
                await whereabouts.locatorSleeps(until: 10)
                whereabouts.clock.advance(by: .seconds(9))
                // Without an agent, 2.6 does not answer at all; other versions deny access.
                let failure = await failed.next()?[.geoClue]
                if case .refused = failure {} else { #expect(failure == .timedOut(seconds: 10)) }
                #expect(server.requests.isEmpty)

                try bus.start("/usr/bin/python3", [PrivateBus.script("geoclue-agent.py")])
                await whereabouts.locatorSleeps(until: 70)
                whereabouts.clock.advance(by: .seconds(60))
                let fix = try #require(await found.next())
                #expect(fix.source == .geoClue)
                // GeoClue itself reduces the accuracy to a city's.
                #expect(fix.coordinate.distance(to: .oslo) < 10_000)
                #expect(try #require(fix.accuracy) >= 25_000)
                #expect(await failed.next()?.isEmpty == true)
            }
        }
    }
}
