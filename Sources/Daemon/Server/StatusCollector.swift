import ClientProtocol
import Languages
import Rendering
import Store
import Weather

/// Collects the daemon's own status.
struct StatusCollector: Sendable {
    let store: Store
    let now: @Sendable () -> UnixTime
    let presentation: @Sendable () -> Responder.Presentation
    let effects: any Effects

    /// The result of the health check.
    func examine(as output: ViewRequest.Output) async -> Reply {
        let snapshot = store.snapshot
        let weather = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded] }
        let findings = await effects.findings(status(snapshot.place, weather, ViewRequest(.status), snapshot, now()))
        return .ok(output == .json ? [Diagnostic.json(findings)] : findings.map(\.line))
    }

    /// The comparison of forecasts with measurements at the current place.
    func accuracy(_ reading: ViewRequest) async -> Reply {
        let snapshot = store.snapshot
        guard let place = snapshot.place else { return RequestFailure.noLocation(snapshot).reply }
        let weather = snapshot.weather[place.coordinate.rounded]
        let zone = weather?.report?.timeZone ?? snapshot.timeZone(of: place.coordinate)
        let style: Style
        do throws(RequestFailure) { style = try presentation().style(of: reading, snapshot) } catch {
            return error.reply
        }
        let summary = await effects.accuracy(at: place.coordinate)
        return .ok(AccuracyView.lines(of: summary, at: place, timeZone: zone, as: reading.output, in: style))
    }

    func status(
        _ place: Place?, _ weather: PlaceWeather?, _ reading: ViewRequest, _ snapshot: Snapshot, _ now: UnixTime
    ) -> DaemonStatus {
        let report = place.flatMap { snapshot.report(of: $0.coordinate.rounded, at: now) }
        let isCurrent = reading.place == nil && place == snapshot.place
        var status = DaemonStatus(
            place: place, locationSource: locationSource(of: place, isCurrent: isCurrent, snapshot),
            locatedAt: isCurrent && snapshot.isAutomatic ? snapshot.located?.fix.time : nil,
            locationFailures: snapshot.isAutomatic ? snapshot.locationFailures : [:],
            favourites: snapshot.settings.favourites.count, provider: report?.provider,
            freshness: report?.freshness(at: now, staleAfter: presentation().staleAfter) ?? .none,
            observedAt: report?.currentOrigin == .forecast ? nil : report?.observedAt, fetchedAt: report?.fetchedAt,
            issuedAt: report?.issuedAt,
            age: report?.age(at: now),
            nextRefresh: weather?.forecast.nextRefresh, network: snapshot.hasNetwork,
            offline: !snapshot.hasNetwork || weather?.failure?.isOffline ?? false,
            lastFailure: weather?.failure, requestsToday: snapshot.requests.count(at: now),
            requestsByProvider: snapshot.requests.counts(at: now).sorted { $0.key < $1.key }
                .map { DaemonStatus.Requests(provider: $0.key, count: $0.value) },
            backingOff: effects.backingOff(),
            ranking: place.flatMap { isCurrent ? effects.ranking(at: $0.coordinate) : nil },
            settingsProblem: settingsProblem(snapshot),
            placeholder: presentation().style.placeholder, version: Release.version,
            timeZone: report?.timeZone ?? place.flatMap { snapshot.timeZone(of: $0.coordinate) })
        let warnings = weather?.alerts.content ?? report?.warnings
        if isCurrent, snapshot.settings.location != nil { status.configuredPlace = snapshot.defaults.location }
        status.warningsProvider = warnings?.provider
        status.warningsParts = warnings?.parts ?? []
        status.refused = refused(snapshot)
        status.leftOut = presentation().leftOut
        status.origin = origin(snapshot)
        status.omittedWarnings = warnings?.omitted ?? OmittedAlerts()
        status.now = now
        status.missing = weather.map(gaps) ?? []
        status.saving = snapshot.saving
        if isCurrent {
            status.ownStation = snapshot.ownStationHere
            (status.stations, status.stationsFailure) = (weather?.observations.content, weather?.observations.failure)
        }
        return status
    }

    /// A service's limited coverage is not a failure, except for forecasts.
    private func refused(_ snapshot: Snapshot) -> [DaemonStatus.RefusedPlace] {
        snapshot.places.flatMap { place in
            ReportKind.allCases.compactMap { kind in
                let failure = snapshot.weather[place.coordinate.rounded]?[kind].failure
                guard let failure, failure.mayBeOfPlace, kind == .forecast || failure.code != .notCovered else {
                    return nil
                }
                return DaemonStatus.RefusedPlace(place: place, kind: kind, failure: failure)
            }
        }
    }

    private func gaps(_ weather: PlaceWeather) -> [DaemonStatus.Gap] {
        // Refusals of warnings are shown with the warnings.
        ReportKind.allCases.filter { $0 != .alerts }.flatMap { kind in
            weather[kind].missing.map { DaemonStatus.Gap(kind, $0) }
        }
    }

    /// The origin including settings made with weatherctl, which override the configuration.
    private func origin(_ snapshot: Snapshot) -> ConfigurationOrigin {
        var origin = presentation().origin
        let units = snapshot.settings.units
        let isChosen = [
            units.temperature != nil, units.wind != nil, units.pressure != nil, units.precipitation != nil,
            units.distance != nil,
        ]
        var chosen = zip(UnitsChoice.quantities, isChosen).filter(\.1).map { "units.\($0.0)" }
        var replaced = Set(chosen)
        if snapshot.settings.location != nil {
            chosen.append("location")
            replaced.formUnion(["location"] + ["latitude", "longitude", "elevation", "name"].map { "location.\($0)" })
        }
        guard !chosen.isEmpty else { return origin }
        origin.keys = origin.keys.filter { !replaced.contains($0.key) } + chosen.map { ConfiguredKey($0, .weatherctl) }
        origin.keys.sort { $0.key < $1.key }
        return origin
    }

    private func settingsProblem(_ snapshot: Snapshot) -> SettingsProblem? {
        if let problem = snapshot.settingsProblem { return .unreadable(problem.sentence) }
        if let excess = snapshot.excessSettings { return .excess(excess.sentence) }
        return snapshot.setAsideSettings.map { .damaged(names: $0.names, directory: $0.directory) }
    }

    private func locationSource(
        of place: Place?, isCurrent: Bool, _ snapshot: Snapshot
    ) -> DaemonStatus.LocationSource {
        guard let place else { return .none }
        guard isCurrent else { return snapshot.settings.favourites.contains(place) ? .favourite : .request }
        if case .place = snapshot.settings.location { return .weatherctl }
        guard snapshot.isAutomatic else { return .configuration }
        return snapshot.located.map { DaemonStatus.LocationSource($0.fix.source) } ?? .none
    }
}
