import Foundation
import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Store

/// A store whose wall clock is set, while it runs and while it does not.
@Suite(.timeLimit(.minutes(20)))
struct StoreClockTests {
    private let state: TemporaryDirectory
    private let cache: TemporaryDirectory
    private let clock = ManualMoment()

    private final class ManualMoment: Sendable {
        private let moment = Mutex(Moment(wall: UnixTime(1_795_273_200), uptime: 5000, boot: "a"))

        var now: Moment { moment.withLock { $0 } }

        func pass(_ seconds: Int) {
            moment.withLock {
                $0 = Moment(wall: $0.wall.advanced(by: seconds), uptime: $0.uptime + seconds, boot: $0.boot)
            }
        }

        func set(by seconds: Int) {
            moment.withLock { $0.wall = $0.wall.advanced(by: seconds) }
        }

        func boot(afterSeconds seconds: Int) {
            moment.withLock { $0 = Moment(wall: $0.wall.advanced(by: seconds), uptime: seconds, boot: $0.boot + "+") }
        }
    }

    init() throws {
        state = try TemporaryDirectory()
        cache = try TemporaryDirectory()
    }

    private func store() -> Store {
        Store(
            stateDirectory: state.path, cacheDirectory: cache.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: clock.now.wall,
            clock: { [clock] in clock.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func freshness(in store: Store) -> (age: Int?, isFresh: Bool?) {
        let report = store.snapshot.weather[.montevideo]?.report
        let now = clock.now.wall
        return (report?.age(at: now), report?.isFresh(at: now, staleAfter: 3600))
    }

    private func keep(in store: Store) async {
        await store.keep([.example(at: .montevideo, fetchedAt: clock.now.wall)], as: \.forecast, at: clock.now.wall)
    }

    /// The clock is two hours ahead at the fetch, and is corrected.
    @Test(arguments: [-7200, -120, 10_800, 30 * 86_400])
    func weatherOfWrongClockIsNeverFresh(step: Int) async {
        let store = store()
        await keep(in: store)
        #expect(freshness(in: store) == (0, true))
        clock.pass(60)
        clock.set(by: step)
        for minute in 1..<180 {
            let (age, isFresh) = freshness(in: store)
            #expect(age == minute * 60)
            #expect(isFresh == false)
            clock.pass(60)
        }
    }

    @Test(arguments: [true, false])
    func norAfterRestart(isSetWhileItRuns: Bool) async {
        var store = store()
        await keep(in: store)
        clock.pass(60)
        if isSetWhileItRuns {
            clock.set(by: -7200)
            await store.save()
        } else {
            clock.set(by: -7200)
        }
        store = self.store()
        clock.pass(119 * 60)
        #expect(freshness(in: store) == (120 * 60, false))
        await store.save()
        clock.boot(afterSeconds: 60)
        store = self.store()
        #expect(freshness(in: store) == (121 * 60, false))
    }

    /// The correction is not known before the next boot.
    @Test func norAfterABoot() async {
        await keep(in: store())
        clock.boot(afterSeconds: 60)
        clock.set(by: -7200)
        let store = store()
        for _ in 0..<180 {
            #expect(freshness(in: store).isFresh == false)
            clock.pass(60)
        }
    }

    @Test func bootIn1970DoesNotCostFreshWeather() async {
        await keep(in: store())
        clock.boot(afterSeconds: 60)
        clock.set(by: -1_795_273_000)
        let store = store()
        #expect(freshness(in: store).isFresh == false)
        clock.set(by: 1_795_273_000)
        #expect(freshness(in: store) == (60, true))
    }

    /// A fetch during which the clock is set.
    @Test func reportOfAnEarlierClockIsDoubtful() async {
        let store = store()
        let correction = store.clockCorrection
        let report = Report.example(at: .montevideo, fetchedAt: clock.now.wall)
        clock.set(by: 7200)
        _ = store.snapshot
        await store.keep([report], as: \.forecast, at: clock.now.wall, since: correction)
        #expect(freshness(in: store) == (0, false))
    }

    @Test func readersAreNotifiedOfAStep() async {
        let store = store()
        var steps = store.clockSteps().makeAsyncIterator()
        clock.set(by: -7200)
        _ = store.snapshot
        #expect(await steps.next() == -7200)
        clock.set(by: 5)
        _ = store.snapshot
        #expect(await steps.next() == 5)
        clock.set(by: 7)
        #expect(store.followSetClock())
        #expect(await steps.next() == 7)
        // Both clocks are read in whole seconds.
        clock.set(by: 1)
        #expect(!store.followSetClock())
        clock.set(by: -1)
        #expect(!store.followSetClock())
    }

    /// Small steps, each of which could be an ordinary correction, also when a reader notices them before the kernel reports them.
    @Test(arguments: [-50, 50, -1, 1], [true, false])
    func smallStepsAddUp(step: Int, isReported: Bool) async {
        let store = store()
        await keep(in: store)
        for number in 1...100 {
            clock.pass(10)
            clock.set(by: step)
            let (age, isFresh) = freshness(in: store)
            if isReported { store.followSetClock() }
            #expect(abs((age ?? -1) - number * 10) <= Moment.resolution, "after \(number) steps")
            #expect(isFresh == (abs(number * step) <= Moment.tolerance + Moment.resolution))
        }
        let report = store.snapshot.weather[.montevideo]?.report
        #expect(abs((report?.clock?.correction ?? 0) - 100 * step) <= Moment.resolution)
    }

    /// A clock that is set to and fro is right half of the time, and costs no weather.
    @Test func smallStepsThatCancelOutCostNothing() async {
        let store = store()
        await keep(in: store)
        for number in 1...100 {
            clock.pass(10)
            clock.set(by: number.isMultiple(of: 2) ? 50 : -50)
            #expect(freshness(in: store) == (number * 10, true))
        }
    }

    // MARK: - Requests

    private func request(in store: Store) async -> Store.Permission {
        await store.countRequests(to: "pirate-weather", within: 2, at: clock.now.wall)
    }

    /// Ahead by a day and back, also while the daemon is stopped.
    @Test(arguments: [true, false])
    func jumpOfADayResetsNoBudget(isRestarted: Bool) async {
        var store = store()
        for step in [0, 86_400, -86_400, 86_400] {
            clock.set(by: step)
            clock.pass(10)
            if isRestarted { store = self.store() }
            _ = await request(in: store)
            await store.endRequests()
        }
        #expect(await request(in: store) == .budgetSpent)
        #expect(store.snapshot.requests.count(at: clock.now.wall) == 2)
    }

    /// The budget was spent while the clock was 30 days ahead.
    @Test(arguments: [true, false])
    func wrongClockLocksNoBudget(isRestarted: Bool) async {
        clock.set(by: 30 * 86_400)
        var store = store()
        for _ in 0..<2 { _ = await request(in: store) }
        clock.set(by: -30 * 86_400)
        if isRestarted { store = self.store() }
        #expect(await request(in: store) == .budgetSpent)
        clock.pass(86_400)
        #expect(await request(in: store) == .granted(1))
    }

    /// Without a battery, the clock begins in 1970 at each boot.
    @Test func clockWithoutBatteryLocksNoBudget() async {
        var granted = 0
        for _ in 0..<4 {
            clock.boot(afterSeconds: 60)
            clock.set(by: 60 - clock.now.wall.seconds)
            let store = store()
            for _ in 0..<3 {
                if await request(in: store) == .granted(1) { granted += 1 }
                clock.pass(4 * 3600)
            }
        }
        #expect(granted >= 3, "a budget of two for each day of use")
    }

    @Test func interruptedRequestBacksOffDespiteASetClock() async {
        _ = await request(in: store())
        let store = store()
        clock.set(by: -120)
        guard case .backingOff = await request(in: store) else {
            Issue.record("the clock was set by two minutes")
            return
        }
    }

    // MARK: - Backoffs

    private func backoff(_ failure: FetchFailure) -> ProviderBackoff {
        ProviderBackoff(
            provider: Provider(id: "x", name: "X"), failure: failure, failures: 2, failedAt: clock.now, backoff: 600,
            requested: 0)
    }

    @Test func backoffsSurviveARestart() async {
        let failures: [FetchFailure] = [
            .rateLimited(host: "x", reason: "slow down", retryAfter: 3600),
            .refused(host: "x", status: 400, reason: nil), .keyRefused(host: "x", reason: "no"),
            .serviceFailed(host: "x", status: 500, reason: nil, retryAfter: nil),
            .settingRefused(host: "x", setting: "a", reason: nil), .malformed(host: "x", reason: "a"),
            .tooLarge(host: "x", bytes: 1000), .worker(.exited(status: 1)),
        ]
        await store().keep(failures.map(backoff), of: "alerts")
        #expect(store().snapshot.requests.backoffs == ["alerts": failures.map(backoff)])
        await store().keep([], of: "alerts")
        #expect(store().snapshot.requests.backoffs.isEmpty)
    }

    /// Version 0.2.0 wrote neither the time of writing nor backoffs.
    @Test func oldFileIsRead() throws {
        let day = clock.now.wall.seconds / 86_400
        try state.write(#"{"version":1,"content":{"day":\#(day),"numbers":{"x":7}}}"#, to: "requests.json")
        #expect(store().snapshot.requests.counts(at: clock.now.wall) == ["x": 7])
    }

    /// A damaged entry affects neither the other entries nor the counts.
    @Test(arguments: [
        #"{"alerts":[{"failures":1},GOOD]}"#, #"{"alerts":[GOOD,{"failure":{"ofTomorrow":{}}}],"air":7}"#,
    ])
    func damagedBackoffCostsNothingElse(text: String) async throws {
        let store = store()
        await store.keep([backoff(.refused(host: "x", status: 400, reason: nil))], of: "alerts")
        let file = String(decoding: try state.read("requests.json"), as: UTF8.self)
        let good = try #require(file.firstMatch(of: /"alerts":\[(.*?)\]/)?.output.1)
        let day = clock.now.wall.seconds / 86_400
        let backoffs = text.replacing("GOOD", with: good)
        try state.write(
            #"{"version":1,"content":{"day":\#(day),"numbers":{"x":7},"backoffs":\#(backoffs)}}"#, to: "requests.json")
        let requests = self.store().snapshot.requests
        #expect(requests.counts(at: clock.now.wall) == ["x": 7])
        #expect(requests.backoffs["alerts"]?.map(\.failure.code) == [.refused])
    }
}
