public import Weather
import WorkerProtocol

/// Which reports are sufficient, so that no further provider is used.
public struct Sufficiency<Content: ProviderReport>: Sendable {
    let isEnough: @Sendable (Content) -> Bool
    let merge: @Sendable (_ former: Content, _ next: Content) -> Content
    /// Whether an insufficient report is used when another provider, which may have had a better one, failed.
    let prefersInsufficient: Bool
    let beside: @Sendable (_ report: Content, _ unread: Int, _ sources: [Provider], _ stored: Content?) -> Content

    /// - Parameters:
    ///   - prefersInsufficient: whether an insufficient report is better than the failure of another provider.
    ///   - beside: what other providers' failures say of a report: the number of warnings that could not be read, those
    ///     providers, and the stored report if such a provider is not asked again yet.
    ///   - merge: combines an insufficient report with another provider's.
    public init(
        isEnough: @escaping @Sendable (Content) -> Bool, prefersInsufficient: Bool = false,
        beside:
            @escaping @Sendable (
                _ report: Content, _ unread: Int, _ sources: [Provider], _ stored: Content?
            ) -> Content = { report, _, _, _ in report },
        merge: @escaping @Sendable (_ former: Content, _ next: Content) -> Content
    ) {
        (self.isEnough, self.prefersInsufficient, self.merge) = (isEnough, prefersInsufficient, merge)
        self.beside = beside
    }
}

extension ProviderReport {
    /// Whether the report is this provider's alone, which can confirm it.
    func isRenewable(by provider: Provider) -> Bool { isRenewable && self.provider.id == provider.id }
}

extension Sufficiency<AlertReport> {
    /// If a source's warnings are incomplete, the next source may have more; incomplete warnings are better than a failure.
    public static let allWarnings = Sufficiency(
        isEnough: { $0.isComplete }, prefersInsufficient: true,
        beside: { report, unread, sources, stored in
            let known = stored.map { $0.isCombined ? $0.omitted.unreadable : 0 } ?? 0
            return report.beside(
                unread: max(unread, known), of: known > unread ? stored?.sourcesOfOmitted ?? [] : sources)
        }, merge: { $0.combined(with: $1) })
}

/// The outcome of querying providers one after the other for some places.
struct FailoverAttempt<Content: ProviderReport>: Sendable {
    private let coordinates: [Coordinate]
    private let sufficiency: Sufficiency<Content>?
    private var reports: [Coordinate: Content] = [:]
    /// Merged reports that are not sufficient.
    private var insufficient: [Coordinate: Content] = [:]
    /// The failures for each place, in the order of the providers.
    private var failures: [Coordinate: [FetchFailure]] = [:]
    private var passed: [Coordinate: Provider] = [:]
    private let stored: [Coordinate: Content]
    /// The number of unreadable warnings, if a provider failed because of them.
    private var unread: [Coordinate: Int] = [:]
    private var unreadSources: [Coordinate: [Provider]] = [:]
    /// Providers that failed because of unreadable warnings, and are not requested again yet.
    private var waiting: Set<Provider> = []
    /// Providers that returned at least one report, or reported that there is none.
    private(set) var answering: Set<Provider> = []
    /// Providers that returned no report or rate-limited some requests, with the reason.
    private(set) var failing: [Provider: FetchFailure] = [:]

    /// - Parameter stored: the reports of earlier attempts.
    init(coordinates: [Coordinate], sufficiency: Sufficiency<Content>? = nil, stored: [Coordinate: Content] = [:]) {
        self.coordinates = coordinates
        self.sufficiency = sufficiency
        self.stored = stored
    }

    /// The places without a report so far.
    var missing: [Coordinate] { coordinates.filter { reports[$0] == nil } }

