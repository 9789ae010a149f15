import Weather
import WorkerProtocol

// The configured providers.
extension Services {
    /// The providers of one type of report, in the user's order; empty when it is off.
    func providers<Content: FetchedReport>(
        of kind: ReportKind, _ settings: ServiceSettings, _ turn: AlertTurn = .own
    ) -> [any ReportProvider<Content>] {
        settings.providers(of: kind).compactMap { name in
            guard let entry = settings.entry(of: name, for: kind), settings.hasKey(for: name) else { return nil }
            let service = settings.service(of: name, entry)
            var access = access(
                to: name, service.baseURL, settings, deadline: entry.deadline ?? Services.exchangeDeadline)
            if let own = entry.ownBudget { (access.id, access.budget) = (own.id, own.requestsADay) }
            return RemoteProvider<Content>(
                facts: entry.facts, service: service, locale: settings.locale, services: self, access: access,
                turn: turn, settings: settings.fingerprint(of: name.rawValue, for: kind))
        }
    }

    /// Counts the requests to one service, and enforces its budget.
    public func access(
        to name: ProviderName, _ url: String, _ settings: ServiceSettings,
        deadline: Duration = exchangeDeadline
    ) -> Access {
        Access(
            id: name.rawValue, budget: settings.budget(of: name), url: url, userAgent: settings.userAgent,
            settings: settings.network, deadline: deadline)
    }
}
