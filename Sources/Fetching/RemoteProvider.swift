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
    let turn: AlertTurn

    func country(of coordinate: Coordinate) -> String? { turn.countries[coordinate] }

    func covers(_ coordinate: Coordinate) -> Bool {
        guard facts.covers(coordinate), !(facts.isWorldwide && turn.answered.contains(coordinate)) else { return false }
        guard let country = country(of: coordinate), let countries = facts.countries else { return true }
        return countries.contains(country)
    }

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

    /// A list that the service refuses is divided, so that one place does not cost the others.
    func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        guard service.baseURL.isEmpty || services.hasRoute(service.baseURL) else {
            return coordinates.map { _ in .failure(.noNetwork) }
        }
        guard limits.batch > 1 else {
            let results = await reports(inOneJob: coordinates, renewing: previous, now: now)
            return coordinates.map { results[$0] ?? .failure(.noNetwork) }
        }
        let key = RefusedLists.Key(
            service: service.kind, url: service.baseURL, content: ObjectIdentifier(Content.self))
        let known = services.refusals[key]
        var results: [Coordinate: Result<Content, FetchFailure>] = [:]
        for place in coordinates { results[place] = known.failure(of: place, at: now()).map { .failure($0) } }
        var lists = known.lists(of: coordinates, at: now())[...]
        while let list = lists.popFirst() {
            var division = ListDivision(list, isDivided: known.isDivided(at: now()))
            while let part = division.next, !Task.isCancelled {
                let new = await reports(inOneJob: part, renewing: previous, now: now)
                division.take(new)
                results.merge(new) { $1 }
            }
            services.refusals.learn(from: division, of: key, at: now())
            // A service that limits requests or fails gets no more requests.
            let failures = list.compactMap { results[$0]?.failure }
            guard let failure = failures.first(where: { !$0.mayBeOfList }) else { continue }
            for place in division.abandoned + lists.flatMap(\.self) { results[place] = .failure(failure) }
            lists = []
        }
        return coordinates.map { results[$0] ?? .failure(.noNetwork) }
    }

    /// One answer may have crashed the worker: the place that it was processing gets that failure, and another worker requests
    /// the rest.
    private func reports(
        inOneJob coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Coordinate: Result<Content, FetchFailure>] {
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
        return results
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
                country: country(of: coordinate),
                hint: services.hints[service.kind, coordinate, country(of: coordinate)])
        }
        let most = facts.requests(forPlaces: coordinates.count)
        let known = services.service(service, for: Content.kind)
        // Unknown names are remembered at once, so a job that times out need not find them again.
        try await services.request(
            upTo: most + facts.repeats, access, seconds: Services.timeout(requests: most, deadline: access.deadline),
            job: { passage in
                .reports(
                    Content.job(
                        ReportJob(service: known, positions: positions, locale: locale, passage: passage)))
            },
            take: { [services, service] answer throws(Malformed) in
                if case .notice(let notice) = answer {
                    return services.take(notice, from: service, for: Content.kind)
                }
                try taken.take(answer)
            })
        for (coordinate, countries) in taken.countries where !countries.isEmpty {
            services.nearby[coordinate] = countries
        }
        for (coordinate, hint) in taken.hints {
            services.hints[service.kind, coordinate, country(of: coordinate)] = hint
        }
        guard taken.results.count == Set(coordinates).count else {
            throw .worker(.malformed(reason: "no answer for some places"))
        }
    }
}
