import Scratch
import Testing
import Weather

@testable import Refreshing

/// A provider, or a proxy in front of it, that cannot handle lists: none, no long ones, or temporarily.
struct FailingBatchTests {
    typealias Instant = ManualClock.Instant

    private static let limits = ProviderLimits(batch: 60, placesAMinute: 100, placesADay: 1785)
    private let failure = FetchFailure.serviceFailed(host: "x", status: 502, reason: nil, retryAfter: nil)

    private func at(_ seconds: Int) -> Instant { Instant(offset: .seconds(seconds)) }

    private func favourites(_ count: Int) -> [Coordinate] {
        (0..<count).compactMap { Coordinate(latitude: Double($0) / 10, longitude: 0) }
    }

    /// A plan for Montevideo and this many favourites, all without a report.
    private func plan(_ count: Int) -> RefreshPlan<Instant> {
        var plan = RefreshPlan<Instant>(policy: RefreshPolicy(interval: .seconds(900), limits: Self.limits))
        let favourites = favourites(count)
        let places = Dictionary(uniqueKeysWithValues: ([.montevideo] + favourites).map { ($0, Duration?.none) })
        plan.update(current: .montevideo, favourites: favourites, places: places, at: at(0), jitter: 0.5)
        return plan
    }

    @Test func twoFavouritesSucceedAfterOneRetry() {
        var plan = plan(2)
        let begun = plan.run(for: 60) { _, places in places.count > 1 ? failure : nil }
        #expect(begun.map(\.places) == [[.montevideo] + favourites(2), [.montevideo]] + favourites(2).map { [$0] })
        #expect(begun.map(\.time) == [0, 7, 7, 9])
    }

    @Test(arguments: [1, 2, 59, 200])
    func currentPlaceIsFetchedOutsideLists(count: Int) {
        var plan = plan(count)
        let begun = plan.run(for: 30_000) { _, places in places.count > 1 ? failure : nil }
        let times = begun.times(of: .montevideo)
        #expect(times.prefix(2) == [0, 7])
        #expect(begun.filter { $0.places.contains(.montevideo) }.dropFirst().allSatisfy { $0.places.count == 1 })
        #expect(
            zip(times.dropFirst(2), times.dropFirst()).allSatisfy { (902...903).contains($0 - $1) },
            "the interval, and 2 s per fetch")
    }

    @Test func failingListsAreSplitIntoSinglePlaces() {
        var plan = plan(200)
        let begun = plan.run(for: 1800) { _, places in places.count > 1 ? failure : nil }
        #expect(begun.map(\.places.count).filter { $0 > 1 } == [60, 30, 15, 7, 3])
        #expect(favourites(200).allSatisfy { favourite in begun.contains { $0.places == [favourite] } })
        #expect(begun.mostInAMinute <= 100)
        #expect(zip(begun, begun.dropFirst(4)).allSatisfy { $0.time < $1.time }, "one after the other")
    }

    @Test func failingListsAreHalvedUntilTheySucceed() {
        var plan = plan(200)
        let begun = plan.run(for: 1800) { _, places in places.count > 20 ? failure : nil }
        let ofFavourites = begun.map(\.places).filter { $0 != [.montevideo] }.map(\.count)
        #expect(ofFavourites == [60, 30] + Array(repeating: 15, count: 13) + [5])
        let fetched = begun.filter { $0.places.count <= 20 }.flatMap(\.places)
        #expect(favourites(200).allSatisfy(fetched.contains))
        #expect(begun.mostInAMinute <= 100)
    }

    @Test func shortFailureCostsFewRequests() {
        var plan = plan(200)
        let begun = plan.run(for: 1800) { time, _ in time < 5 ? failure : nil }
        let ofFavourites = begun.map(\.places).filter { $0 != [.montevideo] }.map(\.count)
        #expect(ofFavourites == [60] + Array(repeating: 30, count: 6) + [20])
    }

    @Test func listsAreFullLengthAfterOutage() {
        var plan = plan(200)
        let begun = plan.run(for: 7200) { time, _ in time < 3600 ? failure : nil }
        let after = begun.filter { $0.time >= 3600 && $0.places != [.montevideo] }.map(\.places.count)
        #expect(after.prefix(1) == [1])
        #expect(after.count <= 6, "\(after)")
        #expect(
            favourites(200).allSatisfy { favourite in
                begun.contains { $0.time >= 3600 && $0.places.contains(favourite) }
            })
    }

    @Test func currentPlaceRejoinsListsAfterSuccess() {
        var plan = plan(2)
        let begun = plan.run(for: 3600) { time, _ in time < 5 ? failure : nil }
        #expect(begun.last?.places.count == 3)
    }

    @Test(arguments: [0, 1, 59, 200], [0, 1])
    func requestsDuringOutageAreLimited(count: Int, jitter: Double) {
        var plan = plan(count)
        let begun = plan.run(for: 4 * 3600, failure: { _, _ in failure }, jitter: { _ in jitter })
        for hour in 0..<4 {
            let requests = begun.count { (hour * 3600..<(hour + 1) * 3600).contains($0.time) }
            #expect(requests <= (hour == 0 ? 41 : 30), "the current place and one list, each at its own backoff")
        }
        #expect(begun.times(of: .montevideo).count >= 9 * 4)
        #expect(begun.mostInAMinute <= 100)
    }

    @Test func awaitedPlaceIsFetchedAloneWhileListsFail() {
        var plan = plan(40)
        let first = plan.begin(at: at(0))
        plan.finish(
            first[0], failures: Dictionary(uniqueKeysWithValues: first[0].map { ($0, failure) }), at: at(2), jitter: 1)
        let waiting = [favourites(40)[3], favourites(40)[39]]
        for place in waiting { #expect(plan.refresh(place, at: at(6)) == .underWay) }
        #expect(Set(plan.begin(at: at(6))) == Set(waiting.map { [$0] }))
        #expect(plan.due(favourites(40)[5]) == at(7))
        #expect(plan.begin(at: at(7)).map(\.count) == [1, 20])
    }

    @Test func failingPlaceDoesNotDelayOthers() {
        var plan = plan(3)
        let bad = favourites(3)[1]
        let begun = plan.run(for: 7200) { _, places in places == [bad] ? failure : nil }
        for place in [favourites(3)[0], favourites(3)[2], .montevideo] {
            let times = begun.times(of: place)
            #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 <= 904 })
        }
    }

    @Test func reloadResetsListBackoff() {
        var plan = plan(2)
        let first = plan.begin(at: at(0))
        plan.finish(
            first[0], failures: Dictionary(uniqueKeysWithValues: first[0].map { ($0, failure) }), at: at(2), jitter: 1)
        plan.resetBackoff(at: at(3))
        #expect(plan.begin(at: at(3)) == first)
    }
}
