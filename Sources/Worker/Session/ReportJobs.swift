import Gazetteer
import HTTP
import Providers
import Weather
import WorkerProtocol

// Jobs for reports.
extension JobPerformer {
    typealias Take = @Sendable (Answer) -> Void

    func forecasts(_ job: ReportJob<Report>, _ answer: @escaping Take) async -> Int {
        let gridPoints = NWSGridPoints()
        for position in job.positions { gridPoints.remember(position.hint, for: position.coordinate) }
        let positions = Dictionary(job.positions.map { ($0.coordinate, $0) }) { first, _ in first }
        let places = JobPlaces(
            timeZone: { [gazetteer] coordinate in
                if let known = positions[coordinate]?.timeZone { return known }
                // Without a gazetteer, the time zone is estimated from the longitude; the daemon reports that
                // elsewhere.
                return try? gazetteer.timeZone(at: coordinate)
            },
            altitude: job.altitude, gridPoints: gridPoints)
        return await counting(job.passage) { exchange in
            let provider = job.service.forecasts(exchange, places) { answer(.notice($0)) }
            await reports(
                of: job, from: provider, completing: \.completed, hint: gridPoints.hint, answer: answer)
        }
    }

    func air(_ job: ReportJob<AirReport>, _ answer: @escaping Take) async -> Int {
        await counting(job.passage) { exchange in
            let provider = job.service.air(exchange) { answer(.notice($0)) }
            await reports(of: job, from: provider, answer: answer)
        }
    }

    func normals(_ job: ReportJob<NormalsReport>, _ answer: @escaping Take) async -> Int {
        await counting(job.passage) { exchange in
            let provider = job.service.normals(exchange, job.altitude) { answer(.notice($0)) }
            await reports(of: job, from: provider, answer: answer)
        }
    }

    func ensemble(_ job: ReportJob<EnsembleReport>, _ answer: @escaping Take) async -> Int {
        await counting(job.passage) { exchange in
            let provider = job.service.ensemble(exchange, job.altitude) { answer(.notice($0)) }
            await reports(of: job, from: provider, answer: answer)
        }
    }

    /// - Parameters:
    ///   - provider: nil when the service has no such reports.
    ///   - completing: derives missing values.
    ///   - countries: of a position and around it.
    func reports<Content: FetchedReport>(
        of job: ReportJob<Content>, from provider: (any ReportProvider<Content>)?,
        completing: (Content) -> Content = { $0 }, hint: (Coordinate) -> [UInt8] = { _ in [] },
        countries: (Coordinate) -> [String] = { _ in [] }, answer: Take
    ) async {
        let coordinates = job.positions.map(\.coordinate)
        var previous: [Coordinate: Content] = [:]
        for position in job.positions { previous[position.coordinate] = position.previous }
        let clock = JobClock(startingAt: job.passage.now)
        var index = 0
        func take(_ result: Result<Content, FetchFailure>) {
            let result = result.map(completing)
            let place = coordinates[index]
            let placed = PlaceAnswer(index: index, result: result, hint: hint(place), countries: countries(place))
            answer(.report(Content.answer(placed)))
            index += 1
        }
        guard let provider else {
            let host = job.service.baseURL.urlHost
            for _ in coordinates { take(.failure(.notCovered(host: host, reason: nil))) }
            return
        }
        await provider.eachReport(for: coordinates, renewing: previous, now: { clock.now }, take: take)
    }
}

extension ReportJob {
    /// Metres above sea level; nil when unknown.
    fileprivate var altitude: @Sendable (Coordinate) -> Double? {
        let altitudes = Dictionary(positions.map { ($0.coordinate, $0.altitude) }) { first, _ in first }
        return { altitudes[$0] ?? nil }
    }
}

/// Properties of places that forecasts need and services do not provide.
struct JobPlaces: Sendable {
    /// As in tzdata; nil when unknown.
    var timeZone: @Sendable (Coordinate) async -> String?
    /// Metres above sea level; nil when unknown.
    var altitude: @Sendable (Coordinate) -> Double?
    var gridPoints: NWSGridPoints
}

extension Service {
    typealias Notice = @Sendable (ProviderNotice) -> Void

