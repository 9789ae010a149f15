public import Weather

extension ReportProvider {
    public func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        var results: [Result<Content, FetchFailure>] = []
        await eachReport(for: coordinates, renewing: previous, now: now) { results.append($0) }
        return results
    }

    /// Asks for one batch after the other, and hands over what comes of each place as it comes, in the order of the places.
    ///
    /// Once the provider wants to be left alone, or has not answered several times in a row, it is asked for no more, and
    /// the rest of the places have that for a reason.
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
            silences = failures.count == results.count && failures.allSatisfy(\.isSilence) ? silences + 1 : 0
            let reason =
                Task.isCancelled
                ? .unreachable(host: identity.name, reason: "the request was cancelled")
                : failures.first(where: \.isOfAllPlaces) ?? (silences < Self.enoughSilences ? nil : failures.last)
            if let reason {
                for _ in rest { take(.failure(reason)) }
                return
            }
        }
    }

    /// After so many batches in a row without an answer, each of which may have been waited for until its deadline, the provider
    /// is asked for no more. One alone may be the place's.
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
