import Endpoints
import Jobs
import Keeping
import Locating
import Logging
import Providers
import Rendering
import Weather

/// Where the machine is: the sources that say so, and what becomes of their word.
struct Locations: Sendable {
    let source: ConfigurationSource
    let store: Store
    let cities: Cities
    let services: Services
    let gate: RequestGate
    /// The variable `TZ`; nil when it is not set.
    let timeZone: String?
    let now: @Sendable () -> UnixTime
    let logger: Logger

    /// For a service on the Internet to answer in.
    static let deadline = Duration.seconds(5)

    /// - Parameters:
    ///   - hasNetwork: whether there is a way to the service that knows addresses, at the start.
    ///   - moved: called when the machine was found somewhere.
    func locator(clock: BootTimeClock, hasNetwork: Bool, moved: @escaping @Sendable () -> Void) -> Locator<
        BootTimeClock
    > {
        let snapshot = store.snapshot
        return Locator(
            sources: source.configuration.locationSources, initial: snapshot.fixes,
            believed: snapshot.located?.fix, isActive: snapshot.isAutomatic, hasNetwork: hasNetwork,
            searches: searches, clock: clock, now: now, logger: logger, sentence: { $1.sentence(of: $0) },
            found: { fix, fixes in
                await keep(fix, fixes)
                moved()
            },
            failed: { store.note($0) })
    }

    private var searches: [LocationSource: Locator<BootTimeClock>.Search] {
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

    /// Where the service is told the address to be, of which nobody else is asked.
    private func byAddress() async throws(LocationFailure) -> Fix {
        let configuration = source.configuration
        let url = configuration.ipLocationURL
        let access = Services.Access(
            id: "ip-location", isTallied: false, host: url.urlHost, userAgent: configuration.userAgent,
            settings: configuration.network, deadline: Self.deadline)
        let answer: Answer
        do throws(FetchFailure) {
            guard services.hasWay(url) else { throw .noNetwork }
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
        default: throw .network(.worker(.malformed(reason: "an answer to another job")))
        }
    }

    private func keep(_ fix: Fix, _ fixes: [LocationSource: Fix]) async {
        let known = store.snapshot.located?.place
        let coordinate = fix.coordinate.rounded
        let locality =
            if known?.coordinate == coordinate, let locality = known?.locality { locality } else {
                await cities.locality(coordinate)
            }
        await store.keep(Located(place: Place(coordinate: coordinate, locality: locality), fix: fix), fixes, at: now())
    }
}
