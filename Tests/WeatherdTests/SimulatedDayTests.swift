import Keeping
import Testing
import Weather

/// Whole days of the daemon, in which three bars ask for the weather every few seconds.
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

    /// They are fetched as often as forecasts while one is in force.
    @Test func warningInForceIsFollowedClosely() async throws {
        let feature =
            #"{"properties":{"id":"1","event":"gale"},"when":{"interval":["2000-01-02T00:00:00Z","2090-01-01T00:00:00Z"]}}"#
        let daemon = try SimulatedDaemon(seed: 1, warnings: #"{"features":[\#(feature)]}"#)
        try await daemon.running { try await daemon.pass(6 * 3600) }
        #expect((20...27).contains(daemon.requestsOfWarnings), "\(daemon.requestsOfWarnings)")
    }

    /// The provider's name is not found for six hours, as where this machine's network is at fault, and then is, at a moment that
    /// nobody could guess.
    @Test func networkReturnAfterSixHoursRefreshesWithinAMinute() async throws {
        try await away(.hostNotFound(host: "service.test"), for: 21_717, isMetWithin: 60)
    }

    /// The router has lost its own way for six hours, and says so.
    @Test(arguments: ["there is no network", "there is no route to the host"])
    func uplinkReturnRefreshesWithinAMinute(reason: String) async throws {
        try await away(.noRoute(host: "service.test", reason: reason), for: 21_717, isMetWithin: 60)
    }

    /// The provider cannot be reached for six hours by a way that had served well. When it is back, so are all its users: some
    /// minutes of patience spread them, and the weather that is six hours old may grow older by half an interval.
    @Test func returnAfterSixHoursOfTimeoutsRefreshesWithinHalfAnInterval() async throws {
        try await away(.unreachable(host: "service.test", reason: "connection refused"), for: 21_600, isMetWithin: 450)
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

    /// The provider answers that it is out of order, so that a connection says nothing of its return: it is found by
    /// trying, as often as 120 tries allow.
    @Test func returnAfterSixHoursOfErrorsRefreshesWithinHalfAnInterval() async throws {
        let failure = FetchFailure.serviceFailed(host: "service.test", status: 503, reason: nil, retryAfter: nil)
        try await away(failure, for: 21_700, isMetWithin: 450)
    }

    private func away(_ failure: FetchFailure, for length: Int, isMetWithin seconds: Int) async throws {
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
