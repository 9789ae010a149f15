import Synchronization
import Weather

/// What the service said of where places lie in its grid, so that it is asked once a day at the most: grids are moved now
/// and then.
public final class NWSGridPoints: Sendable {
    /// What is known of a place.
    enum Finding: Sendable {
        case point(NWSGridPoint)
        /// There is no forecast for the place, in the service's own words.
        case notCovered(reason: String?)
    }

    private struct Kept {
        var finding: Finding
        var since: UnixTime

        func isCurrent(at now: UnixTime) -> Bool {
            (0..<86_400).contains(now.seconds(since: since))
        }
    }

    private let kept = Mutex<[Coordinate: Kept]>([:])

    public init() {}

    /// nil when the service has to be asked.
    func finding(for coordinate: Coordinate, at now: UnixTime) -> Finding? {
        kept.withLock { kept in
            kept[coordinate.rounded].flatMap { $0.isCurrent(at: now) ? $0.finding : nil }
        }
    }

    /// What is known of a place, be it out of date or not, and since when.
    func kept(for coordinate: Coordinate) -> (Finding, since: UnixTime)? {
        kept.withLock { kept in kept[coordinate.rounded].map { ($0.finding, $0.since) } }
    }

    func keep(_ finding: Finding, for coordinate: Coordinate, at now: UnixTime) {
        kept.withLock { kept in
            kept = kept.filter { $0.value.isCurrent(at: now) }
            kept[coordinate.rounded] = Kept(finding: finding, since: now)
        }
    }

    /// Restores a finding that was made at `since`.
    func restore(_ finding: Finding, for coordinate: Coordinate, since: UnixTime) {
        kept.withLock { $0[coordinate.rounded] = Kept(finding: finding, since: since) }
    }

    /// Amends what is kept of a place, without making it any newer.
    func amend(_ point: NWSGridPoint, for coordinate: Coordinate) {
        kept.withLock { $0[coordinate.rounded]?.finding = .point(point) }
    }

    func forget(_ coordinate: Coordinate) {
        _ = kept.withLock { $0.removeValue(forKey: coordinate.rounded) }
    }
}
