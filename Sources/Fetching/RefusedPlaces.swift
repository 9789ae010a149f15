import Jobs
import Synchronization
import Weather

/// Places and list lengths that services have refused, so that a list is not divided again at each refresh. In memory only.
struct RefusedPlaces {
    /// How long a place that was refused on its own is not requested, s.
    static let refusal = 6 * 3600
    /// The same after an answer that is invalid or too large, which the service may soon correct, s.
    static let damage = 3600
    /// How long an accepted list length is remembered, and how long lists are not divided after all parts of one were refused,
    /// s.
    static let day = 86_400
    /// More than any user has. Above this, everything is forgotten, which costs a few requests.
    private static let most = 1000

    private struct Refusal {
        var failure: FetchFailure
        var until: UnixTime
    }

    private var places: [Coordinate: Refusal] = [:]
    private var longest: (count: Int, until: UnixTime)?
    private var undividedUntil: UnixTime?

    /// Why a place is not requested now; nil if it is.
    func failure(of place: Coordinate, at now: UnixTime) -> FetchFailure? {
        places[place].flatMap { now < $0.until && now >= $0.until.advanced(by: -Self.refusal) ? $0.failure : nil }
    }

    /// The lists to request, in order: the list without the refused places, and then each of these on its own.
    func lists(of coordinates: [Coordinate], at now: UnixTime) -> [[Coordinate]] {
        let open = coordinates.filter { failure(of: $0, at: now) == nil }
        let others = open.filter { places[$0] == nil }
        let length = longest.flatMap { now < $0.until ? $0.count : nil } ?? max(others.count, 1)
        let lists = stride(from: 0, to: others.count, by: length).map {
            Array(others[$0..<min($0 + length, others.count)])
        }
        return lists + open.filter { places[$0] != nil }.map { [$0] }
    }

    /// Whether a refused list is divided.
    func isDivided(at now: UnixTime) -> Bool { undividedUntil.map { now >= $0 } ?? true }

    mutating func learn(from division: ListDivision, at now: UnixTime) {
        if places.count > Self.most { places = [:] }
        for place in division.answered { places[place] = nil }
        if !division.answered.isEmpty { undividedUntil = nil }
        if division.isVain { undividedUntil = now.advanced(by: Self.day) }
        if let count = division.longest { longest = (count, now.advanced(by: Self.day)) }
        // A place that fails while nothing else is requested may not be the reason.
        for (place, failure) in division.refused where !division.answered.isEmpty || places[place] != nil {
            let seconds = failure.traits.retry == .soon ? Self.damage : Self.refusal
            places[place] = Refusal(failure: failure, until: now.advanced(by: seconds))
        }
    }
}

/// `RefusedPlaces` of each service and type of report.
final class RefusedLists: Sendable {
    struct Key: Hashable {
        var service: Service.Kind
        var url: String
        var content: ObjectIdentifier
    }

    private let places = Mutex<[Key: RefusedPlaces]>([:])

    subscript(key: Key) -> RefusedPlaces { places.withLock { $0[key] ?? RefusedPlaces() } }

    func learn(from division: ListDivision, of key: Key, at now: UnixTime) {
        places.withLock { $0[key, default: RefusedPlaces()].learn(from: division, at: now) }
    }

    /// The configuration was reloaded, which may have fixed the reasons.
    func forget() {
        places.withLock { $0 = [:] }
    }
}
