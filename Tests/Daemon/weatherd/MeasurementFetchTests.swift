import HTTP
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// Requests to stations and radar, with simulated services.
struct MeasurementFetchTests {
    private static let now = UnixTime(1_795_273_200)
    private static let berlin = Coordinate(latitude: 52.52, longitude: 13.4) ?? .oslo
    private let directory: TemporaryDirectory
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let asked = Requests()

    private final class Requests: Sendable {
        let hosts = Mutex<[String]>([])
    }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func forecaster(
        at place: Coordinate, _ settings: ServiceSettings, answers: [String: HTTPAnswer] = [:],
        paths: [String: String] = [:]
    ) -> (Forecaster, Store) {
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: place), presentSource: settings.presentSource),
            now: Self.now, logger: logger)
        let worker = WorkerInProcess { [asked] query async throws(FetchFailure) in
            asked.hosts.withLock { $0.append(query.host) }
            let path = query.url.replacing("https://api.weather.gov", with: "")
            if let body = paths[path] { return HTTPAnswer(status: 200, body: Array(body.utf8)) }
            return answers[query.host] ?? HTTPAnswer(status: 500)
        }
        let services = Services(store: store, run: worker.run, now: { Self.now })
        return (
            Forecaster(
                settings: { settings }, interval: { .seconds(900) }, store: store, services: services,
                gate: RequestGate(), now: { Self.now }, logger: logger), store
        )
    }

    private func measuring() -> ServiceSettings {
        var settings = ServiceSettings()
        settings.presentSource = .both
        return settings
    }

    private func answer(_ text: String) -> HTTPAnswer { HTTPAnswer(status: 200, body: Array(text.utf8)) }

    private func german(at time: String) -> HTTPAnswer {
        answer(
            #"""
            {"weather":{"source_id":1,"timestamp":"\#(time)","temperature":4},
             "sources":[{"id":1,"dwd_station_id":"00433","lat":52.5,"lon":13.4,"height":48}]}
            """#)
    }

    private var airport: HTTPAnswer {
        answer(#"[{"icaoId":"EDDB","obsTime":1795272600,"lat":52.4,"lon":13.5,"elev":48,"temp":5}]"#)
    }

    @Test func firstUsableStationIsEnough() async throws {
        let (forecaster, _) = forecaster(
            at: Self.berlin, measuring(), answers: ["api.brightsky.dev": german(at: "2026-11-21T14:30:00Z")])
        let report = try #require(await forecaster.reports(of: ObservationReport.self, for: [Self.berlin]).first).get()
        #expect(report.observation?.station.id == "00433")
        #expect(asked.hosts.withLock { $0 } == ["api.brightsky.dev"])
    }

    /// Two requests, since a box cannot cross the 180th meridian. The job's allowance has room for both.
    @Test func stationBeyondTheDateLineIsFound() async throws {
        let taveuni = try #require(Coordinate(latitude: -16.8, longitude: 179.98))
        let beyond = answer(#"[{"icaoId":"NFNM","obsTime":1795272600,"lat":-16.8,"lon":-179.95,"elev":48,"temp":27}]"#)
        let (forecaster, store) = forecaster(at: taveuni, measuring(), answers: ["aviationweather.gov": beyond])
        let report = try #require(await forecaster.reports(of: ObservationReport.self, for: [taveuni]).first).get()
        #expect(report.observation?.station.id == "NFNM")
        #expect(asked.hosts.withLock { $0 } == ["aviationweather.gov", "aviationweather.gov"])
        await store.keep([report], as: \.observations, at: Self.now)
        #expect(ObservationReport.policy(by: forecaster).interval == .seconds(4000))
    }

    @Test func otherSourceReplacesUnusableStation() async throws {
        let (forecaster, _) = forecaster(
            at: Self.berlin, measuring(),
            answers: ["api.brightsky.dev": german(at: "2026-11-21T12:00:00Z"), "aviationweather.gov": airport])
        let report = try #require(await forecaster.reports(of: ObservationReport.self, for: [Self.berlin]).first).get()
        #expect(report.observation?.station.id == "EDDB" && report.provider.id == "aviation-weather")
        #expect(report.rejected.map(\.problem) == [.tooOld(10_800)])
    }

    @Test func failingSourceIsReplaced() async throws {
        let (forecaster, _) = forecaster(at: Self.berlin, measuring(), answers: ["aviationweather.gov": airport])
        let report = try #require(await forecaster.reports(of: ObservationReport.self, for: [Self.berlin]).first).get()
        #expect(report.observation?.station.id == "EDDB")
    }

    @Test func serviceWithAUsableStationIsAskedFirstUntilTheNextDay() async throws {
        let far = german(at: "2026-11-21T12:00:00Z")
        let (forecaster, store) = forecaster(
            at: Self.berlin, measuring(), answers: ["api.brightsky.dev": far, "aviationweather.gov": airport])
        let key = Self.berlin.rounded
        var report = try #require(await forecaster.reports(of: ObservationReport.self, for: [key]).first).get()
        await store.keep([report], as: \.observations, at: Self.now)
        asked.hosts.withLock { $0 = [] }
        report = try #require(await forecaster.reports(of: ObservationReport.self, for: [key]).first).get()
        #expect(report.observation?.station.id == "EDDB")
        #expect(asked.hosts.withLock { $0 } == ["aviationweather.gov"])
        report.fetchedAt = Self.now.advanced(by: -86_400)
        await store.keep([report], as: \.observations, at: Self.now)
        asked.hosts.withLock { $0 = [] }
        _ = await forecaster.reports(of: ObservationReport.self, for: [key])
        #expect(asked.hosts.withLock { $0.first } == "api.brightsky.dev")
    }

    /// With the grid point known, a second search asks the neighbour that has a usable observation.
    @Test func neighbourIsAskedFirst() async throws {
        let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
        var settings = measuring()
        settings.stationProviders = [.nws]
        let (forecaster, store) = forecaster(at: place, settings, paths: Self.newYork)
        let report = try #require(await forecaster.reports(of: ObservationReport.self, for: [place.rounded]).first)
            .get()
        #expect(report.observation?.station.id == "KBBB" && report.rejected.map(\.station.id) == ["KAAA"])
        await store.keep([report], as: \.observations, at: Self.now)
        asked.hosts.withLock { $0 = [] }
        let next = try #require(await forecaster.reports(of: ObservationReport.self, for: [place.rounded]).first).get()
        #expect(next.observation?.station.id == "KBBB" && next.rejected == report.rejected)
        #expect(asked.hosts.withLock { $0.count } == 1)
    }

    private static let newYork: [String: String] = {
        func station(_ id: String, _ latitude: Double) -> String {
            #"""
            {"geometry":{"coordinates":[-74,\#(latitude)]},"properties":{"stationIdentifier":"\#(id)"}}
            """#
        }
        func observation(_ temperature: String) -> String {
            #"""
            {"properties":{"timestamp":"2026-11-21T14:51:00+00:00",
             "temperature":{"unitCode":"wmoUnit:degC","value":\#(temperature)}}}
            """#
        }
        return [
            "/points/40.7,-74": #"""
            {"properties":{"forecastHourly":"https://api.weather.gov/hourly","forecast":"https://api.weather.gov/daily",
             "forecastGridData":"https://api.weather.gov/grid","timeZone":"America/New_York",
             "observationStations":"https://api.weather.gov/stations"}}
            """#,
            "/stations": "{\"features\":[\(station("KAAA", 40.71)),\(station("KBBB", 40.8))]}",
            "/stations/KAAA/observations/latest": observation("-99"),
            "/stations/KBBB/observations/latest": observation("6"),
        ]
    }()

    /// The failed service may have a usable station, so the place does not count as one without stations.
    @Test func failureAndEmptyAnswerAreFailure() async {
        let (forecaster, _) = forecaster(at: Self.berlin, measuring(), answers: ["aviationweather.gov": answer("[]")])
        let results = await forecaster.reports(of: ObservationReport.self, for: [Self.berlin])
        guard case .failure(.serviceFailed)? = results.first else {
            Issue.record("\(results)")
            return
        }
    }

    @Test func sourceThatBacksOffIsNotRequested() async throws {
        let (forecaster, _) = forecaster(at: Self.berlin, measuring(), answers: ["aviationweather.gov": airport])
        for _ in 0..<2 { _ = await forecaster.reports(of: ObservationReport.self, for: [Self.berlin]) }
        #expect(asked.hosts.withLock { $0 } == ["api.brightsky.dev", "aviationweather.gov", "aviationweather.gov"])
        #expect(forecaster.backingOff().map(\.provider.id) == ["bright-sky"])
    }

    @Test func allServicesOfStationsShareOneBudget() async throws {
        let (forecaster, store) = forecaster(
            at: Self.berlin, measuring(),
            answers: ["api.brightsky.dev": german(at: "2026-11-21T12:00:00Z"), "aviationweather.gov": answer("[]")])
        for _ in 0..<40 { _ = await forecaster.reports(of: ObservationReport.self, for: [Self.berlin]) }
        #expect(store.snapshot.requests.counts(at: Self.now) == ["stations": RequestPace.stationsADay])
    }

    @Test func failureOfAllIsFailure() async {
        let (forecaster, _) = forecaster(at: Self.berlin, measuring())
        let results = await forecaster.reports(of: ObservationReport.self, for: [Self.berlin])
        guard case .failure(.serviceFailed)? = results.first else {
            Issue.record("\(results)")
            return
        }
    }

    // MARK: - When

    @Test func stationsAndRadarAreOffByDefault() {
        let (forecaster, _) = forecaster(at: .oslo, ServiceSettings())
        #expect(
            ObservationReport.scope(by: forecaster) == .onRequest && RadarReport.scope(by: forecaster) == .onRequest)
        #expect(Report.policy(by: forecaster).interval == .seconds(900) && !forecaster.isMeasured(.oslo))
    }

    @Test func stationLengthensForecastInterval() async throws {
        let (forecaster, store) = forecaster(at: Self.berlin, measuring())
        #expect(ObservationReport.scope(by: forecaster) == .current && forecaster.isMeasured(Self.berlin))
        #expect(Report.policy(by: forecaster).interval == .seconds(1800))
        let none = ObservationReport(
            coordinate: Self.berlin.rounded, provider: Provider(id: "x", name: "X"), fetchedAt: Self.now)
        await store.keep([none], as: \.observations, at: Self.now)
        #expect(Report.policy(by: forecaster).interval == .seconds(1080), "none is near")
        #expect(ObservationReport.policy(by: forecaster).interval == .seconds(43_200))
    }

    @Test func radarIsRequestedForRainInNordicCountries() async {
        var settings = ServiceSettings()
        settings.usesRadar = true
        let (south, _) = forecaster(at: Self.berlin, settings)
        #expect(RadarReport.scope(by: south) == .onRequest && Report.policy(by: south).interval == .seconds(900))
        let (north, store) = forecaster(at: .oslo, settings)
        #expect(Report.policy(by: north).interval == .seconds(1800))
        #expect(RadarReport.scope(by: north) == .onRequest, "nothing is known of rain")
        var report = Report.example(at: Coordinate.oslo.rounded, fetchedAt: Self.now)
        (report.current, report.precipitation) = (nil, [])
        var wet = Conditions()
        wet.precipitation = 1
        report.hours = [Hour(time: Self.now.advanced(by: 3600), conditions: wet)]
        await store.keep([report], as: \.forecast, at: Self.now)
        #expect(RadarReport.scope(by: north) == .current)
        report.hours = [Hour(time: Self.now.advanced(by: 7200), conditions: wet)]
        await store.keep([report], as: \.forecast, at: Self.now)
        #expect(RadarReport.scope(by: north) == .onRequest)
    }

    /// Its requests are counted separately, and stop when its budget is used up.
    @Test func radarHasItsOwnBudget() async throws {
        var settings = ServiceSettings()
        settings.usesRadar = true
        let dry = #"{"properties":{"meta":{"radar_coverage":"temporarily unavailable","units":{}}}}"#
        let (forecaster, store) = forecaster(at: .oslo, settings, answers: ["api.met.no": answer(dry)])
        for _ in 0..<60 { _ = await forecaster.reports(of: RadarReport.self, for: [.oslo]) }
        #expect(asked.hosts.withLock { $0.count } == RequestPace.radarADay(hasStations: false))
        #expect(store.snapshot.requests.counts(at: Self.now) == ["met-norway-radar": 50])
    }
}
