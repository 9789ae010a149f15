import Store
import Weather
import WorkerProtocol

/// A kind of report: when it is fetched, from which providers, and how it is kept. All kinds are declared in this file;
/// `ProviderTable` lists what each provider offers.
protocol RefreshedReport: FetchedReport {
    /// Where a place's stored weather keeps this report.
    static var part: any PlaceWeather.Part<Self> { get }

    /// The name of the report in log messages.
    static var subject: String { get }

    /// The providers in order of preference; empty when the kind is off.
    static func providers(in settings: ServiceSettings) -> [ProviderName]

    /// The places that are kept fresh without a request. Called each time, like `policy`: the configuration can change.
    static func scope(by forecaster: Forecaster) -> RefreshScope

    /// How often a place is fetched.
    static func policy(by forecaster: Forecaster) -> RefreshPolicy

    /// Which reports end the search for a provider; nil if any report does.
    static var sufficiency: Sufficiency<Self>? { get }

    /// The kinds whose scope or policy depends on new reports.
    static var influenced: [ReportKind] { get }

    /// Whether a report is shown until it is replaced, although its provider is no longer configured.
    static var outlastsItsProvider: Bool { get }

    /// Fetches the report of each place, in the order of the places.
    static func fetch(
        for coordinates: [Coordinate], by forecaster: Forecaster, isUrgent: Bool
    ) async -> [Result<Self, FetchFailure>]
}

extension RefreshedReport {
    static var subject: String { kind.rawValue }
    static var sufficiency: Sufficiency<Self>? { nil }
    static var influenced: [ReportKind] { [] }
    static var outlastsItsProvider: Bool { false }

    static func scope(by forecaster: Forecaster) -> RefreshScope { usualScope(by: forecaster) }

    /// The current place, if the kind is on.
    fileprivate static func usualScope(by forecaster: Forecaster) -> RefreshScope {
        forecaster.settings().providers(of: kind).isEmpty ? .onRequest : .current
    }

    static func fetch(
        for coordinates: [Coordinate], by forecaster: Forecaster, isUrgent: Bool
    ) async -> [Result<Self, FetchFailure>] {
        await forecaster.ask(for: coordinates, isUrgent: isUrgent)
    }
}

extension ReportKind {
    var refreshed: any RefreshedReport.Type {
        switch self {
        case .forecast: Report.self
        case .alerts: AlertReport.self
        case .air: AirReport.self
        case .observations: ObservationReport.self
        case .radar: RadarReport.self
        case .normals: NormalsReport.self
        case .ensemble: EnsembleReport.self
        case .marine: MarineReport.self
        }
    }
}

extension Report: RefreshedReport {
    static var part: any PlaceWeather.Part<Report> { \.forecast }
    static var subject: String { "weather" }
    static var outlastsItsProvider: Bool { true }
    /// Dangerous weather changes the interval of warnings, and rain or snow starts the radar.
    static var influenced: [ReportKind] { [.alerts, .radar] }

    /// Current weather alone is no forecast, but better than a failure.
    static var sufficiency: Sufficiency<Report>? {
        Sufficiency(isEnough: { !$0.hours.isEmpty }, prefersInsufficient: true, merge: { $1.hours.isEmpty ? $0 : $1 })
    }

    static func providers(in settings: ServiceSettings) -> [ProviderName] { settings.providers }

    static func scope(by forecaster: Forecaster) -> RefreshScope { .all }

    /// The preferred provider's limits apply; the others are fallbacks.
    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        let place = forecaster.currentPlace
        var settings = forecaster.settings()
        if let place { settings.providers = settings.providers(at: place, forecaster.order.ranking(at: place)) }
        let preferred = forecaster.services.providers(of: Report.self, settings).first
        var limits = preferred?.limits ?? ProviderLimits()
        if let budget = settings.providers.first.flatMap(settings.budget) {
            limits.placesADay = min(limits.placesADay, budget)
        }
        let pace = RequestPace.forecasts(
            interval: forecaster.interval(), forecaster.nearestStations,
            hasRadar: place.map(forecaster.isUnderRadar) ?? false)
        return RefreshPolicy(
            interval: forecaster.saving.interval(pace), limits: limits, preferred: preferred?.identity.id,
            isOnRequest: forecaster.saving.isOnRequest)
    }

    static func fetch(
        for coordinates: [Coordinate], by forecaster: Forecaster, isUrgent: Bool
    ) async -> [Result<Report, FetchFailure>] {
        let settings = forecaster.settings()
        guard settings.ordersByAccuracy, let current = forecaster.currentPlace,
            let index = coordinates.firstIndex(of: current), let ranking = forecaster.order.ranking(at: current)
        else { return await forecaster.ask(for: coordinates, settings, isUrgent: isUrgent) }
        // The order was measured at the current place and applies only there.
        var ordered = settings
        ordered.providers = settings.providers(at: current, ranking)
        var others = coordinates
        others.remove(at: index)
        let first: [Result<Report, FetchFailure>] = await forecaster.ask(for: [current], ordered, isUrgent: isUrgent)
        var results: [Result<Report, FetchFailure>] =
            others.isEmpty ? [] : await forecaster.ask(for: others, settings, isUrgent: isUrgent)
        results.insert(contentsOf: first, at: min(index, results.count))
        return results
    }
}

