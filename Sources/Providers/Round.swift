import Weather

/// What has come of asking one provider after the other for some places.
struct Round<Content: ProviderReport>: Sendable {
    private let coordinates: [Coordinate]
    private var reports: [Coordinate: Content] = [:]
    /// Of each place, in the order in which the providers were asked.
    private var failures: [Coordinate: [FetchFailure]] = [:]
    /// Of those that were not asked at all.
    private var skipped: [FetchFailure] = []
    private var passed: [Coordinate: Provider] = [:]
    /// Who brought at least one report, or said that there is none.
    private(set) var answering: Set<Provider> = []
    /// Who brought none, and why.
    private(set) var failing: [Provider: FetchFailure] = [:]

    init(coordinates: [Coordinate]) {
        self.coordinates = coordinates
    }

    /// The places that there is no report for yet.
    var missing: [Coordinate] { coordinates.filter { reports[$0] == nil } }

    mutating func take(_ result: Result<Content, FetchFailure>, of coordinate: Coordinate, from provider: Provider) {
        switch result {
        case .success(let report):
            reports[coordinate] = report
            answering.insert(provider)
            failing[provider] = nil
        case .failure(.notCovered):
            pass(provider, coordinate)
            answering.insert(provider)
        case .failure(let failure):
            failures[coordinate, default: []].append(failure)
            if !answering.contains(provider) || failure.isOfAllPlaces { failing[provider] = failure }
        }
    }

    /// The reports hold for a while yet, so that nobody need be asked; which says nothing of how their provider fares.
    mutating func keep(_ promised: [Content]) {
        for report in promised where reports[report.coordinate] == nil { reports[report.coordinate] = report }
    }

    /// The provider has been asked for as many places as it takes in a minute; this one has to wait.
    mutating func postpone(_ coordinate: Coordinate, from provider: Provider) {
        failures[coordinate, default: []].append(
            .rateLimited(
                host: provider.name, reason: "it is asked for no more places in a minute", retryAfter: 60))
    }

    /// The provider has nothing for the place.
    mutating func pass(_ provider: Provider, _ coordinate: Coordinate) {
        if passed[coordinate] == nil { passed[coordinate] = provider }
    }

    /// The provider is not asked before `until`.
    mutating func skip<Skipped>(
        _ provider: any ReportProvider<Skipped>, of breaker: CircuitBreaker, until: UnixTime, at now: UnixTime
    ) {
        guard let failure = breaker.failure else { return }
        skipped.append(failure.waiting(until.seconds(since: now)))
    }

    /// In the order of the places.
    var results: [Result<Content, FetchFailure>] {
        coordinates.map { coordinate in
            if let report = reports[coordinate] { return .success(report) }
            return .failure(failure(of: coordinate))
        }
    }

    /// Why there is no report: what the first provider said, but if any of them can be asked again soon, what that one said.
    private func failure(of coordinate: Coordinate) -> FetchFailure {
        let told = failures[coordinate, default: []] + skipped
        let first = told.first { $0.retryAfter == nil }
        let soonest = told.min { $0.retryAfter ?? 0 < $1.retryAfter ?? 0 }
        if let failure = first ?? soonest { return failure }
        if let provider = passed[coordinate] { return .notCovered(host: provider.name, reason: nil) }
        return .notCovered(host: "", reason: "no provider is configured")
    }
}

extension Result where Failure == FetchFailure {
    /// nil when it is a success.
    var failure: FetchFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

extension FetchFailure {
    /// Whether the provider would say the same of any other place.
    var isOfAllPlaces: Bool {
        switch self {
        case .hostNotFound, .untrusted, .rateLimited, .keyRefused, .budgetSpent: true
        default: retryAfter != nil
        }
    }

    /// Whether the provider said nothing of the place, good or bad.
    var isSilence: Bool {
        switch self {
        case .unreachable, .timedOut, .serviceFailed: true
        default: false
        }
    }

    /// The same failure with so many seconds left to wait.
    fileprivate func waiting(_ seconds: Int) -> FetchFailure {
        switch self {
        case .rateLimited(let host, let reason, _): .rateLimited(host: host, reason: reason, retryAfter: seconds)
        case .serviceFailed(let host, let status, let reason, _):
            .serviceFailed(host: host, status: status, reason: reason, retryAfter: seconds)
        case .budgetSpent(let host, let limit, _): .budgetSpent(host: host, limit: limit, retryAfter: seconds)
        case .interrupted(let host, _): .interrupted(host: host, retryAfter: seconds)
        default: self
        }
    }
}
