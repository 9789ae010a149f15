import Store
import Weather

// The places and list lengths that a service has refused, so that a list is not divided again at each refresh. Pure.
extension ServiceRefusals {
    /// How long a place that was refused on its own is not requested, s.
    /// Also how long a list is not divided after all its parts were refused.
    static let refusal = 6 * 3600
    /// The same after an answer that is invalid or too large, which the service may soon correct, s.
    static let damage = 3600
    /// How long an accepted list length is remembered, s.
    static let day = 86_400
    /// How long a refused place is requested on its own, s: a place in use is requested again before that.
    private static let memory = 7 * 86_400

    /// A list to request.
    struct List: Hashable {
        var places: [Coordinate]
        /// Whether its parts are requested after a refusal.
        var isDivided: Bool
    }

    /// Why a place is not requested now; nil if it is.
    func failure(of place: Coordinate, at now: Moment) -> FetchFailure? {
        places[place].flatMap { now.seconds(since: $0.at) < $0.seconds ? $0.failure : nil }
    }

    /// The lists to request, in order: the list without the refused places, and then each of these on its own. Places that have
    /// come since a whole list was refused are first, and not with that list.
    func lists(of coordinates: [Coordinate], at now: Moment) -> [List] {
        let open = coordinates.filter { failure(of: $0, at: now) == nil }
        let others = open.filter { places[$0] == nil }
        let vain = currentVain(at: now)?.places ?? []
        let length = longest.flatMap { now.seconds(since: $0.at) < Self.day ? $0.count : nil } ?? max(others.count, 1)
        func parts(of places: [Coordinate], isDivided: Bool) -> [List] {
            stride(from: 0, to: places.count, by: length).map {
                List(places: Array(places[$0..<min($0 + length, places.count)]), isDivided: isDivided)
            }
        }
        return parts(of: others.filter { !vain.contains($0) }, isDivided: true)
            + parts(of: others.filter(vain.contains), isDivided: false)
            + open.filter { places[$0] != nil }.map { List(places: [$0], isDivided: true) }
    }

    private func currentVain(at now: Moment) -> Vain? {
        vain.flatMap { now.seconds(since: $0.at) < Self.refusal ? $0 : nil }
    }

    /// What a service with a request for each place says of its area.
    mutating func learn<Content>(coverage results: [Coordinate: Result<Content, FetchFailure>], at now: Moment) {
        forgetOldPlaces(at: now)
        for (place, result) in results {
            switch result {
            case .success: places[place] = nil
            case .failure(let failure) where failure.code == .notCovered:
                places[place] = Place(failure: failure, at: now, seconds: Self.refusal)
            case .failure: break
            }
        }
    }

    private mutating func forgetOldPlaces(at now: Moment) {
        places = places.filter { now.seconds(since: $0.value.at) < Self.memory }
    }

    mutating func learn(from division: ListDivision, at now: Moment) {
        forgetOldPlaces(at: now)
        for place in division.answered { places[place] = nil }
        if !division.answered.isEmpty {
            vain = nil
        } else if division.isVain || division.isRefused && currentVain(at: now) != nil {
            let former = currentVain(at: now)
            vain = Vain(places: (former?.places ?? []).union(division.places), at: former?.at ?? now)
        }
        if let count = division.longest { longest = Length(count: count, at: now) }
        // A place that fails while nothing else is requested may not be the reason.
        for (place, failure) in division.refused where !division.answered.isEmpty || places[place] != nil {
            let seconds = failure.traits.retry == .soon ? Self.damage : Self.refusal
            places[place] = Place(failure: failure, at: now, seconds: seconds)
        }
    }
}
