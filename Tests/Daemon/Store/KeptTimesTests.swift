import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Store

/// requests.json of a run whose clock was wrong, read in the next boot.
@Suite(.timeLimit(.minutes(20)))
struct KeptTimesTests {
    private let directory: TemporaryDirectory
    private let clock = Clocks()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var now: Moment { clock.now }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now.wall,
            clock: { [clock] in clock.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func wait(_ failures: Int = 1, at time: Moment) -> ProviderBackoff {
        ProviderBackoff(
            provider: Provider(id: "x", name: "X"),
            failure: .rateLimited(host: "x", reason: nil, retryAfter: 7200), failures: failures, failedAt: time,
            backoff: 0, requested: 7200)
    }

    /// - Parameter isKeptAgain: whether the provider's chain, which has the former time, writes after the step.
    @Test(arguments: [false, true]) func waitSurvivesACorrectionAndABoot(isKeptAgain: Bool) async {
        clock.set(by: -5 * 3600)
        let first = store()
        let failedAt = now
        await first.keep([wait(at: failedAt)], of: "forecasts")
        clock.pass(60)
        clock.set(by: 5 * 3600)
        #expect(first.followSetClock())
        if isKeptAgain {
            await first.keep([wait(2, at: failedAt)], of: "forecasts")
        } else {
            // Writes in turn.
            await first.endRequests()
        }
        clock.boot()
        let kept = store().snapshot.requests.backoffs["forecasts"]?.first
        #expect(kept.map { now.seconds(since: $0.failedAt) } == 660)
    }

    @Test func refusalsAndProxiesSurviveACorrectionAndABoot() async throws {
        let interface = ServiceRefusals.Interface(provider: "x", kind: .forecast, settings: "0")
        let place = try #require(Coordinate(latitude: 1, longitude: 2))
        clock.set(by: -5 * 3600)
        let (first, failedAt) = (store(), now)
        first.changeRefusals(of: interface) { refusals in
            refusals.names[UnknownName(parameter: "hourly", value: "y")] = failedAt
            let failure = FetchFailure.refused(host: "x", status: 400, reason: nil)
            refusals.places[place] = ServiceRefusals.Place(failure: failure, at: failedAt, seconds: 21_600)
            refusals.longest = ServiceRefusals.Length(count: 3, at: failedAt)
            refusals.vain = ServiceRefusals.Vain(places: [place], at: failedAt)
        }
        await first.keep([ProxyRejection(proxy: "ab", reason: "y", count: 1, at: failedAt, seconds: 3600)])
        clock.pass(60)
        clock.set(by: 5 * 3600)
        #expect(first.followSetClock())
        await first.endRequests()
        clock.boot()
        let requests = store().snapshot.requests
        let refusals = try #require(requests.refusals.first)
        let moments =
            Array(refusals.names.values) + refusals.places.values.map(\.at)
            + [refusals.longest?.at, refusals.vain?.at, requests.proxies.first?.at].compactMap(\.self)
        #expect(moments.map { now.seconds(since: $0) } == [660, 660, 660, 660, 660])
    }

    private func request(_ count: Int, in store: Store) async {
        for _ in 0..<count {
            _ = await store.countRequests(to: "x", at: now.wall)
            await store.endRequests()
        }
    }

    /// The clock is ahead after a boot, until it is corrected.
    @Test(arguments: [26 * 3600, 73 * 365 * 86_400], [0, 1])
    func countsOfAWrongBootJoinThoseOfTheDay(ahead: Int, count: Int) async {
        await request(4, in: store())
        clock.boot(aheadBy: ahead)
        let second = store()
        await request(count, in: second)
        #expect(second.snapshot.requests.count(at: now.wall) == count)
        clock.set(by: -ahead)
        #expect(second.followSetClock())
        #expect(second.snapshot.requests.count(at: now.wall) == 4 + count)
        await second.endRequests()
        clock.boot()
        #expect(store().snapshot.requests.count(at: now.wall) == 4 + count)
    }

    @Test func manyBootsOfADayAreAllCounted() async {
        for count in 1...12 {
            let store = self.store()
            await request(1, in: store)
            #expect(store.snapshot.requests.count(at: now.wall) == count)
            clock.boot()
        }
    }
}

/// Both clocks.
private final class Clocks: Sendable {
    private let moment = Mutex(Moment(wall: UnixTime(1_795_273_200), uptime: 5000, boot: "a"))

    var now: Moment { moment.withLock { $0 } }

    func pass(_ seconds: Int) {
        moment.withLock { $0 = Moment(wall: $0.wall.advanced(by: seconds), uptime: $0.uptime + seconds, boot: $0.boot) }
    }

    func set(by seconds: Int) {
        moment.withLock { $0.wall = $0.wall.advanced(by: seconds) }
    }

    /// Ten minutes later, with a clock that is ahead.
    func boot(aheadBy seconds: Int = 0) {
        moment.withLock { $0 = Moment(wall: $0.wall.advanced(by: 600 + seconds), uptime: 60, boot: $0.boot + "+") }
    }
}
