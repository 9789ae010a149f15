import Store
import Synchronization
import Weather
import WorkerProtocol

/// The countries with land near a place, as reported by workers.
final class NearbyCountries: Sendable {
    private let known = Mutex<[Coordinate: [String]]>([:])

    /// Several times the places of any user; above it, all are discarded, which costs nothing but a later request.
    private static let most = 1000

    /// The place's own country first; nil until a worker has reported it.
    ///
    /// - Parameter position: as sent to services.
    subscript(position: Coordinate) -> [String]? {
        get { known.withLock { $0[position] } }
        set {
            known.withLock { known in
                if known.count >= Self.most { known = [:] }
                known[position] = newValue
            }
        }
    }
}

/// The country whose warnings are requested for each place, and the places that need no further request.
struct AlertTurn: Sendable {
    /// By position as sent; a place that is missing here is requested for its own country, which the worker finds.
    var countries: [Coordinate: String] = [:]
    /// The positions whose warnings a service without countries has already given.
    var answered: Set<Coordinate> = []
    /// Whether the countries are neighbours of the places' own.
    var isOfNeighbours = false

    static let own = AlertTurn()
}

/// The countries of a place whose warnings are requested.
struct CountriesOfPlace: Equatable {
    /// ISO 3166-1 alpha-2; nil when unknown.
    var own: String?
    /// The others within 5 km, nearest first.
    var others: [String]

    /// - Parameters:
    ///   - chosen: the country that the place is known to be in; nil when unknown.
    ///   - nearby: the countries around it, the likely one first.
    init(chosen: String?, nearby: [String]) {
        own = chosen ?? nearby.first
        others = Array(nearby.filter { [own] in $0 != own }.prefix(AlertReport.mostParts - 1))
    }
}

extension Forecaster {
    /// The warnings of each place, in order. Within 5 km of a border, they include the countries on both sides; a failure of
    /// one country's services does not affect the other's.
    func alerts(for coordinates: [Coordinate], isUrgent: Bool) async -> [Result<AlertReport, FetchFailure>] {
        let settings = settings()
        let snapshot = store.snapshot
        let formers = coordinates.map { snapshot.weather[$0]?.alerts.content }
        let chosen = coordinates.map { snapshot.country(of: $0) }
        func sent(_ index: Int) -> Coordinate { settings.sentPosition(of: coordinates[index]) }
        func turn(_ indices: [Int], _ country: (Int) -> String?) -> AlertTurn {
            var turn = AlertTurn()
            for index in indices { turn.countries[sent(index)] = country(index) }
            return turn
        }
        let all = Array(coordinates.indices)
        let own: [Result<AlertReport, FetchFailure>] = await ask(
            for: coordinates, settings, turn: turn(all) { chosen[$0] },
            renewing: all.compactMap { formers[$0]?.part(of: chosen[$0]) }, isUrgent: isUrgent)
        let countries = all.map { index in
            let known = services.nearby[sent(index)] ?? formers[index]?.parts.map(\.country)
            return CountriesOfPlace(chosen: chosen[index], nearby: known ?? [])
        }
        var parts = all.map { index in
            let country = countries[index].own
            return [
                AlertPart(
                    country: country ?? "", own[index], after: formers[index]?.part(of: country), at: now())
            ]
        }
        for round in 0..<(countries.map(\.others.count).max() ?? 0) where !Task.isCancelled {
            let near = all.filter { countries[$0].others.count > round }
            func country(_ index: Int) -> String { countries[index].others[round] }
            func former(_ index: Int) -> AlertReport? {
                formers[index].flatMap { $0.parts.isEmpty ? nil : $0.part(of: country(index)) }
            }
            var next = turn(near, country)
            next.isOfNeighbours = true
            next.answered = Set(near.filter { (try? own[$0].get()).map(isOfAllCountries) ?? false }.map(sent))
            let results = await ask(
                for: near.map { coordinates[$0] }, settings, turn: next, renewing: near.compactMap(former),
                isUrgent: isUrgent)
            for (index, result) in zip(near, results) {
                // A neighbour without a warning service is not a gap in the report.
                if case .failure(.notCovered) = result { continue }
                parts[index].append(AlertPart(country: country(index), result, after: former(index), at: now()))
            }
        }
        return all.map { index in
            guard parts[index].count > 1 else { return own[index] }
            return AlertReport(of: parts[index], at: coordinates[index]).map(Result.success) ?? own[index]
        }
    }

    private func isOfAllCountries(_ report: AlertReport) -> Bool {
        report.isAnswered(by: ProviderFacts.publicAlerts.identity.id)
    }
}
