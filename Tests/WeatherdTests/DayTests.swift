import Keeping
import Testing
import Weather

/// Whole days of the daemon, in which three bars ask for the weather every second.
@Suite(.timeLimit(.minutes(10))) struct DayTests {
    @Test func aDayTakesNoMoreThanAHundredRequests() async throws {
        let daemon = try SimulatedDaemon(seed: 1)
        try await daemon.running {
            try await daemon.pass(86_400)
            #expect(daemon.weather?.failure == nil)
            #expect(daemon.now.seconds(since: try #require(daemon.weather?.content?.fetchedAt)) <= 17 * 60)
        }
        #expect((80...100).contains(daemon.requests.count), "\(daemon.requests.count)")
        let pauses = zip(daemon.requests, daemon.requests.dropFirst()).map { $1.seconds(since: $0) }
        #expect(pauses.allSatisfy { $0 >= 600 })
        #expect(daemon.requests.dropFirst().allSatisfy { (60..<3540).contains($0.seconds % 3600) }, "never on the hour")
    }

    /// The provider cannot be reached for six hours, and comes back at a moment that nobody could guess.
    @Test(arguments: [21_600, 21_717])
    func aReturnFromSixHoursOfSilenceIsMetWithinAMinute(length: Int) async throws {
        let daemon = try SimulatedDaemon(seed: 4)
        try await daemon.running {
            try await daemon.pass(1000)
            let before = daemon.requests.count
            daemon.failure = .unreachable(host: "service.test", reason: "connection refused")
            try await daemon.pass(length)
            let tries = daemon.requests.count - before
            #expect((20...120).contains(tries), "\(tries) tries")
            #expect(daemon.weather?.failure != nil)
            daemon.failure = nil
            let back = daemon.now
            try await daemon.pass(60)
            #expect(daemon.weather?.failure == nil)
            #expect(try #require(daemon.weather?.content?.fetchedAt) >= back)
        }
    }

    /// The provider answers that it is out of order, so that a connection says nothing of its return: it is found by
    /// trying, as often as 120 tries allow.
    @Test func aReturnFromSixHoursOfErrorsIsMetWithinFiveMinutes() async throws {
        let daemon = try SimulatedDaemon(seed: 4)
        try await daemon.running {
            try await daemon.pass(1000)
            let before = daemon.requests.count
            daemon.failure = .serviceFailed(host: "service.test", status: 503, reason: nil, retryAfter: nil)
            try await daemon.pass(21_700)
            let tries = daemon.requests.count - before
            #expect((20...120).contains(tries), "\(tries) tries")
            daemon.failure = nil
            let back = daemon.now
            try await daemon.pass(300)
            #expect(try #require(daemon.weather?.content?.fetchedAt) >= back)
        }
    }
}
