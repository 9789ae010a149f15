import Gazetteer
package import HTTP
import Providers
import Synchronization
import Weather
package import WorkerProtocol

// Jobs for reports.
extension JobPerformer {
    typealias Take = @Sendable (Answer) -> Void

    func reports(_ job: ReportJob, _ answer: @escaping Take) async -> Int {
        let places = JobPlaces(of: job, in: gazetteer, regions: regions)
        let ages = AnswerAges(at: job.passage.now)
        return await counting(job.passage) { exchange in
            let exchange = ages.noting(exchange)
            if let provider = job.service.provider(of: job.kind, places, exchange, notice: { answer(.notice($0)) }) {
                await reports(of: job, from: provider, places, ages, answer)
            } else {
                let failure = FetchFailure.notCovered(host: job.service.baseURL.urlHost, reason: nil)
                for index in job.positions.indices {
                    answer(.report(PlaceAnswer(job.kind, index: index, failure: failure)))
                }
            }
        }
    }

    private func reports<Content>(
        of job: ReportJob, from provider: some ReportProvider<Content>, _ places: JobPlaces, _ ages: AnswerAges,
        _ answer: Take
    ) async {
        var previous: [Coordinate: Content] = [:]
        for position in job.positions { previous[position.coordinate] = position.previous?.content() }
        let clock = JobClock(startingAt: job.passage.now)
        var positions = job.positions.indices.makeIterator()
        await provider.eachReport(
            for: job.positions.map(\.coordinate), renewing: previous, now: { clock.now },
            take: { result in
                guard let index = positions.next() else { return }
                let place = job.positions[index].coordinate
                answer(
                    .report(
                        PlaceAnswer(
                            index: index, result: result.map(ages.counted), hint: places.hint(place),
                            countries: places.countries(place))))
            })
    }
}

/// How long a job's answers were in caches after their freshness lifetime. The oldest counts for all reports of the job.
private final class AnswerAges: Sendable {
    private let now: UnixTime
    private let longest = Mutex(0)

    init(at now: UnixTime) {
        self.now = now
    }

    func noting(_ exchange: @escaping HTTPExchange) -> HTTPExchange {
        { [self] query async throws(FetchFailure) in
            let answer = try await exchange(query)
            longest.withLock { $0 = max($0, min(answer.overdue(at: now), ReportJob.longestInCache)) }
            return answer
        }
    }

    /// The report with the time in caches as part of its age.
    func counted<Content: ProviderReport>(_ report: Content) -> Content {
        let age = longest.withLock { $0 }
        guard age > 0 else { return report }
        var report = report
        report.fetchedAt = report.fetchedAt.advanced(by: -age)
        return report
    }
}

extension ReportJob {
    /// The provider that performs the job, without gazetteer and regions; nil if the service does not offer the kind of report.
    package func provider(_ exchange: @escaping HTTPExchange) -> (any ReportProvider)? {
        let places = JobPlaces(
            of: self, in: Gazetteer(GazetteerFiles(named: nil, installed: "/dev/null")), regions: nil)
        return service.provider(of: kind, places, exchange, notice: { _ in })
    }
}

extension Service {
    /// The provider of a kind of report; nil if the service does not offer it, or a required API key is missing.
    fileprivate func provider(
        of report: ReportKind, _ places: JobPlaces, _ exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void
    ) -> (any ReportProvider)? {
        let (altitude, country, isAshore) = (places.altitude, places.country, places.isAshore)
        func names() -> OpenMeteoUnknownNames { OpenMeteoUnknownNames(unknownNames, notice: notice) }
        func national(_ provider: any ReportProvider<AlertReport>, _ facts: ProviderFacts) -> NationalAlerts {
            NationalAlerts(provider, facts, country: country)
        }
        switch (report, kind) {
        case (.forecast, .openMeteo):
            return CompletedForecasts(
                OpenMeteo(
                    baseURL: baseURL, models: models, altitude: altitude, unknownNames: names(),
                    exchange: exchange))
        case (.forecast, .metNorway):
            return CompletedForecasts(
                METNorway(
                    baseURL: baseURL, timeZone: places.timeZone, altitude: altitude, exchange: exchange,
                    notice: notice))
        case (.forecast, .nws):
            return CompletedForecasts(
                NWS(baseURL: baseURL, gridPoints: places.gridPoints, exchange: exchange, notice: notice))
        case (.forecast, .openWeatherMap):
            return key.map {
                CompletedForecasts(
                    OpenWeatherMap(
                        baseURL: baseURL, key: $0, timeZone: places.timeZone, exchange: exchange, notice: notice))
            }
        case (.forecast, .oneCall3):
            return key.map {
                CompletedForecasts(OneCall(version: .three, baseURL: baseURL, key: $0, exchange: exchange))
            }
        case (.forecast, .oneCall4):
            return key.map {
                CompletedForecasts(
                    OneCall(version: .four, baseURL: baseURL, key: $0, exchange: exchange, notice: notice))
            }
        case (.forecast, .pirateWeather):
            return key.map { CompletedForecasts(DarkSky(baseURL: baseURL, key: $0, exchange: exchange)) }
        case (.forecast, .sample): return CompletedForecasts(Sample(timeZone: places.timeZone))

        case (.alerts, .nws):
            return national(NWSAlerts(baseURL: baseURL, isAshore: isAshore, exchange: exchange), .nwsAlerts)
        case (.alerts, .metNorway):
            return national(
                METAlerts(baseURL: baseURL, isAshore: isAshore, exchange: exchange, notice: notice), .metAlerts)
        case (.alerts, .brightSky):
            return national(
                BrightSkyAlerts(baseURL: baseURL, locale: places.locale, exchange: exchange), .brightSkyAlerts)
        case (.alerts, .environmentCanada):
            return national(
                EnvironmentCanadaAlerts(baseURL: baseURL, locale: places.locale, exchange: exchange),
                .environmentCanadaAlerts)
        case (.alerts, .meteoAlarm):
            return MeteoAlarm(
                baseURL: baseURL, locale: places.locale, country: country, regions: places.regions,
                isAshore: isAshore, exchange: exchange)
        case (.alerts, .publicAlerts):
            return PublicAlerts(
                baseURL: baseURL, locale: places.locale, country: country, regions: places.regions,
                isAshore: isAshore, memory: places.memory, exchange: exchange, notice: notice)

        case (.air, .openMeteo):
            return OpenMeteoAir(baseURL: baseURL, unknownNames: names(), exchange: exchange)
        case (.air, .openWeatherMap):
            return key.map { OpenWeatherMapAir(baseURL: baseURL, key: $0, exchange: exchange) }

        case (.observations, .aviationWeather): return AviationWeather(baseURL: baseURL, exchange: exchange)
        case (.observations, .brightSky): return BrightSkyStations(baseURL: baseURL, exchange: exchange)
        case (.observations, .nws):
            return NWSStations(baseURL: baseURL, gridPoints: places.gridPoints, exchange: exchange)

        case (.radar, .metNorway): return METNowcast(baseURL: baseURL, exchange: exchange, notice: notice)

        case (.normals, .openMeteo):
            return OpenMeteoArchive(
                baseURL: baseURL, altitude: altitude, unknownNames: names(), exchange: exchange)
        case (.ensemble, .openMeteo):
            return OpenMeteoEnsemble(
                baseURL: baseURL, altitude: altitude, unknownNames: names(), exchange: exchange)

        case (.marine, .openMeteo):
            return OpenMeteoMarine(baseURL: baseURL, unknownNames: names(), exchange: exchange)
        case (.marine, .metNorway): return METOcean(baseURL: baseURL, exchange: exchange, notice: notice)
        case (.marine, .sample): return SampleMarine()
        default: return nil
        }
    }
}