    mutating func take(_ result: Result<Content, FetchFailure>, of coordinate: Coordinate, from provider: Provider) {
        switch result {
        case .success(let report):
            keep(report, of: coordinate)
            answering.insert(provider)
            if let word = report.missing.lazy.compactMap(\.wordOfService).first {
                failing[provider] = word
            } else if failing[provider]?.isWordOfService != true {
                failing[provider] = nil
            }
            waiting.remove(provider)
        case .failure(.notCovered):
            pass(provider, coordinate)
            answering.insert(provider)
        case .failure(let failure):
            failures[coordinate, default: []].append(failure)
            unread[coordinate] = max(unread[coordinate] ?? 0, failure.unreadWarnings)
            if failure.unreadWarnings > 0 { unreadSources[coordinate, default: []].append(provider) }
            if !answering.contains(provider) || failure.isOfAllPlaces { failing[provider] = failure }
        }
    }

    /// These reports are within their freshness lifetime, so no request is needed; this does not count as a success of
    /// their provider.
    mutating func keep(_ fresh: [Content]) {
        for report in fresh where reports[report.coordinate] == nil { keep(report, of: report.coordinate) }
    }

    private mutating func keep(_ report: Content, of coordinate: Coordinate) {
        guard let sufficiency else {
            reports[coordinate] = report
            return
        }
        let merged = insufficient[coordinate].map { sufficiency.merge($0, report) } ?? report
        if sufficiency.isEnough(merged) {
            reports[coordinate] = merged
        } else {
            insufficient[coordinate] = merged
        }
    }

    /// The provider's limit of places per minute is reached, so this place has to wait.
    mutating func postpone(_ coordinate: Coordinate, from provider: Provider) {
        failures[coordinate, default: []].append(
            .rateLimited(
                host: provider.name, reason: "the limit of places per minute has been reached", retryAfter: 60))
    }

    /// The provider has refused the place before, and gets no request for it now.
    mutating func refuse(_ coordinate: Coordinate, _ failure: FetchFailure, from provider: Provider) {
        guard failure.code != .notCovered else { return pass(provider, coordinate) }
        failures[coordinate, default: []].append(failure)
    }

    /// Notes a provider that is queried only if no other one has an answer.
    mutating func postpone(_ provider: Provider, _ breaker: CircuitBreaker) {
        if breaker.failure?.unreadWarnings ?? 0 > 0 { waiting.insert(provider) }
    }

    mutating func pass(_ provider: Provider, _ coordinate: Coordinate) {
        if passed[coordinate] == nil { passed[coordinate] = provider }
    }

    /// The provider gets no requests before `until`. Places that it does not cover are not affected.
    mutating func skip<Skipped>(
        _ provider: any ReportProvider<Skipped>, of breaker: CircuitBreaker, until: UnixTime, at now: UnixTime
    ) {
        guard let failure = breaker.failure else { return }
        postpone(provider.identity, breaker)
        let waiting = failure.waiting(until.seconds(since: now))
        for coordinate in missing {
            guard provider.covers(coordinate) else {
                pass(provider.identity, coordinate)
                continue
            }
            failures[coordinate, default: []].append(waiting)
        }
    }

    /// The result for each place, in the order of the places.
    var results: [Result<Content, FetchFailure>] {
        coordinates.map { coordinate in
            if let report = reports[coordinate] { return .success(doubted(report)) }
            if let report = insufficient[coordinate],
                failures[coordinate] == nil || sufficiency?.prefersInsufficient == true
            {
                return .success(doubted(report))
            }
            return .failure(failure(of: coordinate))
        }
    }

    /// The report, marked with what other providers could not read.
    private func doubted(_ report: Content) -> Content {
        let place = report.coordinate
        return sufficiency?.beside(
            report, unread[place] ?? 0, unreadSources[place] ?? [], waiting.isEmpty ? nil : stored[place]) ?? report
    }

    /// Why there is no report: the first provider's failure, unless another provider can be retried soon.
    private func failure(of coordinate: Coordinate) -> FetchFailure {
        if let failure = failures[coordinate, default: []].min(by: { $0.retryAfter ?? -1 < $1.retryAfter ?? -1 }) {
            return failure
        }
        if let provider = passed[coordinate] { return .notCovered(host: provider.name, reason: nil) }
        return .notCovered(host: "", reason: "no provider is configured")
    }
}

extension ProviderReport {
    /// Whether the report is within its freshness lifetime: the provider has nothing newer.
    func hasNotExpired(at now: UnixTime) -> Bool { expiry(at: now).map { now < $0 } ?? false }
}
