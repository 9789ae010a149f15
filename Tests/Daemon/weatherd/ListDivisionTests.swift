import Testing
import Weather

@testable import Refreshing

struct ListDivisionTests {
    private static let refusal = FetchFailure.refused(
        host: "x", status: 400, reason: "No data is available for this location")

    private func places(_ count: Int) -> [Coordinate] {
        (0..<count).compactMap { Coordinate(latitude: Double($0) / 10, longitude: 0) }
    }

    /// The lists that are requested, by the numbers of their places, and the division at the end.
    private func requests(
        for count: Int, refusing isRefused: ([Int]) -> FetchFailure?
    ) -> (lists: [[Int]], division: ListDivision) {
        let places = places(count)
        var division = ListDivision(places)
        var lists: [[Int]] = []
        while let part = division.next {
            let numbers = part.compactMap { places.firstIndex(of: $0) }
            lists.append(numbers)
            let failure = isRefused(numbers)
            division.take(
                Dictionary(
                    uniqueKeysWithValues: part.map { place in
                        (place, failure.map { Result<Int, FetchFailure>.failure($0) } ?? .success(0))
                    }))
        }
        return (lists, division)
    }

    @Test func acceptedListTakesOneRequest() {
        let (lists, division) = requests(for: 67) { _ in nil }
        #expect(lists.map(\.count) == [67] && division.answered.count == 67 && division.longest == nil)
    }

    @Test func firstPlaceIsAloneAndTheRestIsHalved() {
        let (lists, division) = requests(for: 4) { $0.contains(2) ? Self.refusal : nil }
        #expect(lists == [[0, 1, 2, 3], [0], [1, 2], [3], [1], [2]])
        #expect(Array(division.refused.keys) == [places(4)[2]] && division.answered.count == 3)
        #expect(division.longest == nil, "the place was the reason, not the length")
    }

    @Test func restOfARefusedFirstPlaceIsAskedAsAWhole() {
        let (lists, division) = requests(for: 4) { $0.contains(0) ? Self.refusal : nil }
        #expect(lists == [[0, 1, 2, 3], [0], [1, 2, 3]] && division.answered.count == 3)
    }

    /// Wherever the place is: at most these many requests.
    @Test(arguments: [(2, 3), (4, 6), (10, 10), (67, 16)])
    func oneRefusedPlaceCostsFewRequests(count: Int, most: Int) {
        for bad in 0..<count {
            let (lists, division) = requests(for: count) { $0.contains(bad) ? Self.refusal : nil }
            #expect(lists.count <= most, "\(bad): \(lists.count)")
            #expect(division.answered.count == count - 1 && division.refused.count == 1)
        }
    }

    @Test func sixRefusedPlacesOf67AreFound() {
        for offset in 0..<11 {
            let bad = Set((0..<6).map { $0 * 11 + offset })
            let (lists, division) = requests(for: 67) { $0.contains(where: bad.contains) ? Self.refusal : nil }
            #expect(division.refused.count == 6 && division.answered.count == 61)
            #expect(lists.count <= 60, "\(lists.count)")
        }
    }

    @Test(arguments: [2, 3, 10])
    func onlyGoodPlaceIsFound(count: Int) {
        for good in 0..<count {
            let (_, division) = requests(for: count) { $0 == [good] ? nil : Self.refusal }
            #expect(division.answered == [places(count)[good]] && division.refused.count == count - 1)
        }
    }

    @Test(arguments: [FetchFailure.refused(host: "x", status: 414, reason: nil), .tooLarge(host: "x", bytes: 10)])
    func tooLongListIsHalved(failure: FetchFailure) {
        let (lists, division) = requests(for: 67) { $0.count > 20 ? failure : nil }
        #expect(lists.map(\.count) == [67, 1, 33, 33, 17, 17, 16, 16])
        #expect(division.longest == 17 && division.refused.isEmpty && division.answered.count == 67)
    }

    /// The service refuses everything: another reason than a place.
    @Test(arguments: [(4, 7), (67, ListDivision.mostInVain)])
    func refusalOfAllIsNotRepeatedForEach(count: Int, most: Int) {
        let (lists, division) = requests(for: count) { _ in Self.refusal }
        #expect(lists.count == most && division.isVain)
    }

    @Test func requestsEndWithTheAnswersOfTheService() {
        let limit = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 60)
        let (lists, division) = requests(for: 10) { $0.count > 3 ? Self.refusal : $0.count > 1 ? limit : nil }
        #expect(lists == [Array(0..<10), [0], Array(1..<6), Array(6..<10), [1, 2, 3]])
        #expect(division.abandoned == Array(places(10)[4...]) && !division.isVain)
    }

    @Test func otherFailuresDivideNothing() {
        for failure in [
            FetchFailure.timedOut(host: "x", seconds: 20),
            .serviceFailed(host: "x", status: 503, reason: nil, retryAfter: 60),
        ] {
            #expect(requests(for: 4) { _ in failure }.lists.count == 1)
        }
    }

    private static func failure(_ status: Int) -> FetchFailure {
        status < 500
            ? .refused(host: "x", status: status, reason: nil)
            : .serviceFailed(host: "x", status: status, reason: nil, retryAfter: nil)
    }

    /// Services refuse a place with any status, and crash because of one.
    @Test(arguments: [200, 400, 403, 404, 406, 409, 410, 416, 417, 421, 424, 451, 500, 502, 503, 504])
    func anyRefusalMayBeOfOnePlace(status: Int) {
        for bad in 0..<5 {
            let (lists, division) = requests(for: 5) { $0.contains(bad) ? Self.failure(status) : nil }
            #expect(division.answered.count == 4 && Array(division.refused.keys) == [places(5)[bad]])
            #expect(lists.count <= 7, "\(lists.count)")
        }
    }

    /// A service that fails, or blocks this user, gets few requests.
    @Test(arguments: [(500, 3), (503, 3), (403, 5), (404, 5), (200, 20), (400, 20)])
    func failureOfAllEndsSoon(status: Int, most: Int) {
        let (lists, division) = requests(for: 67) { _ in Self.failure(status) }
        #expect(lists.count == most && division.isStopped == (status >= 500))
    }

    /// The current place among them; together, or spread.
    @Test(arguments: [Array(0..<30), Array(10..<40), (0..<40).filter { $0 % 4 != 3 }, (0..<40).filter { $0 % 2 == 0 }])
    func goodPlacesAreFoundAmongManyRefused(bad: [Int]) {
        let bad = Set(bad)
        let (_, division) = requests(for: 40) { $0.contains(where: bad.contains) ? Self.refusal : nil }
        #expect(division.answered.count == 40 - bad.count && division.refused.count == bad.count)
    }

    @Test func tenRefusedPlacesOf66AreFound() {
        for offset in 0..<6 {
            let bad = Set((0..<10).map { $0 * 6 + offset })
            let (lists, division) = requests(for: 66) { $0.contains(where: bad.contains) ? Self.refusal : nil }
            #expect(division.answered.count == 56 && division.refused.count == 10)
            #expect(lists.count < ListDivision.most, "\(lists.count)")
        }
    }
}
