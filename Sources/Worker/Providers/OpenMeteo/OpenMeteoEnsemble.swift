public import HTTP
public import Weather
public import WorkerProtocol

/// [Open-Meteo's ensembles](https://open-meteo.com/en/docs/ensemble-api): worldwide, without a key, free for
/// non-commercial use.
public struct OpenMeteoEnsemble: DescribedProvider {
    public let facts = ProviderFacts.openMeteoEnsemble

    private let service: OpenMeteoService<EnsembleReport>

    /// - Parameters:
    ///   - baseURL: `https://ensemble-api.open-meteo.com`, or another host with the same API.
    ///   - altitude: the place's altitude above sea level, as for the forecast, m; nil when unknown.
    ///   - unknownNames: what the server is known not to know.
    public init(
        baseURL: String, altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil },
        unknownNames: OpenMeteoUnknownNames = OpenMeteoUnknownNames(), exchange: @escaping HTTPExchange
    ) {
        let endpoint = OpenMeteoEndpoint(url: "\(baseURL.asBaseURL)/v1/ensemble", answerShare: 0)
        service = OpenMeteoService(exchange: exchange, endpoint: endpoint, unknownNames: unknownNames) { places in
            Self.request(elevations: places.compactMap { altitude($0) }, of: places.count)
        }
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: EnsembleReport?
    ) async throws(FetchFailure) -> EnsembleReport {
        try await service.report(for: coordinate, at: now)
    }

    /// The ensemble of the European Centre for Medium-Range Weather Forecasts: 50 members and the control run,
    /// worldwide, with a longer range than the forecast. ICON's ends after a week.
    static let model = "ecmwf_ifs025"
    static let variables = ["temperature_2m_max", "temperature_2m_min", "precipitation_sum"]

    /// The attribution names the model, so it is required; of the variables, any makes a report.
    private static func request(elevations: [Double], of count: Int) -> OpenMeteoRequest {
        OpenMeteoRequest(
            [
                OpenMeteoRequest.List(parameter: UnknownName.models, names: [model]),
                OpenMeteoRequest.List(parameter: "daily", names: variables),
            ],
            [
                ("forecast_days", "\(OpenMeteo.days)"), ("temperature_unit", "celsius"), ("precipitation_unit", "mm"),
            ] + OpenMeteoRequest.elevation(elevations, of: count),
            required: [UnknownName(parameter: UnknownName.models), UnknownName(parameter: "daily")])
    }
}

extension EnsembleReport: OpenMeteoContent {
    static var subject: String { "ensemble" }

    var compacted: EnsembleReport { self }

    /// More than the days of any ensemble.
    private static let mostDays = 40

    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let utcOffset = answer.clock(at: now).utcOffset
        var members: [String: [String]] = [:]
        for name in OpenMeteoEnsemble.variables { members[name] = answer.daily.members(of: name) }
        var days: [EnsembleDay] = []
        for (time, row) in answer.daily.rows(utcOffset: utcOffset, most: Self.mostDays) {
            let date = PlaceCalendar.greenwich.date(at: time.advanced(by: utcOffset))
            guard days.last.map({ $0.date < date }) ?? true else { continue }
            func values(_ name: String, _ kind: QuantityKind) -> [Double] {
                (members[name] ?? []).compactMap { row.value($0, kind) }
            }
            let highs = values("temperature_2m_max", .temperature)
            let lows = values("temperature_2m_min", .temperature)
            let amounts = values("precipitation_sum", .depth)
            let day = EnsembleDay(
                date: date, members: max(highs.count, lows.count, amounts.count), high: Spread(of: highs)?.rounded,
                low: Spread(of: lows)?.rounded, precipitation: Spread(of: amounts)?.rounded)
            if day.high != nil || day.low != nil || day.precipitation != nil { days.append(day) }
        }
        if days.isEmpty { return nil }
        self.init(
            coordinate: coordinate, provider: ProviderFacts.openMeteoEnsemble.identity, fetchedAt: now, days: days)
    }
}

extension OpenMeteoTable {
    /// The columns of a variable's members: `temperature_2m` is the control run, `temperature_2m_member01` a member.
    /// With several models, a model's name follows. Sorted, and limited to the largest ensemble.
    func members(of variable: String) -> [String] {
        let prefix = variable + "_member"
        return Array(columns.keys.filter { $0 == variable || $0.hasPrefix(prefix) }.sorted().prefix(500))
    }
}

extension Spread {
    /// Rounded to the decimals that are stored.
    fileprivate var rounded: Spread? { Spread(from: from.rounded(decimals: 3), to: to.rounded(decimals: 3)) }
}
