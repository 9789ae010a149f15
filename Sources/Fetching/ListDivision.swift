import Weather

/// The requests for a list of places that the service may refuse: first the whole list; after a refusal its first place alone,
/// and then the rest by halves. Pure.
///
/// One place, or the length of the list, may be the reason. If several requests in a row are refused, there is another reason,
/// and no more are sent.
struct ListDivision {
    /// Maximum number of requests while all are refused; enough to divide a list of ten places completely.
    static let mostInVain = 20
    /// Maximum number of requests for a list. One refused place of 67 takes at most 16.
    static let most = 64

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
    /// Places without a request of their own, since the service stopped answering.
    private(set) var abandoned: [Coordinate] = []
    private var refusedLists: [[Coordinate]] = []
    private var longestAccepted = 1
    /// Whether the service stopped answering.
    private var isStopped = false

    /// - Parameter isDivided: false to request the list once, and no parts of it.
    init(_ places: [Coordinate], isDivided: Bool = true) {
        queue = places.isEmpty ? [] : [places]
        self.places = Set(places)
        self.isDivided = isDivided
    }

    /// The places of the next request; nil at the end.
    var next: [Coordinate]? { queue.first }

    /// Whether all that was requested was refused.
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
            case .failure(let failure) where failure.mayBeOfList:
                failed.append(place)
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
            let parts = requests == 1 ? [[failed[0]], Array(failed.dropFirst())] : failed.halves
            if isDivided { queue.insert(contentsOf: parts.filter { !$0.isEmpty }, at: 0) }
        }
        if requests >= (answered.isEmpty ? Self.mostInVain : Self.most) { queue = [] }
    }
}

extension [Coordinate] {
    /// Two lists of the same length, or one place more in the first; one list for one place.
    fileprivate var halves: [[Coordinate]] {
        guard count > 1 else { return [self] }
        let middle = (count + 1) / 2
        return [Array(self[..<middle]), Array(self[middle...])]
    }
}