extension AlertReport: RefreshedReport {
    static var part: any PlaceWeather.Part<AlertReport> { \.alerts }
    static var subject: String { "warnings" }
    static var sufficiency: Sufficiency<AlertReport>? { .allWarnings }

    static func providers(in settings: ServiceSettings) -> [ProviderName] { settings.alertsProviders }

    static func scope(by forecaster: Forecaster) -> RefreshScope {
        forecaster.settings().fetchesWarningsOfFavourites ? .all : .current
    }

    /// Hourly, and as often as forecasts while a warning is in force or dangerous weather is forecast. All favourites
    /// together take at most as many requests as the current place. Hourly forecasts do not make warnings less frequent.
    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        let weather = forecaster.currentPlace.flatMap { forecaster.store.snapshot.weather[$0] }
        let pace = AlertsPace.interval(for: weather, at: forecaster.now(), forecasts: forecaster.interval())
        // The policy leaves half of the limit to the background.
        let background = Int(Duration.seconds(86_400) / pace) + favouritesADay
        return RefreshPolicy(
            interval: pace, limits: ProviderLimits(placesADay: 2 * background),
            isOnRequest: forecaster.saving.isOnRequest)
    }

    /// One request every 15 minutes.
    private static let favouritesADay = 96

    /// Within 5 km of a border, the warnings of the countries on both sides.
    static func fetch(
        for coordinates: [Coordinate], by forecaster: Forecaster, isUrgent: Bool
    ) async -> [Result<AlertReport, FetchFailure>] {
        await forecaster.alerts(for: coordinates, isUrgent: isUrgent)
    }
}

extension AirReport: RefreshedReport {
    static var part: any PlaceWeather.Part<AirReport> { \.air }
    static var subject: String { "air quality" }
    static var outlastsItsProvider: Bool { true }

    static func providers(in settings: ServiceSettings) -> [ProviderName] { settings.airProviders }

    static func scope(by forecaster: Forecaster) -> RefreshScope {
        forecaster.settings().keepsAirFresh && !forecaster.saving.isOnRequest ? .current : .onRequest
    }

    /// Hourly data.
    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(3600), floor: .seconds(3600))
    }
}

extension ObservationReport: RefreshedReport {
    static var part: any PlaceWeather.Part<ObservationReport> { \.observations }
    static var subject: String { "stations" }
    /// Whether a station is usable changes how often forecasts are fetched.
    static var influenced: [ReportKind] { [.forecast] }
    static var sufficiency: Sufficiency<ObservationReport>? {
        Sufficiency(isEnough: { $0.observation != nil }, merge: { $1.following($0) })
    }

    static func providers(in settings: ServiceSettings) -> [ProviderName] {
        settings.hasStations ? settings.stationProviders : []
    }

    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        let settings = forecaster.settings()
        let place = forecaster.currentPlace.map(settings.sentPosition)
        let services = place.map { place in
            settings.providers(of: kind).compactMap { settings.entry(of: $0, for: kind)?.facts }
                .filter { $0.covers(place) }
        }
        let search = place.flatMap { place in services?.reduce(0) { $0 + $1.requests(for: [place]) } } ?? 1
        let used = forecaster.stationsHere?.provider.id
        let each = place.flatMap { place in services?.first { $0.identity.id == used }?.usualRequests(for: place) } ?? 1
        return RefreshPolicy(
            interval: forecaster.saving.interval(
                RequestPace.stations(forecaster.nearestStations, search: search, each: each)),
            // A retry is a search, and at least 0.8 times as late.
            leastRetry: RequestPace.stations(.silent, search: search) * 1.25,
            isOnRequest: forecaster.saving.isOnRequest)
    }

    /// Finds the nearest station with a usable observation, trying the providers in order. The provider that has one is
    /// tried first for the rest of the UTC day.
    static func fetch(
        for coordinates: [Coordinate], by forecaster: Forecaster, isUrgent: Bool
    ) async -> [Result<ObservationReport, FetchFailure>] {
        var settings = forecaster.settings()
        if let place = coordinates.first,
            let former = forecaster.store.snapshot.weather[place]?.observations.content,
            former.observation != nil, former.fetchedAt.seconds / 86_400 == forecaster.now().seconds / 86_400,
            let index = settings.stationProviders.firstIndex(where: { $0.rawValue == former.provider.id })
        {
            settings.stationProviders.insert(settings.stationProviders.remove(at: index), at: 0)
        }
        return await forecaster.ask(for: coordinates, settings, isUrgent: isUrgent)
    }
}

