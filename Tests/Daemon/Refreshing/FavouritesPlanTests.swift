import Scratch
import Testing
import Weather

@testable import Refreshing

/// The places that are refreshed besides the current one.
struct FavouritesPlanTests {
    typealias Instant = ManualClock.Instant

    private static let limits = ProviderLimits(batch: 60, placesAMinute: 100, placesADay: 1785)
    private let policy = RefreshPolicy(interval: .seconds(900), limits: limits)
    private let failure = FetchFailure.unreachable(host: "x", reason: "y")

    private func at(_ seconds: Int) -> Instant { Instant(offset: .seconds(seconds)) }

    private func favourites(_ count: Int) -> [Coordinate] {
        (0..<count).compactMap { Coordinate(latitude: Double($0) / 10, longitude: 0) }
    }

    /// A plan for Montevideo and this many favourites, all with a report of this age; nil for none.
    private func plan(_ count: Int, age: Int? = nil, at now: Int = 0) -> RefreshPlan<Instant> {
        var plan = RefreshPlan<Instant>(policy: policy)
        update(&plan, count, age: age, at: now)
        return plan
    }

    private func update(_ plan: inout RefreshPlan<Instant>, _ count: Int, age: Int? = nil, at now: Int) {
        let favourites = favourites(count)
        let age: Duration? = age.map { .seconds($0) }
        let places = Dictionary(uniqueKeysWithValues: ([.montevideo] + favourites).map { ($0, age) })
        plan.update(current: .montevideo, favourites: favourites, places: places, at: at(now), jitter: 0.5)
    }

    @Test func twoHundredFavouritesNeedFourRequestsInTwoMinutes() {
        var plan = plan(200)
        let begun = plan.run(for: 600)
        #expect(begun.map(\.places.count) == [60, 60, 60, 21])
        #expect(begun.map(\.time) == [0, 60, 120, 122])
        #expect(begun.first?.places.first == .montevideo)
        #expect(begun.first?.places.dropFirst() == favourites(59)[...], "in the user's order")
        #expect(Set(begun.flatMap(\.places)).count == 201)
    }

    @Test(arguments: [0, 1, 2, 8, 9, 50, 60, 61, 119, 120, 200])
    func dailyRequestsStayWithinLimits(count: Int) {
        var plan = plan(count)
        var seed = 12_345
        let begun = plan.run(
            for: 86_400,
            jitter: { _ in
                seed = (seed &* 1_103_515_245 &+ 12_345) & 0x7fff_ffff
                return Double(seed) / Double(0x7fff_ffff)
            })
        #expect(begun.mostInAMinute <= 100)
        let places = begun.reduce(0) { $0 + $1.places.count }
        // All are fetched once at the start, regardless of the rest of the day's budget.
        #expect(places <= 1785 * 11 / 20 + 2 * count, "\(places)")
        let ofCurrent = begun.count { $0.places.contains(.montevideo) }
        #expect((87...108).contains(ofCurrent), "it has the normal interval: \(ofCurrent)")
        #expect(begun.count <= 108 + 4 * 6, "the favourites are in its batches: \(begun.count)")
        for favourite in favourites(count) {
            let times = begun.filter { $0.places.contains(favourite) }.map(\.time)
            let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
            #expect(gaps.allSatisfy { $0 >= 600 })
            let interval = policy.favouritesInterval(count: count) / .seconds(1)
            #expect(gaps.allSatisfy { Double($0) <= 1.1 * interval + 70 })
        }
    }

    @Test(arguments: [(0, 900), (1, 900), (8, 900), (20, 2169), (200, 21_695)])
    func manyFavouritesAreSpreadOut(count: Int, seconds: Int) {
        #expect(abs(policy.favouritesInterval(count: count) / .seconds(1) - Double(seconds)) <= 1)
    }

    @Test func withoutLimitFavouritesShareTheInterval() {
        #expect(RefreshPolicy(interval: .seconds(900)).favouritesInterval(count: 200) == .seconds(900))
    }