    /// nil without a required API key.
    fileprivate func forecasts(
        _ exchange: @escaping HTTPExchange, _ places: JobPlaces, _ notice: @escaping Notice
    ) -> (any ReportProvider<Report>)? {
        switch kind {
        case .openMeteo:
            OpenMeteo(
                baseURL: baseURL, models: models, altitude: places.altitude,
                unknownNames: OpenMeteoUnknownNames(unknownNames, notice: notice), exchange: exchange)
        case .metNorway:
            METNorway(
                baseURL: baseURL, timeZone: places.timeZone, altitude: places.altitude, exchange: exchange,
                notice: notice)
        case .nws: NWS(baseURL: baseURL, gridPoints: places.gridPoints, exchange: exchange, notice: notice)
        case .openWeatherMap:
            key.map {
                OpenWeatherMap(
                    baseURL: baseURL, key: $0, timeZone: places.timeZone, exchange: exchange, notice: notice)
            }
        case .oneCall3: key.map { OneCall(version: .three, baseURL: baseURL, key: $0, exchange: exchange) }
        case .oneCall4:
            key.map { OneCall(version: .four, baseURL: baseURL, key: $0, exchange: exchange, notice: notice) }
        case .pirateWeather: key.map { DarkSky(baseURL: baseURL, key: $0, exchange: exchange) }
        case .sample: Sample(timeZone: places.timeZone)
        case .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts, .aviationWeather: nil
        }
    }

    /// nil for a service without air quality, and without a required API key.
    fileprivate func air(
        _ exchange: @escaping HTTPExchange, _ notice: @escaping Notice
    ) -> (any ReportProvider<AirReport>)? {
        switch kind {
        case .openMeteo:
            OpenMeteoAir(
                baseURL: baseURL, unknownNames: OpenMeteoUnknownNames(unknownNames, notice: notice), exchange: exchange)
        case .openWeatherMap: key.map { OpenWeatherMapAir(baseURL: baseURL, key: $0, exchange: exchange) }
        case .metNorway, .nws, .oneCall3, .oneCall4, .pirateWeather, .sample, .brightSky, .environmentCanada,
            .meteoAlarm, .publicAlerts, .aviationWeather:
            nil
        }
    }

    /// nil for a service without an archive.
    fileprivate func normals(
        _ exchange: @escaping HTTPExchange, _ altitude: @escaping @Sendable (Coordinate) -> Double?,
        _ notice: @escaping Notice
    ) -> (any ReportProvider<NormalsReport>)? {
        guard kind == .openMeteo else { return nil }
        return OpenMeteoArchive(
            baseURL: baseURL, altitude: altitude, unknownNames: OpenMeteoUnknownNames(unknownNames, notice: notice),
            exchange: exchange)
    }

    /// nil for a service without ensembles.
    fileprivate func ensemble(
        _ exchange: @escaping HTTPExchange, _ altitude: @escaping @Sendable (Coordinate) -> Double?,
        _ notice: @escaping Notice
    ) -> (any ReportProvider<EnsembleReport>)? {
        guard kind == .openMeteo else { return nil }
        return OpenMeteoEnsemble(
            baseURL: baseURL, altitude: altitude, unknownNames: OpenMeteoUnknownNames(unknownNames, notice: notice),
            exchange: exchange)
    }
}

// Jobs for measurements.
extension JobPerformer {
    func observations(_ job: ReportJob<ObservationReport>, _ answer: @escaping Take) async -> Int {
        let gridPoints = NWSGridPoints()
        for position in job.positions { gridPoints.remember(position.hint, for: position.coordinate) }
        return await counting(job.passage) { exchange in
            await reports(
                of: job, from: job.service.stations(exchange, gridPoints), hint: gridPoints.hint, answer: answer)
        }
    }

    func radar(_ job: ReportJob<RadarReport>, _ answer: @escaping Take) async -> Int {
        await counting(job.passage) { exchange in
            let provider = job.service.radar(exchange) { answer(.notice($0)) }
            await reports(of: job, from: provider, answer: answer)
        }
    }
}

extension Service {
    /// nil for a service without stations.
    fileprivate func stations(
        _ exchange: @escaping HTTPExchange, _ gridPoints: NWSGridPoints
    ) -> (any ReportProvider<ObservationReport>)? {
        switch kind {
        case .aviationWeather: AviationWeather(baseURL: baseURL, exchange: exchange)
        case .brightSky: BrightSkyStations(baseURL: baseURL, exchange: exchange)
        case .nws: NWSStations(baseURL: baseURL, gridPoints: gridPoints, exchange: exchange)
        case .openMeteo, .metNorway, .openWeatherMap, .oneCall3, .oneCall4, .pirateWeather, .sample,
            .environmentCanada, .meteoAlarm, .publicAlerts:
            nil
        }
    }

    /// nil for a service without radar.
    fileprivate func radar(
        _ exchange: @escaping HTTPExchange, _ notice: @escaping Notice
    ) -> (any ReportProvider<RadarReport>)? {
        switch kind {
        case .metNorway: METNowcast(baseURL: baseURL, exchange: exchange, notice: notice)
        case .openMeteo, .nws, .openWeatherMap, .oneCall3, .oneCall4, .pirateWeather, .sample, .brightSky,
            .environmentCanada, .meteoAlarm, .publicAlerts, .aviationWeather:
            nil
        }
    }
}
