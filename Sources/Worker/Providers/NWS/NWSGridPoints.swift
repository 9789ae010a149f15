import Synchronization
import Weather

/// Caches the grid points of places for a day, since grids are moved now and then.
public final class NWSGridPoints: Sendable {
    /// What is known of a place.
    enum PointLookup: Sendable {
        case point(NWSGridPoint)
        /// There is no forecast for the place, with the service's reason.
        case notCovered(reason: String?)
    }

    private struct CachedPoint {
        var finding: PointLookup
        var since: UnixTime

        func isCurrent(at now: UnixTime) -> Bool {
            (0..<86_400).contains(now.seconds(since: since))
        }
    }

    private let kept = Mutex<[Coordinate: CachedPoint]>([:])

    public init() {}

    /// nil when the service must be queried.
    func finding(for coordinate: Coordinate, at now: UnixTime) -> PointLookup? {
        kept.withLock { kept in
            kept[coordinate.rounded].flatMap { $0.isCurrent(at: now) ? $0.finding : nil }
        }
    }

    /// The cached result for a place, stale or not, and its time.
    func kept(for coordinate: Coordinate) -> (PointLookup, since: UnixTime)? {
        kept.withLock { kept in kept[coordinate.rounded].map { ($0.finding, $0.since) } }
    }

    func keep(_ finding: PointLookup, for coordinate: Coordinate, at now: UnixTime) {
        kept.withLock { kept in
            kept = kept.filter { $0.value.isCurrent(at: now) }
            kept[coordinate.rounded] = CachedPoint(finding: finding, since: now)
        }
    }

    /// Restores a result from the time `since`.
    func restore(_ finding: PointLookup, for coordinate: Coordinate, since: UnixTime) {
        kept.withLock { $0[coordinate.rounded] = CachedPoint(finding: finding, since: since) }
    }

    /// Updates a cached point without renewing it.
    func amend(_ point: NWSGridPoint, for coordinate: Coordinate) {
        kept.withLock { $0[coordinate.rounded]?.finding = .point(point) }
    }

    func forget(_ coordinate: Coordinate) {
        _ = kept.withLock { $0.removeValue(forKey: coordinate.rounded) }
    }
}
