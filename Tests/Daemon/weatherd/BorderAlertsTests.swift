import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// The warnings of a place near a border: of each country its own source.
struct BorderAlertsTests {
    private static let now = ScriptedWorker.now
    private static let slubice = Coordinate(latitude: 52.35, longitude: 14.567)

    /// The services of the world, by country, as a worker would ask them.
    private final class World: Sendable {
        struct State {
            var countries = ["PL", "DE"]
            /// By service and country; others do not cover the country.
            var answers: [String: Result<[String], FetchFailure>] = [:]
            var asked: [String] = []
        }

        let state = Mutex(State())

        func answer(_ job: Job) throws(WorkerFailure) -> Answer {
            guard case .reports(let job) = job, job.kind == .alerts, let position = job.positions.first else {
                throw .malformed(reason: "another job")
            }
            return state.withLock { state in
                let country = position.country ?? state.countries.first ?? "-"
                let (id, facts) = World.facts(of: job.service.kind)
                let key = "\(id) \(country)"
                let before =
                    position.previous.map { previous in
                        " after \((previous.content(AlertReport.self)?.alerts ?? []).map(\.id).joined(separator: "+"))"
                    } ?? ""
                state.asked.append(key + before)
                let result: Result<AlertReport, FetchFailure>
                switch state.answers[key] {
                case .success(let ids)?:
                    result = .success(
                        AlertReport(
                            coordinate: position.coordinate, provider: facts.identity, fetchedAt: BorderAlertsTests.now,
                            alerts: ids.map { Alert(id: $0, event: $0, severity: .severe) }))
                case .failure(let failure)?: result = .failure(failure)
                case nil: result = .failure(.notCovered(host: id, reason: nil))
                }
                return .report(PlaceAnswer(index: 0, result: result, countries: state.countries))
            }
        }

        private static func facts(of kind: Service.Kind) -> (String, ProviderFacts) {
            switch kind {
            case .nws: ("nws", .nwsAlerts)
            case .metNorway: ("met-norway", .metAlerts)
            case .brightSky: ("bright-sky", .brightSkyAlerts)
            case .environmentCanada: ("environment-canada", .environmentCanadaAlerts)
            case .meteoAlarm: ("meteoalarm", .meteoAlarm)
            default: ("public-alerts", .publicAlerts)
            }
        }
    }

    private let world = World()
    private let store: Store
    private let forecaster: Forecaster
    private let directory: TemporaryDirectory
    private let place: Coordinate