/// Forecasts of any provider, with the values that weatherd derives.
private struct CompletedForecasts<Provider: ReportProvider<Report>>: ReportProvider {
    private let provider: Provider

    init(_ provider: Provider) { self.provider = provider }

    var identity: Weather.Provider { provider.identity }
    var limits: ProviderLimits { provider.limits }

    func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        try await provider.report(for: coordinate, at: now, renewing: previous).completed
    }

    func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Report]
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        // In place, since the reports of a list take megabytes.
        var results = try await provider.reports(for: coordinates, at: now, renewing: previous)
        for index in results.indices { results[index] = results[index].map(\.completed) }
        return results
    }
}

/// The places of a job, with what services need to know about them. It is looked up when a service needs it.
private struct JobPlaces: Sendable {
    /// The user's language.
    let locale: String
    /// The time zone as in tzdata; nil when unknown.
    let timeZone: @Sendable (Coordinate) async -> String?
    /// Metres above sea level; nil when unknown.
    let altitude: @Sendable (Coordinate) -> Double?
    /// The country whose warnings are requested (ISO 3166-1 alpha-2); nil when unknown.
    let country: @Sendable (Coordinate) -> String?
    /// The country of a position, and others nearby, for answers.
    let countries: @Sendable (Coordinate) -> [String]
    let regions: @Sendable () -> RegionTable
    /// Whether a position is on land.
    let isAshore: @Sendable (Coordinate) -> Bool
    let gridPoints = NWSGridPoints()
    let memory = PublicAlertsMemory()
    /// The state for the next job.
    let hint: @Sendable (Coordinate) -> [UInt8]

    init(of job: ReportJob, in gazetteer: Gazetteer, regions: String?) {
        let positions = Dictionary(job.positions.map { ($0.coordinate, $0) }) { first, _ in first }
        locale = job.locale
        // Without a gazetteer, the time zone is estimated from the longitude; the daemon reports that elsewhere.
        timeZone = { positions[$0]?.timeZone ?? (try? gazetteer.timeZone(at: $0)) }
        altitude = { positions[$0]?.altitude }
        let nearby = NearbyCountries(of: job, in: gazetteer)
        country = nearby.asked
        self.regions = { regions.map { RegionTable(path: $0) } ?? RegionTable() }
        isAshore = { gazetteer.isAshore(at: $0) }
        // Only warnings depend on the country.
        if job.kind == .alerts {
            for position in job.positions { memory.remember(position.hint, for: position.coordinate) }
            (hint, countries) = ({ [memory] in memory.hint(for: $0) }, nearby.nearby)
        } else {
            for position in job.positions { gridPoints.remember(position.hint, for: position.coordinate) }
            (hint, countries) = ({ [gridPoints] in gridPoints.hint(for: $0) }, { _ in [] })
        }
    }
}

/// The countries of the positions of a job, looked up once for each.
private final class NearbyCountries: Sendable {
    private let gazetteer: Gazetteer
    private let requested: [Coordinate: String]
    private let known = Mutex<[Coordinate: [String]]>([:])

    init(of job: ReportJob, in gazetteer: Gazetteer) {
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