extension RadarReport: RefreshedReport {
    static var part: any PlaceWeather.Part<RadarReport> { \.radar }

    static func providers(in settings: ServiceSettings) -> [ProviderName] { settings.usesRadar ? [.metNorway] : [] }

    /// The current place, while rain or snow is expected and a radar covers it.
    static func scope(by forecaster: Forecaster) -> RefreshScope {
        guard !forecaster.saving.leavesOutExtras, let place = forecaster.currentPlace, forecaster.isUnderRadar(place),
            forecaster.store.snapshot.weather[place]?.expectsPrecipitation(at: forecaster.now()) == true
        else { return .onRequest }
        return .current
    }

    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        RefreshPolicy(interval: forecaster.saving.interval(RequestPace.radar))
    }
}

extension NormalsReport: RefreshedReport {
    static var part: any PlaceWeather.Part<NormalsReport> { \.normals }

    static func providers(in settings: ServiceSettings) -> [ProviderName] {
        settings.isOn(settings.normals, at: .openMeteoArchive) ? [.openMeteo] : []
    }

    static func scope(by forecaster: Forecaster) -> RefreshScope {
        forecaster.saving.isOnRequest ? .onRequest : usualScope(by: forecaster)
    }

    /// Normals change little in a year. A place on the way needs none.
    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        RefreshPolicy(
            interval: .seconds(365 * 86_400), floor: .seconds(30 * 86_400), settling: .seconds(3600),
            leastRetry: .seconds(6 * 3600))
    }
}

extension EnsembleReport: RefreshedReport {
    static var part: any PlaceWeather.Part<EnsembleReport> { \.ensemble }

    static func providers(in settings: ServiceSettings) -> [ProviderName] {
        settings.isOn(settings.ensemble, at: .openMeteoEnsemble) ? [.openMeteo] : []
    }

    static func scope(by forecaster: Forecaster) -> RefreshScope {
        forecaster.saving.leavesOutExtras ? .onRequest : usualScope(by: forecaster)
    }

    /// Ensembles are computed every six hours.
    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(6 * 3600), floor: .seconds(3600), leastRetry: .seconds(3600))
    }
}

extension MarineReport: RefreshedReport {
    static var part: any PlaceWeather.Part<MarineReport> { \.marine }
    static var subject: String { "marine weather" }

    static func providers(in settings: ServiceSettings) -> [ProviderName] { [.openMeteo, .metNorway] }

    static func scope(by forecaster: Forecaster) -> RefreshScope { .onRequest }

    /// The models run at most twice a day.
    static func policy(by forecaster: Forecaster) -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(3600), floor: .seconds(3600))
    }
}

// What declarations need to know about the current place.
extension Forecaster {
    var currentPlace: Coordinate? { store.snapshot.place?.coordinate.rounded }

    var saving: SavingMode { store.snapshot.saving }

    /// Whether stations are requested for the place.
    @Sendable func isMeasured(_ coordinate: Coordinate) -> Bool {
        settings().hasStations && coordinate.rounded == currentPlace
    }

    fileprivate var stationsHere: ObservationReport? {
        currentPlace.flatMap { store.snapshot.weather[$0]?.observations.content }
    }

    /// What is known about the stations near the current place.
    fileprivate var nearestStations: RequestPace.Stations {
        RequestPace.stations(by: stationsHere, areOn: settings().hasStations)
    }

    /// Whether a radar may cover the place.
    func isUnderRadar(_ coordinate: Coordinate) -> Bool {
        if case .notCovered? = store.snapshot.weather[coordinate]?.radar.failure { return false }
        let settings = settings()
        return services.providers(of: RadarReport.self, settings).contains {
            $0.covers(settings.sentPosition(of: coordinate))
        }
    }
}
