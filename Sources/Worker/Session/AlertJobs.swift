import Gazetteer
import HTTP
import Providers
import Synchronization
import Weather
import WorkerProtocol

// Jobs for warnings.
extension JobPerformer {
    func alerts(_ job: ReportJob<AlertReport>, _ answer: @escaping Take) async -> Int {
        let memory = PublicAlertsMemory()
        for position in job.positions { memory.remember(position.hint, for: position.coordinate) }
        let countries = NearbyCountries(of: job, in: gazetteer)
        let places = AlertPlaces(
            locale: job.locale, country: countries.asked,
            regions: { [regions] in regions.map { RegionTable(path: $0) } ?? RegionTable() },
            isAshore: { [gazetteer] in gazetteer.isAshore(at: $0) }, memory: memory)
        return await counting(job.passage) { exchange in
            let provider = job.service.alerts(exchange, places) { answer(.notice($0)) }
            await reports(of: job, from: provider, hint: memory.hint, countries: countries.nearby, answer: answer)
        }
    }
}

/// The countries of the positions of a job, looked up once for each.
private final class NearbyCountries: Sendable {
    private let gazetteer: Gazetteer
    private let requested: [Coordinate: String]
    private let known = Mutex<[Coordinate: [String]]>([:])

    init(of job: ReportJob<AlertReport>, in gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        let named = job.positions.compactMap { position in position.country.map { (position.coordinate, $0) } }
        requested = Dictionary(named) { first, _ in first }
    }

    /// The country whose warnings are requested (ISO 3166-1 alpha-2); nil when unknown, as at sea.
    @Sendable func asked(at coordinate: Coordinate) -> String? { requested[coordinate] ?? nearby(coordinate).first }

    /// The country of the position, and others nearby; empty when unknown, as at sea.
    @Sendable func nearby(_ coordinate: Coordinate) -> [String] {
        known.withLock { known in
            if let countries = known[coordinate] { return countries }
            let countries = (try? gazetteer.countries(at: coordinate)) ?? []
            known[coordinate] = countries
            return countries
        }
    }
}

extension Gazetteer {
    /// Within this distance of a settlement, a position is on land, m: a harbour's settlement is on its shore.
    private static let harbour = 5_000.0

    /// Whether a position is on land, for which warnings of the sea are not meant.
    fileprivate func isAshore(at coordinate: Coordinate) -> Bool {
        guard let found = try? locality(at: coordinate, language: LanguageCodes.english, keeping: []) else {
            return false
        }
        return found.offset.map { $0.distance <= Self.harbour } ?? true
    }
}

/// What services of warnings need to know about places and the user.
private struct AlertPlaces: Sendable {
    /// The user's language.
    var locale: String
    /// ISO 3166-1 alpha-2; nil when unknown.
    var country: @Sendable (Coordinate) -> String?
    var regions: @Sendable () -> RegionTable
    /// Whether a position is on land.
    var isAshore: @Sendable (Coordinate) -> Bool
    var memory: PublicAlertsMemory
}

extension Service {
    /// nil for a service without warnings.
    fileprivate func alerts(
        _ exchange: @escaping HTTPExchange, _ places: AlertPlaces, _ notice: @escaping Notice
    ) -> (any ReportProvider<AlertReport>)? {
        func national(_ provider: any ReportProvider<AlertReport>, _ facts: ProviderFacts) -> NationalAlerts {
            NationalAlerts(provider, facts, country: places.country)
        }
        switch kind {
        case .nws:
            return national(
                NWSAlerts(baseURL: baseURL, isAshore: places.isAshore, exchange: exchange), .nwsAlerts)
        case .metNorway:
            return national(
                METAlerts(baseURL: baseURL, isAshore: places.isAshore, exchange: exchange, notice: notice), .metAlerts)
        case .brightSky:
            return national(
                BrightSkyAlerts(baseURL: baseURL, locale: places.locale, exchange: exchange), .brightSkyAlerts)
        case .environmentCanada:
            return national(
                EnvironmentCanadaAlerts(baseURL: baseURL, locale: places.locale, exchange: exchange),
                .environmentCanadaAlerts)
        case .meteoAlarm:
            return MeteoAlarm(
                baseURL: baseURL, locale: places.locale, country: places.country, regions: places.regions,
                isAshore: places.isAshore, exchange: exchange)
        case .publicAlerts:
            return PublicAlerts(
                baseURL: baseURL, locale: places.locale, country: places.country, regions: places.regions,
                isAshore: places.isAshore, memory: places.memory, exchange: exchange, notice: notice)
        case .openMeteo, .openWeatherMap, .oneCall3, .oneCall4, .pirateWeather, .sample, .aviationWeather: return nil
        }
    }
}