    init() throws {
        directory = try TemporaryDirectory()
        place = try #require(Self.slubice).rounded
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: Self.now,
            logger: logger)
        let services = Services(
            store: store,
            run: { [world] job, _, take async throws(WorkerFailure) in
                let answer = try world.answer(job)
                do throws(Malformed) { try take(answer) } catch {
                    throw .malformed(reason: error.reason)
                }
                return 1
            }, now: { Self.now })
        forecaster = Forecaster(
            settings: { ServiceSettings() }, interval: { .seconds(900) }, store: store, services: services,
            gate: RequestGate(), now: { Self.now }, logger: logger)
    }

    private func fetch() async throws -> Result<AlertReport, FetchFailure> {
        world.state.withLock { $0.asked = [] }
        return try #require(await forecaster.reports(of: AlertReport.self, for: [place]).first)
    }

    private func script(_ answers: [String: Result<[String], FetchFailure>]) {
        world.state.withLock { $0.answers = answers }
    }

    private var asked: [String] { world.state.withLock { $0.asked } }

    private static let down = FetchFailure.serviceFailed(host: "host", status: 500, reason: nil, retryAfter: nil)

    @Test func bothCountriesAreRequested() async throws {
        script(["meteoalarm PL": .success(["storm"]), "bright-sky DE": .success(["wind"])])
        let report = try await fetch().get()
        #expect(report.alerts.map(\.id) == ["storm", "wind"])
        #expect(
            report.parts.map(\.country) == ["PL", "DE"] && report.sources.map(\.id) == ["meteoalarm", "bright-sky"])
        // The rest of the order is not.
        #expect(asked.filter { !$0.hasPrefix("met-norway") } == ["bright-sky PL", "meteoalarm PL", "bright-sky DE"])
        // What does not cover a country is known.
        _ = try await fetch().get()
        #expect(asked == ["meteoalarm PL", "bright-sky DE"])
    }

    /// The neighbour's service has fallbacks too.
    @Test func fallbackOfTheNeighbour() async throws {
        script([
            "meteoalarm PL": .success([]), "bright-sky DE": .failure(Self.down), "meteoalarm DE": .success(["wind"]),
        ])
        let report = try await fetch().get()
        #expect(report.alerts.map(\.id) == ["wind"] && report.failedParts.isEmpty)
    }

    @Test func failureOfTheNeighbourIsSaid() async throws {
        script([
            "meteoalarm PL": .success(["storm"]), "bright-sky DE": .failure(Self.down),
            "meteoalarm DE": .failure(Self.down), "public-alerts DE": .failure(Self.down),
        ])
        let report = try await fetch().get()
        #expect(report.alerts.map(\.id) == ["storm"])
        #expect(report.failedParts.map(\.country) == ["DE"] && report.lacksCountry)
    }

    /// One's own service fails: the neighbour's warnings are there, and it is said.
    @Test func failureOfOneselfLeavesTheNeighbour() async throws {
        script([
            "meteoalarm PL": .failure(Self.down), "public-alerts PL": .failure(Self.down),
            "bright-sky DE": .success(["wind"]),
        ])
        let report = try await fetch().get()
        #expect(report.alerts.map(\.id) == ["wind"] && report.failedParts.map(\.country) == ["PL"])
        // Requested again sooner than in calm weather.
        var weather = PlaceWeather(requestedAt: Self.now)
        let calm = report.parts.map { part in
            var part = part
            part.report?.alerts = []
            return part
        }
        weather.alerts.content = AlertReport(of: calm, at: place)
        #expect(AlertsPace.interval(for: weather, at: Self.now, forecasts: .seconds(900)) == .seconds(900))
    }

    @Test func nothingIsThereWhenAllFail() async throws {
        for service in ["meteoalarm", "public-alerts", "bright-sky"] {
            for country in ["PL", "DE"] {
                world.state.withLock { $0.answers["\(service) \(country)"] = .failure(Self.down) }
            }
        }
        guard case .failure(.serviceFailed) = try await fetch() else {
            Issue.record("no failure")
            return
        }
    }

    /// A neighbour without a source is nothing that the place lacks; one's own country is.
    @Test func neighbourWithoutSource() async throws {
        script(["meteoalarm PL": .success(["storm"])])
        let report = try await fetch().get()
        #expect(report.parts.isEmpty && report.alerts.map(\.id) == ["storm"])
    }

    @Test func ownCountryWithoutSource() async throws {
        script(["bright-sky DE": .success(["wind"])])
        let other = try await fetch().get()
        #expect(other.alerts.map(\.id) == ["wind"] && other.lacksCountry)
    }

    /// Its answer has the warnings of all countries.
    @Test func serverOfAllCountriesIsRequestedOnce() async throws {
        script(["public-alerts PL": .success(["storm"]), "public-alerts DE": .success(["storm"])])
        let report = try await fetch().get()
        #expect(report.parts.isEmpty)
        #expect(asked.filter { $0.hasPrefix("public-alerts") } == ["public-alerts PL"])
    }

    @Test func placeElsewhereIsRequestedOnce() async throws {
        world.state.withLock { $0.countries = ["PL"] }
        script(["meteoalarm PL": .success(["storm"]), "bright-sky DE": .success(["wind"])])
        let report = try await fetch().get()
        #expect(report.parts.isEmpty && report.alerts.map(\.id) == ["storm"])
        #expect(!asked.contains("bright-sky DE"))
    }

    /// A chosen place keeps its own country, which is asked first.
    @Test func chosenPlaceKeepsItsCountry() async throws {
        var locality = Locality(name: "Frankfurt (Oder)")
        locality.countryCode = "DE"
        _ = store.admit(place, at: Self.now)
        store.name(place, locality, foundBy: "frankfurt")
        script(["meteoalarm PL": .success(["storm"]), "bright-sky DE": .success(["wind"])])
        let report = try await fetch().get()
        #expect(report.parts.map(\.country) == ["DE", "PL"] && report.alerts.map(\.id) == ["wind", "storm"])
        // The sources of other countries are not even started.
        #expect(asked == ["bright-sky DE", "meteoalarm PL"])
    }

    /// Each country's report is renewed with its own.
    @Test func partsAreRenewedByThemselves() async throws {
        script(["meteoalarm PL": .success(["storm"]), "meteoalarm DE": .success(["wind"])])
        let report = try await fetch().get()
        _ = store.admit(place, at: Self.now)
        await store.keep([report], as: \.alerts, at: Self.now)
        _ = try await fetch().get()
        #expect(asked == ["meteoalarm PL after storm", "meteoalarm DE after wind"])
    }

    @Test func ownCountryComesFirst() {
        #expect(
            CountriesOfPlace(chosen: "PL", nearby: ["DE", "PL"]) == CountriesOfPlace(chosen: nil, nearby: ["PL", "DE"]))
        #expect(CountriesOfPlace(chosen: "CZ", nearby: ["DE", "PL"]).others == ["DE", "PL"])
        #expect(CountriesOfPlace(chosen: nil, nearby: []).own == nil)
        #expect(CountriesOfPlace(chosen: nil, nearby: ["A", "B", "C", "D", "E"]).others == ["B", "C", "D"])
    }
}
