import Languages
public import Logging
public import Refreshing
public import Store
public import Weather
import WorkerProtocol

/// Locates the machine with the configured sources, and updates the current place.
public struct Locations: Sendable {
    private let settings: @Sendable () -> PlaceSettings
    private let store: Store
    private let cities: Cities
    private let services: Services
    private let gate: RequestGate
    private let timeZone: String?
    private let now: @Sendable () -> UnixTime
    private let logger: Logger

    /// The timeout for an Internet service.
    private static let deadline = Duration.seconds(5)

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - timeZone: the variable `TZ`; nil when it is not set.
    public init(
        settings: @escaping @Sendable () -> PlaceSettings, store: Store, cities: Cities, services: Services,
        gate: RequestGate, timeZone: String?, now: @escaping @Sendable () -> UnixTime, logger: Logger
    ) {
        self.settings = settings
        self.store = store
        self.cities = cities
        self.services = services
        self.gate = gate
        self.timeZone = timeZone
        self.now = now
        self.logger = logger
    }

    /// - Parameters:
    ///   - hasNetwork: whether there is a route to the IP location service at the start.
    ///   - moved: called when the machine was located.
    public func locator<C: Clock>(
        clock: C, hasNetwork: Bool, moved: @escaping @Sendable () -> Void
    ) -> Locator<C> where C.Duration == Duration {
        let snapshot = store.snapshot
        return Locator(
            sources: settings().sources, initial: snapshot.fixes,
            current: snapshot.located?.fix, lastFailure: lastFailure, address: { settings().services[.ipLocation] },
            isActive: snapshot.isAutomatic, hasNetwork: hasNetwork,
            searches: searches(on: C.self), clock: clock, now: now, logger: logger, sentence: { $1.sentence(of: $0) },
            found: { fix, fixes in
                await keep(fix, fixes)
                moved()
            },
            failed: { store.note($0) })
    }

    private func searches<C: Clock>(on _: C.Type) -> [LocationSource: Locator<C>.Search] {
        let geoClue = GeoClue(now: now)
        let place = TimeZonePlace(name: timeZone)
        return [
            .geoClue: { report in await geoClue.follow(report) },
            .timeZone: { report in
                do throws(LocationFailure) {
                    report(.fix(try place.fix(at: now())))
                } catch {
                    report(.failure(error))
                }
            },
            .ip: { report in
                do throws(LocationFailure) {
                    report(.fix(try await byAddress()))
                } catch {
                    report(.failure(error))
                }
            },
        ]
    }

    /// Locates the machine by the IP location service, which has no fallback.
    private func byAddress() async throws(LocationFailure) -> LocationFix {
        let settings = settings().services
        let url = settings[.ipLocation]
        let access = Services.Access(
            uncounted: "ip-location", url: url, userAgent: settings.userAgent,
            settings: settings.network, deadline: Self.deadline)
        let answer: Answer
        do throws(FetchFailure) {
            guard services.hasRoute(url) else { throw .noNetwork }
            answer = try await gate.pass(.location, isUrgent: true) { () async throws(FetchFailure) in
                try await store.fetching { () async throws(FetchFailure) in
                    try await services.answer(access) { .locate(url: url, $0) }
                }
            }
        } catch {
            await keep(error, of: url)
            throw .network(error)
        }
        switch answer {
        case .notLocated(let failure):
            if case .network(let reason) = failure { await keep(reason, of: url) }
            throw failure
        case .fix(let fix):
            await keep(nil, of: url)
            return fix
        default: throw .network(.worker(.malformed(reason: "an answer that does not match the job")))
        }
    }

    /// The name of the IP location service in requests.json.
    private static let service = "ip-location"

    /// Why the service failed in the last run, and how long it gets no request; nil when it did not.
    private var lastFailure: (failure: LocationFailure, rest: Duration)? {
        guard let kept = store.snapshot.requests.backoffs[Self.service]?.first,
            kept.settings == ServiceSettings.fingerprint(of: [settings().services[.ipLocation]])
        else { return nil }
        let rest = max(kept.backoff, kept.requested) - store.moment(at: now()).seconds(since: kept.failedAt)
        return (.network(kept.failure.waiting(max(rest, 0))), .seconds(rest))
    }

    /// Keeps the service's backoff for the next run.
    private func keep(_ failure: FetchFailure?, of url: String) async {
        guard let failure, failure.isKept else {
            if failure == nil { await store.keep([], of: Self.service) }
            return
        }
        let failures = (store.snapshot.requests.backoffs[Self.service]?.first?.failures ?? 0) + 1
        var backoff = ProviderBackoff(
            provider: Provider(id: Self.service, name: url.urlHost), failure: failure, failures: failures,
            failedAt: store.moment(at: now()),
            backoff: Int(LocationLimits.pause(afterFailures: failures).components.seconds),
            requested: min(failure.retryAfter ?? 0, ProviderBackoff.longest))
        backoff.settings = ServiceSettings.fingerprint(of: [url])
        await store.keep([backoff], of: Self.service)
    }

    private func keep(_ fix: LocationFix, _ fixes: [LocationSource: LocationFix]) async {
        let known = store.snapshot.located?.place
        let coordinate = fix.coordinate.rounded
        let locality =
            if known?.coordinate == coordinate, let locality = known?.locality { locality } else {
                await cities.locality(coordinate, within: Cities.namingDeadline)
            }
        await store.keep(Located(place: Place(coordinate: coordinate, locality: locality), fix: fix), fixes, at: now())
    }
}

/// The settings for finding and naming places.
public struct PlaceSettings: Sendable, Hashable {
    /// The language of place names where available: `de`, `de_AT`.
    public var language: String
    /// Location sources in order of preference; empty when automatic location is disabled.
    public var sources: [LocationSource]
    /// The services for searching and locating online.
    public var services: ServiceSettings

    public init(language: String, sources: [LocationSource], services: ServiceSettings) {
        self.language = language
        self.sources = sources
        self.services = services
    }
}
