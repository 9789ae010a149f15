import Scratch
import Testing
import Weather

@testable import Refreshing

/// One request of a run.
struct FetchStart {
    let time: Int
    let places: [Coordinate]
}

extension RefreshPlan<ManualClock.Instant> {
    /// The started batches with their times. Each ends two seconds later with the result of `failure`.
    mutating func run(
        for seconds: Int, failure: (Int, [Coordinate]) -> FetchFailure? = { _, _ in nil },
        jitter: (Int) -> Double = { _ in 0.5 }
    ) -> [FetchStart] {
        func at(_ seconds: Int) -> Instant { Instant(offset: .seconds(seconds)) }
        var begun: [FetchStart] = []
        var underWay: [(end: Int, places: [Coordinate])] = []
        var now = 0
        while now <= seconds {
            for batch in underWay where batch.end <= now {
                let failure = failure(now, batch.places)
                let failures = batch.places.compactMap { place in failure.map { (place, $0) } }
                finish(
                    batch.places, failures: Dictionary(uniqueKeysWithValues: failures), at: at(now),
                    jitter: jitter(now))
            }
            underWay.removeAll { $0.end <= now }
            for batch in begin(at: at(now)) {
                begun.append(FetchStart(time: now, places: batch))
                underWay.append((now + 2, batch))
            }
            let alarm = nextDue.map { Int(($0.offset / .seconds(1)).rounded(.up)) }
            #expect(alarm.map { $0 > now } ?? true, "a timer without due work would be armed again endlessly")
            guard let next = ([alarm].compactMap(\.self) + underWay.map(\.end)).min() else { break }
            now = next
        }
        return begun
    }
}

extension [FetchStart] {
    /// The number of places fetched in the busiest 60 seconds.
    var mostInAMinute: Int {
        map { first in
            filter { (first.time..<first.time + 60).contains($0.time) }.reduce(0) { $0 + $1.places.count }
        }.max() ?? 0
    }

    /// The times of the requests for the place.
    func times(of place: Coordinate) -> [Int] {
        filter { $0.places.contains(place) }.map(\.time)
    }
}
