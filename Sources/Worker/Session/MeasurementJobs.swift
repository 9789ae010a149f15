import HTTP
import Providers
import Weather
import WorkerProtocol

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
