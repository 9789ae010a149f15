import Weather
import WorkerProtocol

/// What each provider last answered for each place. Pure.
struct PlaceAnswers: Sendable {
    /// How long an answer is remembered, s.
    private static let lifetime = 86_400
    /// The maximum number of places per provider. Above it, all are forgotten, which costs a few requests.
    private static let most = 500

    /// By the providers' `id`: when a provider reported that it does not cover a place.
    private var uncovered: [String: [Subject: Moment]] = [:]
    /// When a provider last answered for a place, unless it has refused the place since.
    private var answered: [String: [Coordinate: Moment]] = [:]

    /// A place, and the country whose warnings are requested for it.
    private struct Subject: Hashable {
        var coordinate: Coordinate
        var country: String?
    }

    /// - Parameter country: whose warnings are requested; nil for the place's own, and for other reports.
    func isUncovered(_ coordinate: Coordinate, as country: String? = nil, by id: String, at now: Moment) -> Bool {
        uncovered[id]?[Subject(coordinate: coordinate, country: country)].map { now.seconds(since: $0) < Self.lifetime }
            ?? false
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
        _ result: Result<Content, FetchFailure>, of coordinate: Coordinate, as country: String? = nil, from id: String,
        at now: Moment
    ) {
        guard let failure = result.failure else { return Self.insert(coordinate, in: &answered[id, default: [:]], now) }
        if case .notCovered = failure {
            Self.insert(Subject(coordinate: coordinate, country: country), in: &uncovered[id, default: [:]], now)
        }
        if failure.mayBeOfPlace { answered[id]?[coordinate] = nil }
    }

    private static func insert<Key>(_ place: Key, in places: inout [Key: Moment], _ now: Moment) {
        if places.count >= most { places = places.filter { now.seconds(since: $0.value) < lifetime } }
        if places.count >= most { places = [:] }
        places[place] = now
    }
}
