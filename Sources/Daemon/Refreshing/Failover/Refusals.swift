import Store
import Weather

// The places and list lengths that a service has refused, so that a list is not divided again at each refresh. Pure.
extension ServiceRefusals {
    /// How long a place that was refused on its own is not requested, and a list is not divided after all its parts were
    /// refused, s.
    static let refusal = 6 * 3600
    /// How long a place is not requested after an invalid or too large answer, which the service may soon correct, s.
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

    /// The lists to request, in order: the list without the refused places, then each refused place on its own. Places added
    /// since a whole list was refused come first, in a list of their own.
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

    /// Records which places a service does not cover, for a service with one request per place.
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

// Names in requests that a service does not know, which are left out for a day. Pure.
extension ServiceRefusals {
    /// The unknown names, in a fixed order.
    func unknownNames(at now: Moment) -> [UnknownName] {
        names.filter { now.seconds(since: $0.value) < UnknownName.lifetime }.keys
            .sorted { ($0.parameter, $0.text) < ($1.parameter, $1.text) }
    }

    /// - Returns: whether the name is new, in whichever parameter it was requested.
    mutating func insert(_ name: UnknownName, at now: Moment) -> Bool {
        names = names.filter { now.seconds(since: $0.value) < UnknownName.lifetime }
        let isNew = !names.keys.contains { $0.text == name.text }
        if names.count < Self.mostNames, names[name] == nil { names[name] = now }
        return isNew
    }
}

/// The requests for a list of places that the service may refuse: first the whole list; after a refusal its first place alone,
/// and then the rest by halves, the longest part first. Pure.
///
/// The cause may be one place or the length of the list. If several requests in a row are refused, the cause is another one,
/// and no more are sent.
struct ListDivision {
    /// Maximum number of requests while all are refused; enough to divide a list of ten places completely.
    static let mostInVain = 20
    /// Maximum number of requests if the status indicates another cause, and if the service fails.
    static let mostInVainOfOthers = 5
    static let mostFailing = 3
    /// Maximum number of requests for a list: enough for ten refused places of 67. One refused place takes at most 16.
    static let most = 128

    /// The places of the next requests, first to last.
    private var queue: [[Coordinate]]
    private let isDivided: Bool
    /// All places of the list.
    let places: Set<Coordinate>
    private(set) var requests = 0
    /// The places with a report.
    private(set) var answered: Set<Coordinate> = []
    /// The places that were refused on their own, with the reason.
    private(set) var refused: [Coordinate: FetchFailure] = [:]
    /// Places that were not requested on their own because the service stopped answering.
    private(set) var abandoned: [Coordinate] = []
    private var refusedLists: [[Coordinate]] = []
    private var longestAccepted = 1
    /// Whether the service stopped answering.
    private(set) var isStopped = false
    /// The maximum number of requests while all are refused, according to the last refusal.
    private var patience = mostInVain

    /// - Parameter isDivided: false to request the list once, and no parts of it.
    init(_ places: [Coordinate], isDivided: Bool = true) {
        queue = places.isEmpty ? [] : [places]
        self.places = Set(places)
        self.isDivided = isDivided
    }

    /// The places of the next request; nil at the end.
    var next: [Coordinate]? { queue.first }

    /// Whether every request was refused.
    var isRefused: Bool { answered.isEmpty && requests > 0 && !isStopped }

    /// Whether parts of the list were requested, and all were refused.
    var isVain: Bool { isRefused && requests > 1 }

    /// The longest list that the service accepts, if the length is the reason; nil if it is not.
    var longest: Int? {
        refusedLists.contains { $0.allSatisfy(answered.contains) } ? longestAccepted : nil
    }

    /// Records the results for `next`.
    mutating func take<Content>(_ results: [Coordinate: Result<Content, FetchFailure>]) {
        guard !queue.isEmpty else { return }
        let part = queue.removeFirst()
        requests += 1
        var failed: [Coordinate] = []
        for place in part {
            switch results[place] {
            case .success: answered.insert(place)
            case .failure(let failure) where failure.dividesList:
                failed.append(place)
                patience = failure.patience
                if part.count == 1 { refused[place] = failure }
            case .failure, nil: isStopped = true
            }
        }
        if isStopped {
            // The service is limited or failing, and more requests would not help.
            (abandoned, queue) = (queue.flatMap(\.self), [])
        } else if failed.isEmpty {
            longestAccepted = max(longestAccepted, part.count)
            // The first place was not the reason, so the rest would be refused again.
            if requests == 2 { queue = queue.flatMap(\.halves) }
        } else if part.count > 1 {
            refusedLists.append(failed)
            if isDivided {
                if requests == 1 {
                    queue = [[failed[0]], Array(failed.dropFirst())].filter { !$0.isEmpty }
                } else {
                    for half in failed.halves { enqueue(half) }
                }
            }
        }
        if answered.isEmpty, requests == Self.mostInVain / 2 { tryOneOfEach() }
        if requests >= (answered.isEmpty ? patience : Self.most) {
            if answered.isEmpty, patience == Self.mostFailing, requests > 1 { isStopped = true }
            queue = []
        }
    }

    /// Inserts a part after the parts of the same length.
    private mutating func enqueue(_ part: [Coordinate]) {
        queue.insert(part, at: queue.firstIndex { $0.count < part.count } ?? queue.endIndex)
    }

    /// If many places are refused, every longer part contains one, so one place of each part is requested first.
    private mutating func tryOneOfEach() {
        let parts = queue
        queue = []
        for part in parts {
            if let last = part.last { queue.append([last]) }
        }
        queue += parts.map { Array($0.dropLast()) }.filter { !$0.isEmpty }
    }
}

extension FetchFailure {
    /// Whether a part of the list may be accepted: one place or the number of places may have caused the failure, even if the
    /// service reports it as its own.
    var dividesList: Bool {
        switch self {
        case .refused, .serviceFailed(_, _, _, retryAfter: nil): true
        default: mayBeOfList
        }
    }

    fileprivate var patience: Int {
        switch self {
        case .serviceFailed: ListDivision.mostFailing
        case .refused(_, let status, _) where status >= 300 && !mayBeOfList: ListDivision.mostInVainOfOthers
        default: ListDivision.mostInVain
        }
    }
}

extension [Coordinate] {
    /// Two lists of equal length, or with one more place in the first; a single list for one place.
    fileprivate var halves: [[Coordinate]] {
        guard count > 1 else { return [self] }
        let middle = (count + 1) / 2
        return [Array(self[..<middle]), Array(self[middle...])]
    }
}
