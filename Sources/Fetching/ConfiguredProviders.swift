import Endpoints
import Jobs
import Providers
import Weather

// The configured providers.
extension Services {
    func forecastProviders(_ settings: ServiceSettings) -> [any ReportProvider<Report>] {
        remote(settings.providers, .forecasts, settings) { settings.forecasts(of: $0) }
    }

    func alertProviders(_ settings: ServiceSettings) -> [any ReportProvider<AlertReport>] {
        // Sample weather needs no network.
        settings.isSample ? [] : remote(settings.alertsProviders, .alerts, settings, settings.alerts)
    }

    func airProviders(_ settings: ServiceSettings) -> [any ReportProvider<AirReport>] {
        settings.isSample ? [] : remote(settings.airProviders, .air, settings, settings.air)
    }

    private func remote<Content>(
        _ names: [ProviderName], _ kind: RemoteKind<Content>, _ settings: ServiceSettings,
        _ entry: (ProviderName) -> ProviderEntry?
    ) -> [any ReportProvider<Content>] {
        names.compactMap { name in
            guard let entry = entry(name), settings.hasKey(for: name) else { return nil }
            let service = Service(
                entry.kind, baseURL: entry.address.map { settings[$0] } ?? "", key: settings.keys[name],
                models: entry.models)
            return RemoteProvider(
                facts: entry.facts, service: service, kind: kind, locale: settings.locale, services: self,
                access: access(
                    to: name, service.baseURL, settings, deadline: entry.deadline ?? Services.exchangeDeadline))
        }
    }

    /// Counts the requests to one service, and enforces its budget.
    public func access(
        to name: ProviderName, _ url: String, _ settings: ServiceSettings,
        deadline: Duration = exchangeDeadline
    ) -> Access {
        Access(
            id: name.rawValue, budget: settings.budget(of: name), host: url.urlHost, userAgent: settings.userAgent,
            settings: settings.network, deadline: deadline)
    }
}
