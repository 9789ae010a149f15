import Endpoints
import Jobs
import Providers
import Weather

// The providers that a configuration names.
extension Services {
    func forecastProviders(_ configuration: Configuration) -> [any ReportProvider<Report>] {
        configuration.providers.compactMap { name in
            guard let (service, facts) = configuration.forecastService(name) else { return nil }
            return RemoteProvider(
                facts: facts, service: service, kind: .forecasts, services: self,
                access: access(to: name, service.baseURL, configuration))
        }
    }

    func alertProviders(_ configuration: Configuration) -> [any ReportProvider<AlertReport>] {
        // Made-up weather wants no network.
        guard configuration.providers != [.sample] else { return [] }
        return configuration.alertsProviders.compactMap { name in
            let (service, facts): (Service, ProviderFacts)
            switch name {
            case .nws: (service, facts) = (Service(.nws, baseURL: configuration.nwsURL), .nwsAlerts)
            case .metNorway: (service, facts) = (Service(.metNorway, baseURL: configuration.metNorwayURL), .metAlerts)
            default: return nil
            }
            return RemoteProvider(
                facts: facts, service: service, kind: .alerts, services: self,
                access: access(to: name, service.baseURL, configuration))
        }
    }

    func airProviders(_ configuration: Configuration) -> [any ReportProvider<AirReport>] {
        guard configuration.providers != [.sample] else { return [] }
        return configuration.airProviders.compactMap { name in
            let (service, facts): (Service, ProviderFacts)
            switch name {
            case .openMeteo:
                (service, facts) = (Service(.openMeteo, baseURL: configuration.openMeteoAirURL), .openMeteoAir)
            case .openWeatherMap:
                guard let key = configuration.openWeatherMapKey else { return nil }
                service = Service(.openWeatherMap, baseURL: configuration.openWeatherMapURL, key: key)
                facts = .openWeatherMapAir
            default: return nil
            }
            return RemoteProvider(
                facts: facts, service: service, kind: .air, services: self,
                access: access(to: name, service.baseURL, configuration))
        }
    }

    /// How requests to one service are counted, and none goes out beyond the budget.
    func access(
        to name: ProviderName, _ url: String, _ configuration: Configuration,
        deadline: Duration = exchangeDeadline
    ) -> Access {
        let budget: Int? =
            switch name {
            case .pirateWeather: configuration.pirateWeatherBudget
            case .openWeatherMap where configuration.oneCall != nil: ProviderFacts.oneCallsADay
            default: nil
            }
        return Access(
            id: name.rawValue, budget: budget, host: url.urlHost, userAgent: configuration.userAgent,
            settings: configuration.network, deadline: deadline)
    }
}

extension Configuration {
    /// nil without the key that it takes.
    fileprivate func forecastService(_ name: ProviderName) -> (Service, ProviderFacts)? {
        switch name {
        case .openMeteo: return (Service(.openMeteo, baseURL: openMeteoURL), .openMeteo)
        case .metNorway: return (Service(.metNorway, baseURL: metNorwayURL), .metNorway)
        case .nws: return (Service(.nws, baseURL: nwsURL), .nws)
        case .openWeatherMap:
            guard let key = openWeatherMapKey else { return nil }
            return switch oneCall {
            case .three: (Service(.oneCall3, baseURL: openWeatherMapURL, key: key), .oneCall3)
            case .four: (Service(.oneCall4, baseURL: openWeatherMapURL, key: key), .oneCall4)
            case nil: (Service(.openWeatherMap, baseURL: openWeatherMapURL, key: key), .openWeatherMap)
            }
        case .pirateWeather:
            return pirateWeatherKey.map {
                (Service(.pirateWeather, baseURL: pirateWeatherURL, key: $0), .darkSky(baseURL: pirateWeatherURL))
            }
        case .sample: return (Service(.sample), .sample)
        }
    }
}