    @Test func currentPlaceDueAloneIsFetchedAlone() {
        var plan = plan(200, age: 0)
        #expect(plan.begin(at: at(900)) == [[.montevideo]])
    }

    @Test func nearlyDueFavouritesJoinTheBatch() {
        var plan = plan(2, age: 0)
        #expect(plan.nextDue == at(900))
        _ = plan.refresh(.montevideo, at: at(810))
        #expect(plan.begin(at: at(810)) == [[.montevideo]], "a waiting client gets the answer for one place")
        plan.finish([.montevideo], failures: [:], at: at(810), jitter: 0)
        #expect(plan.begin(at: at(900)) == [favourites(2)], "the current place is due at 1620")
        plan.finish(favourites(2), failures: [:], at: at(900), jitter: 0.5)
        #expect(plan.begin(at: at(1620)) == [[.montevideo]], "the favourites are due at 1800, a tenth is 90 s")
        plan.finish([.montevideo], failures: [:], at: at(1620), jitter: 0.5)
        #expect(plan.begin(at: at(1800)) == [favourites(2)])
        plan.finish(favourites(2), failures: [:], at: at(1800), jitter: 0)
        #expect(plan.begin(at: at(2520)) == [[.montevideo] + favourites(2)], "they are due at 2610")
    }

