import Store
import Synchronization
import Weather
import WorkerProtocol

/// The daemon's interface to a provider: its properties, and the jobs for workers that query it.
struct RemoteProvider<Content: FetchedReport>: DescribedProvider {
    let facts: ProviderFacts
    let service: Service
    /// The user's language.
    let locale: String
    let services: Services
    let access: Services.Access
    let turn: AlertTurn
    /// A fingerprint of its settings.
    let settings: String

    private var interface: ServiceRefusals.Interface {
        ServiceRefusals.Interface(provider: facts.identity.id, kind: Content.kind, settings: settings)
    }

    private var refusals: ServiceRefusals { services.store.refusals(of: interface) }

    private func moment(at now: UnixTime) -> Moment { services.store.moment(at: now) }

    func country(of coordinate: Coordinate) -> String? { turn.countries[coordinate] }

    func covers(_ coordinate: Coordinate) -> Bool {
        guard facts.covers(coordinate), !(facts.isWorldwide && turn.answered.contains(coordinate)) else { return false }
        guard let country = country(of: coordinate), let countries = facts.countries else { return true }
        return countries.contains(country)
    }

    func refusal(of coordinate: Coordinate, at now: UnixTime) -> FetchFailure? {
        // A service that does not cover the place may cover the neighbouring country.
        turn.isOfNeighbours ? nil : refusals.failure(of: coordinate, at: moment(at: now))
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

    /// The maximum number of worker failures for one list of places.
    private static var mostDeaths: Int { 3 }

    /// Divides a list that the service refuses, so that one place does not block the others.
    func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        guard service.baseURL.isEmpty || services.hasRoute(service.baseURL) else {
            return coordinates.map { _ in .failure(.noNetwork) }
        }
        guard limits.batch > 1 else {
            let results = await reports(inOneJob: coordinates, renewing: previous, now: now)
            let moment = moment(at: now())
            if !turn.isOfNeighbours {
                services.store.changeRefusals(of: interface) { $0.learn(coverage: results, at: moment) }
                await services.store.keepRefusals()
            }
            return coordinates.map { results[$0] ?? .failure(.noNetwork) }
        }
        return await reports(ofDivided: coordinates, renewing: previous, now: now)
    }

    private func reports(
        ofDivided coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>] {
        let known = refusals
        let start = moment(at: now())
        var results: [Coordinate: Result<Content, FetchFailure>] = [:]
        for place in coordinates { results[place] = known.failure(of: place, at: start).map { .failure($0) } }
        var lists = known.lists(of: coordinates, at: start)[...]
        while let list = lists.popFirst() {
            var division = ListDivision(list.places, isDivided: list.isDivided)
            while let part = division.next, !Task.isCancelled {
                let new = await reports(inOneJob: part, renewing: previous, now: now)
                division.take(new)
                results.merge(new) { $1 }
            }
            learn(from: division, at: moment(at: now()))
            // A service that is failing or rate-limiting gets no more requests.
            let failures = list.places.compactMap { results[$0]?.failure }
            let reason = failures.first { !$0.dividesList } ?? (division.isStopped ? failures.first : nil)
            guard let failure = reason else { continue }
            for place in division.abandoned + lists.flatMap(\.places) { results[place] = .failure(failure) }
            lists = []
        }
        await services.store.keepRefusals()
        return coordinates.map { results[$0] ?? .failure(.noNetwork) }
    }

    private func learn(from division: ListDivision, at now: Moment) {
        services.store.changeRefusals(of: interface) { $0.learn(from: division, at: now) }
    }

