import Endpoints
public import Fetching
import Jobs
public import Keeping
public import Logging
public import Providers
import Rendering
public import Weather

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
            current: snapshot.located?.fix, isActive: snapshot.isAutomatic, hasNetwork: hasNetwork,
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

    /// The IP location service, which has no alternative.
    private func byAddress() async throws(LocationFailure) -> LocationFix {
        let settings = settings().services
        let url = settings[.ipLocation]
        let access = Services.Access(
            uncounted: "ip-location", url: url, userAgent: settings.userAgent,
            settings: settings.network, deadline: Self.deadline)
        let answer: Answer
        do throws(FetchFailure) {
            guard services.hasRoute(url) else { throw .noNetwork }
            answer = try await gate.pass(isUrgent: true) { () async throws(FetchFailure) in
                try await store.fetching { () async throws(FetchFailure) in
                    try await services.answer(access) { .locate(url: url, $0) }
                }
            }
        } catch {
            throw .network(error)
        }
        switch answer {
        case .notLocated(let failure): throw failure
        case .fix(let fix): return fix
        default: throw .network(.worker(.malformed(reason: "an answer that does not match the job")))
        }
    }

    private func keep(_ fix: LocationFix, _ fixes: [LocationSource: LocationFix]) async {
        let known = store.snapshot.located?.place
        let coordinate = fix.coordinate.rounded
        let locality =
            if known?.coordinate == coordinate, let locality = known?.locality { locality } else {
                await cities.locality(coordinate)
            }
        await store.keep(Located(place: Place(coordinate: coordinate, locality: locality), fix: fix), fixes, at: now())
    }
}