    @Test func placeWithinMinimumIntervalDoesNotJoinBatch() {
        var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(600), limits: Self.limits))
        update(&plan, 2, age: 0, at: 0)
        #expect(plan.refresh(.montevideo, at: at(599)) == .tooSoon(at(600)))
        #expect(plan.begin(at: at(599)) == [])
        #expect(plan.begin(at: at(600)) == [[.montevideo] + favourites(2)])
    }

    /// Two reports for a place are at least ten minutes apart.
    @Test func favouriteWithinMinimumIntervalDoesNotJoinBatch() {
        let (old, new) = (favourites(2)[0], favourites(2)[1])
        var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(600), limits: Self.limits))
        plan.update(
            current: nil, favourites: [old, new], places: [old: .seconds(30), new: .zero], at: at(0), jitter: 0.5)
        #expect(plan.begin(at: at(570)) == [[old]])
        #expect(plan.due(new) == at(600))
    }

    @Test func singleFailedPlaceIsRetriedAlone() {
        var plan = plan(10)
        let batch = plan.begin(at: at(0))
        #expect(batch.map(\.count) == [11])
        plan.finish(batch[0], failures: [favourites(10)[3]: failure], at: at(0), jitter: 1)
        #expect(plan.nextDue == at(5))
        #expect(plan.begin(at: at(5)) == [[favourites(10)[3]]])
    }

    @Test func failedPlaceIsNotJoinedByOthers() {
        var plan = plan(2, age: 0)
        let (bad, other) = (favourites(2)[0], favourites(2)[1])
        #expect(plan.refresh(bad, at: at(860)) == .underWay)
        #expect(plan.begin(at: at(860)) == [[bad]])
        plan.finish([bad], failures: [bad: failure], at: at(860), jitter: 1)
        #expect(plan.due(other) == at(900), "nearly")
        #expect(plan.begin(at: at(865)) == [[bad]])
    }

    @Test func retryAfterIsObserved() {
        var plan = plan(59)
        let batch = plan.begin(at: at(0))
        let limited = FetchFailure.rateLimited(host: "", reason: nil, retryAfter: 1000)
        let failures = Dictionary(uniqueKeysWithValues: batch[0].map { ($0, limited) })
        plan.finish(batch[0], failures: failures, at: at(0), jitter: 0)
        plan.request(favourites(1)[0], at: at(10), jitter: 0)
        #expect(plan.refresh(favourites(1)[0], at: at(10)) == .tooSoon(at(1000)))
        #expect(plan.nextDue == at(1000))
    }

    @Test func viewedFavouriteIsFetchedWhenOlderThanInterval() {
        var plan = plan(200, age: 0)
        let favourite = favourites(200)[7]
        plan.request(favourite, at: at(899), jitter: 0.5)
        #expect(plan.due(favourite).map { $0 > at(20_000) } == true)
        #expect(plan.begin(at: at(900)) == [[.montevideo]])
        plan.request(favourite, at: at(901), jitter: 0.5)
        #expect(plan.begin(at: at(901)) == [[favourite]])
        plan.finish([favourite], failures: [:], at: at(902), jitter: 0.5)
        #expect(plan.due(favourite).map { $0 > at(20_000) } == true)
    }

    /// A second scheduled fetch at the same time would only cost memory.
    @Test func scheduledFetchesFollowEachOther() {
        var plan = plan(60)
        let first = plan.begin(at: at(0))
        #expect(first.map(\.count) == [60])
        #expect(plan.begin(at: at(1)) == [])
        plan.finish(first[0], failures: [:], at: at(2), jitter: 0.5)
        #expect(plan.begin(at: at(2)) == [[favourites(60)[59]]])
    }

    @Test func viewedFavouriteDoesNotWaitForARunningBatch() {
        var plan = plan(120)
        #expect(plan.begin(at: at(0)).map(\.count) == [60])
        plan.request(favourites(120)[100], at: at(1), jitter: 0.5)
        #expect(plan.begin(at: at(1)) == [[favourites(120)[100]]])
    }

    @Test func viewsOfFailingFavouriteAreRateLimited() {
        var plan = plan(1)
        let batch = [.montevideo] + favourites(1)
        #expect(plan.begin(at: at(0)) == [batch])
        plan.finish(batch, failures: [favourites(1)[0]: failure], at: at(0), jitter: 1)
        #expect(plan.begin(at: at(5)) == [favourites(1)])
        plan.finish(favourites(1), failures: [favourites(1)[0]: failure], at: at(5), jitter: 1)
        plan.request(favourites(1)[0], at: at(11), jitter: 1)
        #expect(plan.due(favourites(1)[0]) == at(15), "ten seconds after the second failure")
    }

    @Test func awaitedPlaceNeedsNoRoomForAWholeBatch() {
        var plan = plan(120)
        #expect(plan.begin(at: at(0)).map(\.count) == [60])
        #expect(plan.refresh(favourites(120)[100], at: at(1)) == .underWay)
        #expect(plan.begin(at: at(1)) == [[favourites(120)[100]]])
        #expect(plan.nextDue == at(61) || plan.nextDue == nil)
    }

    @Test func removedFavouriteIsNotFetched() {
        var plan = plan(2, age: 0)
        let places = Dictionary(
            uniqueKeysWithValues: ([.montevideo] + favourites(2)).map { ($0, Duration?.some(.zero)) })
        plan.update(current: .montevideo, favourites: favourites(1), places: places, at: at(10), jitter: 0.5)
        #expect(plan.due(favourites(2)[0]) != nil)
        #expect(plan.due(favourites(2)[1]) == nil)
    }

    @Test func formerFavouriteAsCurrentPlaceHasItsInterval() {
        var plan = plan(200, age: 0)
        let all = favourites(200)
        let places = Dictionary(uniqueKeysWithValues: ([.montevideo] + all).map { ($0, Duration?.some(.seconds(10))) })
        plan.update(current: all[0], favourites: Array(all.dropFirst()), places: places, at: at(10), jitter: 0.5)
        #expect(plan.due(all[0]) == at(900))
        #expect(plan.due(.montevideo) == nil)
        #expect(plan.due(all[1]).map { $0 > at(20_000) } == true)
    }

    @Test func shorterListIsFetchedMoreOften() {
        var plan = plan(200, age: 0)
        update(&plan, 1, age: 10, at: 10)
        #expect(plan.due(favourites(1)[0]) == at(900))
    }

    @Test func changedPolicyAppliesToFavourites() {
        var plan = plan(1, age: 0)
        plan.adopt(RefreshPolicy(interval: .seconds(1800), limits: Self.limits), at: at(0), jitter: 0.5)
        #expect(plan.due(favourites(1)[0]) == at(1800))
        #expect(plan.due(.montevideo) == at(1800))
    }
}
