import Weather

/// The requests for a list of places that the service may refuse: first the whole list; after a refusal its first place alone,
/// and then the rest by halves, the longest part first. Pure.
///
/// One place, or the length of the list, may be the reason. If several requests in a row are refused, there is another reason,
/// and no more are sent.
struct ListDivision {
    /// Maximum number of requests while all are refused; enough to divide a list of ten places completely.
    static let mostInVain = 20
    /// The same when the status says that the reason is another one, and when the service fails.
    static let mostInVainOfOthers = 5
    static let mostFailing = 3
    /// Maximum number of requests for a list: enough for ten refused places of 67. One takes at most 16.
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
    /// Places without a request of their own, since the service stopped answering.
    private(set) var abandoned: [Coordinate] = []
    private var refusedLists: [[Coordinate]] = []
    private var longestAccepted = 1
    /// Whether the service stopped answering.
    private(set) var isStopped = false
    /// The most requests while all are refused, by the last refusal.
    private var patience = mostInVain

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

    /// Behind the parts of the same length.
    private mutating func enqueue(_ part: [Coordinate]) {
        queue.insert(part, at: queue.firstIndex { $0.count < part.count } ?? queue.endIndex)
    }

    /// Where many places are refused, every longer part has one of them: first one place of each part.
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
    /// Whether a part of the list may be accepted: the failure may be due to a place or to their number, also where a service
    /// calls it its own.
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
    /// Two lists of the same length, or one place more in the first; one list for one place.
    fileprivate var halves: [[Coordinate]] {
        guard count > 1 else { return [self] }
        let middle = (count + 1) / 2
        return [Array(self[..<middle]), Array(self[middle...])]
    }
}