    /// If an answer crashes the worker, the place that it was processing gets that failure, and another worker requests the
    /// rest.
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
                results.merge(await outcomes(taken, at: now())) { first, _ in first }
            } catch {
                results.merge(await outcomes(taken, at: now())) { first, _ in first }
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

    private func outcomes(
        _ taken: ReportCollector<Content>, at now: UnixTime
    ) async -> [Coordinate: Result<Content, FetchFailure>] {
        var outcomes = taken.results
        for (coordinate, result) in taken.results {
            switch result {
            case .failure(let failure): outcomes[coordinate] = .failure(await noted(failure, at: now))
            case .success(var report):
                for (index, gap) in report.missing.enumerated() {
                    guard case .failed(let part, let failure) = gap else { continue }
                    report.missing[index] = .failed(part: part, await noted(failure, at: now))
                }
                outcomes[coordinate] = .success(report)
            }
        }
        return outcomes
    }

    /// A worker only knows its own limit of requests, not the daily budget.
    private func noted(_ failure: FetchFailure, at now: UnixTime) async -> FetchFailure {
        if case .budgetSpent = failure { return access.spent(at: now) }
        return await services.noted(failure, access)
    }

    /// - Throws: why the places that are missing in `taken` have no answer.
    private func ask(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], at now: UnixTime,
        _ taken: ReportCollector<Content>
    ) async throws(FetchFailure) {
        let positions = coordinates.map { coordinate in
            services.position(
                coordinate, previous: facts.usesPrevious ? previous[coordinate].map(AnyReport.init) : nil,
                country: country(of: coordinate),
                hint: services.hints[service.kind, coordinate, country(of: coordinate)])
        }
        let most = facts.requests(for: coordinates)
        var known = service
        known.unknownNames = refusals.unknownNames(at: moment(at: now))
        // Unknown names are stored at once, so that the job after a timeout need not find them again.
        try await services.request(
            upTo: most + facts.repeats, access, seconds: Services.timeout(requests: most, deadline: access.deadline),
            job: { passage in
                .reports(
                    ReportJob(Content.kind, service: known, positions: positions, locale: locale, passage: passage))
            },
            take: { [services, interface] answer throws(Malformed) in
                if case .notice(let notice) = answer {
                    return services.take(notice, from: interface)
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

/// Collects the answers of a job for reports, and validates that they match the job.
final class ReportCollector<Content: FetchedReport>: Sendable {
    private let coordinates: [Coordinate]
    private let facts: ProviderFacts
    private let start: UnixTime
    private let state = Mutex(State())

    private struct State {
        var results: [Coordinate: Result<Content, FetchFailure>] = [:]
        var hints: [Coordinate: [UInt8]] = [:]
        var countries: [Coordinate: [String]] = [:]
    }

    /// Longer than any job, s.
    private static var longestJob: Int { 3600 }

    /// - Parameters:
    ///   - coordinates: the coordinates in the job, in order.
    ///   - start: the start of the job.
    init(of coordinates: [Coordinate], from facts: ProviderFacts, at start: UnixTime) {
        (self.coordinates, self.facts, self.start) = (coordinates, facts, start)
    }

    var results: [Coordinate: Result<Content, FetchFailure>] { state.withLock { $0.results } }
    var countries: [Coordinate: [String]] { state.withLock { $0.countries } }
    var hints: [Coordinate: [UInt8]] { state.withLock { $0.hints } }

    /// - Throws: for an answer that a correct worker does not send.
    func take(_ answer: Answer) throws(Malformed) {
        guard case .report(let answer) = answer, answer.kind == Content.kind,
            coordinates.indices.contains(answer.index)
        else {
            throw Malformed("an answer that does not match the job")
        }
        let coordinate = coordinates[answer.index]
        let result: Result<Content, FetchFailure>
        switch answer.result {
        case .failure(let failure): result = .failure(failure)
        case .success(let any):
            guard let report: Content = any.content() else { throw Malformed("a report of another kind") }
            result = .success(report)
            let age = report.fetchedAt.seconds(since: start)
            guard report.coordinate == coordinate, report.provider == facts.identity,
                (-ReportJob.longestInCache...Self.longestJob).contains(age)
            else { throw Malformed("a report for an unexpected place, time or provider") }
        }
        let isNew = state.withLock { state in
            state.hints[coordinate] = answer.hint
            state.countries[coordinate] = answer.countries
            return state.results.updateValue(result, forKey: coordinate) == nil
        }
        guard isNew else { throw Malformed("more than one answer for a place") }
    }
}

/// Opaque state from workers, in memory only: by service and place.
final class Hints: Sendable {
    private struct Key: Hashable {
        var service: Service.Kind
        var coordinate: Coordinate
        var country: String?
    }

    private let hints = Mutex<[Key: [UInt8]]>([:])

    /// Several times the places of any user; above it, all state is discarded, which costs a few requests.
    private static let most = 1000

    subscript(service: Service.Kind, coordinate: Coordinate, country: String?) -> [UInt8] {
        get { hints.withLock { $0[Key(service: service, coordinate: coordinate, country: country)] ?? [] } }
        set {
            hints.withLock { hints in
                if hints.count >= Self.most { hints = [:] }
                hints[Key(service: service, coordinate: coordinate, country: country)] =
                    newValue.isEmpty ? nil : newValue
            }
        }
    }
}
