public import Weather

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
    /// What the service said of all its requests when it refused a part of the report.
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
