public import Weather

/// A source of reports of one kind. It keeps no state.
public protocol ReportProvider<Content>: Sendable {
    associatedtype Content: FetchedReport

    var identity: Provider { get }

    /// Rate limits and batch size.
    var limits: ProviderLimits { get }

    /// Whether the provider may cover the place; it gets no requests for places outside.
    func covers(_ coordinate: Coordinate) -> Bool

    /// The country whose warnings are requested for a place, ISO 3166-1 alpha-2; nil for the place's own, and for reports other
    /// than warnings.
    func country(of coordinate: Coordinate) -> String?

    /// Why the place is not requested now: the service refused it, or does not cover it. nil if it is requested.
    func refusal(of coordinate: Coordinate, at now: UnixTime) -> FetchFailure?

    /// - Parameter previous: the provider's previous report, which it renews if the service confirms it; nil for none.
    /// - Throws: why there is no report; a complete answer that lacks some values is a report.
    func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Content?
    ) async throws(FetchFailure) -> Content

    /// The result for each place, in order; at most `limits.batch` places.
    ///
    /// - Throws: why there is no report for any of them.
    func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Content]
    ) async throws(FetchFailure) -> [Result<Content, FetchFailure>]

    /// The result for each of any number of places, in order.
    func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>]
}

extension ReportProvider {
    public var limits: ProviderLimits { ProviderLimits() }

    public func covers(_ coordinate: Coordinate) -> Bool { true }

    public func country(of coordinate: Coordinate) -> String? { nil }

    public func refusal(of coordinate: Coordinate, at now: UnixTime) -> FetchFailure? { nil }

    public func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Content {
        try await report(for: coordinate, at: now, renewing: nil)
    }

    /// Requests one place after the other.
    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Content]
    ) async throws(FetchFailure) -> [Result<Content, FetchFailure>] {
        var results: [Result<Content, FetchFailure>] = []
        for coordinate in coordinates {
            do throws(FetchFailure) {
                results.append(.success(try await report(for: coordinate, at: now, renewing: previous[coordinate])))
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }
}

/// A provider that takes its identity, limits and coverage from its facts.
public protocol DescribedProvider: ReportProvider {
    var facts: ProviderFacts { get }
}

extension DescribedProvider {
    public var identity: Provider { facts.identity }
    public var limits: ProviderLimits { facts.limits }

    public func covers(_ coordinate: Coordinate) -> Bool { facts.covers(coordinate) }
}

extension ReportProvider {
    public func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        var results: [Result<Content, FetchFailure>] = []
        await eachReport(for: coordinates, renewing: previous, now: now) { results.append($0) }
        return results
    }

    /// Requests one batch after the other, and returns each place's result as it arrives, in order.
    ///
    /// After a rate limit, also of a part of a report, or several consecutive batches without an answer, the remaining
    /// places fail without a request.
    public func eachReport(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime,
        take: (Result<Content, FetchFailure>) -> Void
    ) async {
        var rest = coordinates[...]
        var silences = 0
        while !rest.isEmpty {
            let batch = Array(rest.prefix(limits.batch))
            rest = rest.dropFirst(batch.count)
            let results = await reportsOrFailures(for: batch, renewing: previous, at: now())
            for result in results { take(result) }
            let failures = results.compactMap(\.failure)
            silences =
                failures.count == results.count && failures.allSatisfy { $0.traits.scope == .unclear }
                ? silences + 1 : 0
            let reason =
                Task.isCancelled
                ? .unreachable(host: identity.name, reason: "the request was cancelled")
                : failures.first(where: \.isOfAllPlaces) ?? results.lazy.compactMap(\.wordOfService).first
                    ?? (silences < Self.enoughSilences ? nil : failures.last)
            if let reason {
                for _ in rest { take(.failure(reason)) }
                return
            }
        }
    }

    /// After this many consecutive batches without an answer, each up to its timeout, no more are requested. A single
    /// one may be caused by its places.
    private static var enoughSilences: Int { 3 }

    private func reportsOrFailures(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], at now: UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        do throws(FetchFailure) {
            return try await reports(for: coordinates, at: now, renewing: previous)
        } catch {
            return coordinates.map { _ in .failure(error) }
        }
    }
}

extension Result where Success: ProviderReport, Failure == FetchFailure {
    /// The failure of a part of the report that applies to all requests to the service; nil for none.
    fileprivate var wordOfService: FetchFailure? {
        (try? get())?.missing.lazy.compactMap(\.wordOfService).first
    }
}

extension Result where Failure == FetchFailure {
    /// nil for a success.
    package var failure: FetchFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
