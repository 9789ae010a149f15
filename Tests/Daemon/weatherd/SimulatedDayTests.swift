import Scratch
import Store
import Testing
import Weather

@testable import Refreshing

/// Whole days of the daemon, during which three bars request the weather every few seconds.
@Suite(.timeLimit(.minutes(20))) struct SimulatedDayTests {
    @Test func dayNeedsAtMostAHundredRequests() async throws {
        let daemon = try SimulatedDaemon(seed: 1)
        try await daemon.running {
            try await daemon.pass(86_400)
            #expect(daemon.weather?.failure == nil)
            #expect(daemon.now.seconds(since: try #require(daemon.weather?.content?.fetchedAt)) <= 18 * 60)
        }
        #expect((80...100).contains(daemon.requests.count), "\(daemon.requests.count)")
        let pauses = zip(daemon.requests, daemon.requests.dropFirst()).map { $1.seconds(since: $0) }
        #expect(pauses.allSatisfy { $0 >= 600 })
        #expect(daemon.requests.dropFirst().allSatisfy { (60..<3540).contains($0.seconds % 3600) }, "never on the hour")
    }

    /// In calm weather, warnings take a request an hour, and all together fewer than 130.
    @Test func calmDayWithWarningsNeedsAtMost130Requests() async throws {
        let daemon = try SimulatedDaemon(seed: 1, warnings: #"{"features":[]}"#)
        try await daemon.running { try await daemon.pass(86_400) }
        #expect((20...27).contains(daemon.requestsOfWarnings), "\(daemon.requestsOfWarnings)")
        #expect(daemon.requests.count <= 130, "\(daemon.requests.count)")
        #expect(daemon.requests.count - daemon.requestsOfWarnings <= 100)
    }

    /// A UTC day with warnings, a station, radar while it rains all day, the ensemble, and a second provider to compare with.
    @Test func dayWithEverythingOnNeedsAtMost130Requests() async throws {
        let daemon = try SimulatedDaemon(
            seed: 1, warnings: #"{"features":[]}"#,
            everything: [
                "WEATHERD_CURRENT_SOURCE": "both", "WEATHERD_NOWCAST": "auto", "WEATHERD_PROVIDERS": "best",
                "WEATHERD_CONTACT": "me@example.org",
            ])
        let midnight = (SimulatedDaemon.start.seconds / 86_400 + 1) * 86_400
        try await daemon.running {
            try await daemon.pass(midnight - SimulatedDaemon.start.seconds)
            try await daemon.pass(86_399)
            let weather = try #require(daemon.store.snapshot.weather[.oslo])
            #expect(weather.observations.content?.observation?.station.id == "ENGM")
            #expect(weather.radar.content?.precipitation.isEmpty == false)
            #expect(weather.normals.content != nil && weather.ensemble.content != nil)
        }
        let counts = daemon.store.snapshot.requests.counts(at: daemon.now)
        #expect(counts.values.reduce(0, +) <= 130, "\(counts)")
        #expect((27...31).contains(daemon.requests(of: "/v1/forecast", since: midnight)), "\(counts)")
        #expect(daemon.requests(of: "/locationforecast/", since: midnight) == 4, "the second provider")
        #expect((4...5).contains(daemon.requests(of: "/v1/ensemble", since: midnight)))
        #expect((20...27).contains(daemon.requests(of: "/metalerts/", since: midnight)))
        #expect((40...46).contains(counts["stations"] ?? 0))
        #expect(counts["met-norway-radar"] == RequestPace.radarADay(hasStations: true), "it rains all day")
    }

    /// Behind a locked screen, a bar that watches costs an hourly forecast and its warnings, and the weather stays fresh.
    @Test func lockedDayIsHourly() async throws {
        let daemon = try SimulatedDaemon(seed: 1, warnings: #"{"features":[]}"#)
        var device = DeviceState()
        device.sessions = [LoginSession(isGraphical: true, isLocked: true)]
        daemon.save(SavingMode(device, isUsed: true))
        try await daemon.running { try await daemon.pass(86_400) }
        let forecasts = daemon.requests.count - daemon.requestsOfWarnings
        #expect((24...29).contains(forecasts), "\(forecasts)")
        #expect((20...27).contains(daemon.requestsOfWarnings), "\(daemon.requestsOfWarnings)")
        let pauses = zip(daemon.forecasts, daemon.forecasts.dropFirst()).map { $1.seconds(since: $0) }
        #expect(pauses.allSatisfy { (2700..<3600).contains($0) }, "\(pauses)")
    }

    /// At unlock, weather that is older than the interval is fetched within seconds.
    @Test func unlockFetchesAtOnce() async throws {
        let daemon = try SimulatedDaemon(seed: 2)
        var device = DeviceState()
        device.sessions = [LoginSession(isGraphical: true, isLocked: true)]
        daemon.save(SavingMode(device, isUsed: true))
        try await daemon.running {
            try await daemon.pass(1000)
            #expect(daemon.requests.count == 1)
            daemon.save(.none)
            try await daemon.pass(2)
            #expect(daemon.requests.count == 2)
            daemon.save(SavingMode(device, isUsed: true))
            try await daemon.pass(300)
            daemon.save(.none)
            try await daemon.pass(300)
            #expect(daemon.requests.count == 2, "ten minutes old")
        }
    }

    /// On a metered connection, neither radar nor ensemble is requested, though it rains all day.
    @Test func meteredDayWithEverythingOn() async throws {
        let daemon = try SimulatedDaemon(
            seed: 1, warnings: #"{"features":[]}"#,
            everything: [
                "WEATHERD_CURRENT_SOURCE": "both", "WEATHERD_NOWCAST": "auto", "WEATHERD_CONTACT": "me@example.org",
            ])
        var device = DeviceState()
        device.isMetered = true
        daemon.save(SavingMode(device, isUsed: true))
        try await daemon.running { try await daemon.pass(86_400) }
        let start = SimulatedDaemon.start.seconds
        let counts = daemon.store.snapshot.requests.counts(at: daemon.now)
        #expect((24...30).contains(daemon.requests(of: "/v1/forecast", since: start)), "\(counts)")
        #expect((20...28).contains(daemon.requests(of: "/metalerts/", since: start)), "\(counts)")
        #expect(daemon.requests(of: "/v1/ensemble", since: start) == 0)
        #expect(daemon.requests(of: "/nowcast/", since: start) == 0 && counts["met-norway-radar"] == nil)
        #expect((20...32).contains(daemon.requests(of: "aviationweather.gov", since: start)), "\(counts)")
    }

    /// They are fetched as often as forecasts while one is in force.
    @Test func warningInForceIsFollowedClosely() async throws {
        let feature =
            #"{"properties":{"id":"1","event":"gale"},"when":{"interval":["2000-01-02T00:00:00Z","2090-01-01T00:00:00Z"]}}"#
        let daemon = try SimulatedDaemon(seed: 1, warnings: #"{"features":[\#(feature)]}"#)
        try await daemon.running { try await daemon.pass(6 * 3600) }
        #expect((20...27).contains(daemon.requestsOfWarnings), "\(daemon.requestsOfWarnings)")
    }

    /// DNS fails for six hours, as when this machine's network is broken, and recovers at an unpredictable moment.
    @Test func networkReturnAfterSixHoursRefreshesWithinAMinute() async throws {
        try await outage(.hostNotFound(host: "service.test"), for: 21_717, isMetWithin: 60)
    }

    /// The router has no uplink for six hours, and reports that.
    @Test(arguments: ["there is no network", "there is no route to the host"])
    func uplinkReturnRefreshesWithinAMinute(reason: String) async throws {
        try await outage(.noRoute(host: "service.test", reason: reason), for: 21_717, isMetWithin: 60)
    }

    /// The provider is unreachable for six hours over a route that worked before. When it returns, so do all its users:
    /// a few minutes of delay spread them, and six-hour-old weather may age by another half interval.
    @Test func returnAfterSixHoursOfTimeoutsRefreshesWithinHalfAnInterval() async throws {
        try await outage(
            .unreachable(host: "service.test", reason: "connection refused"), for: 21_600, isMetWithin: 450)
    }

    /// A short outage has no lasting effect.
    @Test func minuteOutageDelaysByAtMostAMinute() async throws {
        let daemon = try SimulatedDaemon(seed: 4)
        try await daemon.running {
            try await daemon.pass(1000)
            daemon.failure = .unreachable(host: "service.test", reason: "connection refused")
            while daemon.weather?.failure == nil { try await daemon.pass(1) }
            try await daemon.pass(35)
            daemon.failure = nil
            try await daemon.pass(25)
            #expect(daemon.weather?.failure == nil)
        }
    }

    /// A request does not wait for the next scheduled attempt.
    @Test func refreshAfterOutageRunsImmediately() async throws {
        let daemon = try SimulatedDaemon(seed: 4)
        try await daemon.running {
            try await daemon.pass(1000)
            daemon.failure = .serviceFailed(host: "service.test", status: 503, reason: nil, retryAfter: nil)
            try await daemon.pass(3600)
            while daemon.weather?.nextRefresh.map({ $0.seconds(since: daemon.now) < 60 }) ?? true {
                try await daemon.pass(10)
            }
            try await daemon.pass(10)
            daemon.failure = nil
            #expect(await daemon.refresh() == .done)
        }
    }

    /// The provider reports an error, so a probe does not reveal its return: it is found by retries, as often as 120
    /// attempts allow.
    @Test func returnAfterSixHoursOfErrorsRefreshesWithinHalfAnInterval() async throws {
        let failure = FetchFailure.serviceFailed(host: "service.test", status: 503, reason: nil, retryAfter: nil)
        try await outage(failure, for: 21_700, isMetWithin: 450)
    }

    private func outage(_ failure: FetchFailure, for length: Int, isMetWithin seconds: Int) async throws {
        let daemon = try SimulatedDaemon(seed: 4)
        try await daemon.running {
            try await daemon.pass(1000)
            let before = daemon.requests.count
            daemon.failure = failure
            try await daemon.pass(length)
            let tries = daemon.requests.count - before
            #expect((20...120).contains(tries), "\(tries) tries")
            #expect(daemon.weather?.failure != nil)
            daemon.failure = nil
            let back = daemon.now
            try await daemon.pass(seconds)
            #expect(daemon.weather?.failure == nil)
            #expect(try #require(daemon.weather?.content?.fetchedAt) >= back)
        }
    }
}
