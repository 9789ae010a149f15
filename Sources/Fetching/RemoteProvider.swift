import Jobs
import Providers
import Weather

/// The daemon's interface to a provider: its properties, and the jobs for workers that query it.
struct RemoteProvider<Content: FetchedReport>: DescribedProvider {
    let facts: ProviderFacts
    let service: Service
    /// The user's language.
    let locale: String
    let services: Services
    let access: Services.Access

    func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Content?
    ) async throws(FetchFailure) -> Content {
        let known = previous.map { [coordinate: $0] } ?? [:]
        guard let result = await allReports(for: [coordinate], renewing: known, now: { now }).first else {
            throw .noNetwork
        }
        return try result.get()
    }

    /// The most worker failures for these places before giving up.
    private static var mostDeaths: Int { 3 }

    /// All places are in one job. One answer may have crashed the worker: the place that it was processing gets that failure, and
    /// another worker requests the rest.
    func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        guard service.baseURL.isEmpty || services.hasRoute(service.baseURL) else {
            return coordinates.map { _ in .failure(.noNetwork) }
        }
        var results: [Coordinate: Result<Content, FetchFailure>] = [:]
        var deaths = 0
        while true {
            let open = coordinates.filter { results[$0] == nil }
            guard !open.isEmpty else { break }
            let taken = ReportCollector<Content>(of: open, from: facts, at: now())
            do throws(FetchFailure) {
                try await ask(for: open, renewing: previous, at: now(), taken)
                results.merge(outcomes(taken, at: now())) { first, _ in first }
            } catch {
                results.merge(outcomes(taken, at: now())) { first, _ in first }
                deaths += 1
                let left = open.filter { results[$0] == nil }
                let goesOn = error.traits.mayBeOfOneAnswer && deaths < Self.mostDeaths && !Task.isCancelled
                for coordinate in goesOn ? left.prefix(limits.batch) : left[...] {
                    results[coordinate] = .failure(error)
                }
            }
        }
        return coordinates.map { results[$0] ?? .failure(.noNetwork) }
    }

    /// A worker has a limit of requests, and does not know the daily budget.
    private func outcomes(
        _ taken: ReportCollector<Content>, at now: UnixTime
    ) -> [Coordinate: Result<Content, FetchFailure>] {
        taken.results.mapValues { result in
            switch result {
            case .failure(.budgetSpent): .failure(access.spent(at: now))
            case .failure(let failure): .failure(services.noted(failure, access))
            case .success: result
            }
        }
    }

    /// - Throws: why no worker answers for the places that are missing in `taken`.
    private func ask(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], at now: UnixTime,
        _ taken: ReportCollector<Content>
    ) async throws(FetchFailure) {
        let positions = coordinates.map { coordinate in
            services.position(
                coordinate, previous: facts.usesPrevious ? previous[coordinate] : nil,
                hint: services.hints[service.kind, coordinate])
        }
        let most = facts.requests(forPlaces: coordinates.count)
        try await services.request(
            upTo: most, access, seconds: Services.timeout(requests: most, deadline: access.deadline),
            job: { passage in
                .reports(
                    Content.job(
                        ReportJob(service: service, positions: positions, locale: locale, passage: passage)))
            },
            take: { [services] answer throws(Malformed) in
                if case .notice(let notice) = answer { return services.notice(notice) }
                try taken.take(answer)
            })
        for (coordinate, hint) in taken.hints { services.hints[service.kind, coordinate] = hint }
        guard taken.results.count == Set(coordinates).count else {
            throw .worker(.malformed(reason: "no answer for some places"))
        }
    }
}
