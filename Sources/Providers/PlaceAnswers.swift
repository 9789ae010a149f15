public import Weather

/// What each provider last answered for each place. Pure.
struct PlaceAnswers: Sendable {
    /// How long an answer is remembered, s.
    private static let lifetime = 86_400
    /// The maximum number of places per provider. Above it, all are forgotten, which costs a few requests.
    private static let most = 500

    /// By the providers' `id`: when a provider reported that it does not cover a place.
    private var uncovered: [String: [Coordinate: Moment]] = [:]
    /// When a provider last answered for a place, unless it has refused the place since.
    private var answered: [String: [Coordinate: Moment]] = [:]

    func isUncovered(_ coordinate: Coordinate, by id: String, at now: Moment) -> Bool {
        uncovered[id]?[coordinate].map { now.seconds(since: $0) < Self.lifetime } ?? false
    }

    /// Whether a provider has answered for any place.
    ///
    /// - Parameter places: those that count; nil for all.
    func hasAnswered(_ id: String, among places: Set<Coordinate>?, at now: Moment) -> Bool {
        answered[id, default: [:]].contains { coordinate, time in
            now.seconds(since: time) < Self.lifetime && places?.contains(coordinate) ?? true
        }
    }

    mutating func take<Content>(
        _ result: Result<Content, FetchFailure>, of coordinate: Coordinate, from id: String, at now: Moment
    ) {
        guard let failure = result.failure else { return Self.insert(coordinate, in: &answered[id, default: [:]], now) }
        if case .notCovered = failure { Self.insert(coordinate, in: &uncovered[id, default: [:]], now) }
        if failure.mayBeOfPlace { answered[id]?[coordinate] = nil }
    }

    private static func insert(_ coordinate: Coordinate, in places: inout [Coordinate: Moment], _ now: Moment) {
        if places.count >= most { places = places.filter { now.seconds(since: $0.value) < lifetime } }
        if places.count >= most { places = [:] }
        places[coordinate] = now
    }
}

extension FetchFailure {
    /// Whether the answer may be due to the requested place: an unusable answer, or a refusal that is not of the user.
    public var mayBeOfPlace: Bool {
        if case .refused(_, let status, _) = self { ![401, 402, 403].contains(status) } else { mayBeOfList }
    }
}
