import HTTP
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// Lists of places that a service refuses, with Open-Meteo's limits and a scripted worker.
@Suite(.timeLimit(.minutes(20)))
final class RefusedListTests: Sendable {
    private static let now = UnixTime(1_795_273_200)
    private static let refusal = FetchFailure.refused(
        host: "x", status: 400, reason: "No data is available for this location")
    private let directory: TemporaryDirectory
    private let time = Mutex(now)
    private let requests = Mutex<[[Coordinate]]>([])

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func places(_ count: Int) -> [Coordinate] {
        (0..<count).compactMap { Coordinate(latitude: Double($0) / 10, longitude: 0) }
    }

    /// A forecaster whose service refuses all lists for which there is a failure.
    private func forecaster(
        _ providers: [ProviderName] = [.openMeteo],
        refusing failure: @escaping @Sendable ([Coordinate]) -> FetchFailure?
    ) -> (Forecaster, Store) {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(),
            now: time.withLock { $0 },
            logger: logger)
        var settings = ServiceSettings()
        settings.providers = providers
        let configured = settings
        let now: @Sendable () -> UnixTime = { [self] in time.withLock { $0 } }
        let services = Services(
            store: store,
            run: { [self] job, _, take async throws(WorkerFailure) in
                guard case .reports(let job) = job, job.kind == .forecast else { throw .cancelled }
                let places = job.positions.map(\.coordinate)
                let isPreferred = job.service.kind == .openMeteo
                if isPreferred { requests.withLock { $0.append(places) } }
                let failure = isPreferred ? failure(places) : nil
                do throws(Malformed) {
                    for (index, place) in places.enumerated() {
                        let identity = isPreferred ? ProviderFacts.openMeteo.identity : ProviderFacts.metNorway.identity
                        var report = Report.example(at: place, fetchedAt: now())
                        report.provider = identity
                        try take(
                            .report(
                                PlaceAnswer(index: index, result: failure.map { .failure($0) } ?? .success(report))))
                    }
                } catch {
                    throw .malformed(reason: error.reason)
                }
                return 1
            }, now: now)
        let forecaster = Forecaster(
            settings: { configured }, interval: { .seconds(900) }, store: store, services: services,
            gate: RequestGate(),
            now: now, logger: logger)
        return (forecaster, store)
    }

    private func pass(_ seconds: Int) { time.withLock { $0 = $0.advanced(by: seconds) } }

    /// How many requests a fetch of the places takes, and the places without weather.
    private func fetch(
        _ places: [Coordinate], from forecaster: Forecaster
    ) async -> (count: Int, failed: [Coordinate: FetchFailure]) {
        requests.withLock { $0 = [] }
        let results = await forecaster.reports(of: Report.self, for: places)
        var failed: [Coordinate: FetchFailure] = [:]
        for (place, result) in zip(places, results) {
            if case .failure(let failure) = result { failed[place] = failure }
        }
        return (requests.withLock(\.count), failed)
    }

    /// What the refusal costs: now, at the next refreshes, and when the place is asked again.
    @Test(arguments: [(4, 6, 24 * 4 + 3), (67, 16, 24 * 4 + 3)])
    func oneRefusedPlaceCostsOnlyItself(count: Int, first: Int, restOfTheDay: Int) async {
        let places = places(count)
        let bad = places[2]
        let (forecaster, _) = forecaster { $0.contains(bad) ? Self.refusal : nil }
        let start = await fetch(places, from: forecaster)
        #expect(start.count == first && start.failed == [bad: Self.refusal])
        #expect(requests.withLock { $0[1] } == [places[0]], "the current place is the first of the list")
        var requestsOfTheDay = 0
        for _ in 0..<24 * 4 {
            pass(900)
            let next = await fetch(places, from: forecaster)
            #expect(next.failed == [bad: Self.refusal])
            requestsOfTheDay += next.count
        }
        #expect((restOfTheDay...restOfTheDay + 1).contains(requestsOfTheDay), "\(requestsOfTheDay)")
        #expect(forecaster.backingOff().isEmpty)
    }

    @Test func acceptedPlaceIsInTheListAgain() async {
        let places = places(4)
        let isRefused = Mutex(true)
        let (forecaster, _) = forecaster { list in
            list.contains(places[1]) && isRefused.withLock { $0 } ? Self.refusal : nil
        }
        _ = await fetch(places, from: forecaster)
        isRefused.withLock { $0 = false }
        #expect(await fetch(places, from: forecaster).count == 1)
        pass(6 * 3600)
        let again = await fetch(places, from: forecaster)
        #expect(again.count == 2 && again.failed.isEmpty)
        #expect(await fetch(places, from: forecaster).count == 1)
    }

    @Test func reloadForgetsTheRefusal() async {
        let places = places(4)
        let isRefused = Mutex(true)
        let (forecaster, _) = forecaster { list in
            list.contains(places[1]) && isRefused.withLock { $0 } ? Self.refusal : nil
        }
        _ = await fetch(places, from: forecaster)
        isRefused.withLock { $0 = false }
        forecaster.resetBackoff()
        let next = await fetch(places, from: forecaster)
        #expect(next.count == 1 && next.failed.isEmpty)
    }

    @Test func tooLongListIsDividedOncePerDay() async {
        let places = places(67)
        let (forecaster, _) = forecaster { $0.count > 20 ? .refused(host: "x", status: 414, reason: nil) : nil }
        let first = await fetch(places, from: forecaster)
        #expect(first.count == 8 && first.failed.isEmpty)
        let next = await fetch(places, from: forecaster)
        #expect(next.count == 4 && next.failed.isEmpty)
        pass(86_400)
        #expect(await fetch(places, from: forecaster).count == 8)
    }

    /// A service that fails for one place alone: the place waits an hour.
    @Test(arguments: [404, 500]) func failureOfOnePlaceCostsOnlyItself(status: Int) async {
        let places = places(5)
        let failure: FetchFailure =
            status < 500
            ? .refused(host: "x", status: status, reason: nil)
            : .serviceFailed(host: "x", status: status, reason: nil, retryAfter: nil)
        let (forecaster, _) = forecaster { $0.contains(places[3]) ? failure : nil }
        #expect(await fetch(places, from: forecaster).failed == [places[3]: failure])
        let next = await fetch(places, from: forecaster)
        #expect(next.count == 1 && next.failed == [places[3]: failure])
        #expect(forecaster.backingOff().isEmpty)
    }

    @Test func failingServiceIsLeftAlone() async {
        let places = places(67)
        let down = FetchFailure.serviceFailed(host: "x", status: 503, reason: nil, retryAfter: nil)
        let isDown = Mutex(true)
        let (forecaster, _) = forecaster { _ in isDown.withLock { $0 } ? down : nil }
        #expect(await fetch(places, from: forecaster).count == ListDivision.mostFailing)
        #expect(forecaster.backingOff().count == 1)
        isDown.withLock { $0 = false }
        pass(3600)
        let next = await fetch(places, from: forecaster)
        #expect(next.count == 1 && next.failed.isEmpty)
    }

    /// The service refuses everything: its breaker opens, and the list is not divided again.
    @Test func refusalOfAllIsCheckedFourTimesADay() async {
        let places = places(67)
        let (forecaster, _) = forecaster { _ in Self.refusal }
        #expect(await fetch(places, from: forecaster).count == ListDivision.mostInVain)
        #expect(forecaster.backingOff().count == 1)
        #expect(await fetch(places, from: forecaster).count == 1)
        pass(6 * 3600)
        #expect(await fetch(places, from: forecaster).count == ListDivision.mostInVain)
    }

    /// The others stay with the preferred provider; only the refused place has the next one.
    @Test func refusedPlaceIsLeftToTheNextProvider() async throws {
        let places = places(4)
        let (forecaster, _) = forecaster([.openMeteo, .metNorway]) { $0.contains(places[3]) ? Self.refusal : nil }
        for list in [places, [places[3]], places, [places[0]]] {
            let results = await forecaster.reports(of: Report.self, for: list)
            for (place, result) in zip(list, results) {
                #expect(try result.get().provider.id == (place == places[3] ? "met-norway" : "open-meteo"))
            }
        }
        #expect(forecaster.backingOff().isEmpty)
    }

    // MARK: - After a restart

    @Test func refusalSurvivesARestart() async {
        let places = places(4)
        let refuse: @Sendable ([Coordinate]) -> FetchFailure? = { $0.contains(places[2]) ? Self.refusal : nil }
        #expect(await fetch(places, from: forecaster(refusing: refuse).0).count == 6)
        for _ in 0..<3 {
            let (again, _) = forecaster(refusing: refuse)
            let next = await fetch(places, from: again)
            #expect(next.count == 1 && next.failed == [places[2]: Self.refusal])
            // No request was made, so nothing is known against the provider.
            #expect(await fetch([places[2]], from: again).count == 0)
            #expect(again.backingOff().isEmpty)
        }
        pass(6 * 3600)
        #expect(await fetch(places, from: forecaster(refusing: refuse).0).count == 2)
    }

    @Test func listLengthSurvivesARestart() async {
        let places = places(67)
        let refuse: @Sendable ([Coordinate]) -> FetchFailure? = {
            $0.count > 20 ? .refused(host: "x", status: 414, reason: nil) : nil
        }
        #expect(await fetch(places, from: forecaster(refusing: refuse).0).count == 8)
        #expect(await fetch(places, from: forecaster(refusing: refuse).0).count == 4)
    }

    @Test func refusalOfAllSurvivesARestart() async {
        let places = places(67)
        #expect(await fetch(places, from: forecaster { _ in Self.refusal }.0).count == ListDivision.mostInVain)
        // The provider rests after a restart.
        pass(450)
        #expect(await fetch(places, from: forecaster { _ in Self.refusal }.0).count == 1)
    }

    // MARK: - A new favourite

    /// All others are refused, and the list is not divided.
    @Test func newPlaceOfARefusedListIsRequested() async {
        let places = places(7)
        let (forecaster, _) = forecaster { $0 == [places[5]] ? nil : Self.refusal }
        _ = await fetch(Array(places[..<4]), from: forecaster)
        #expect(await fetch(Array(places[..<4]), from: forecaster).count == 1)
        // A refused one: once more, and then with the others.
        #expect(await fetch(Array(places[..<5]), from: forecaster).count == 2)
        #expect(await fetch(Array(places[..<5]), from: forecaster).count == 1)
        let next = await fetch(Array(places[..<6]), from: forecaster)
        #expect(next.failed.count == 5 && next.failed[places[5]] == nil)
        #expect(requests.withLock { $0.first } == [places[5]])
        // The service answers, so the others are divided once, and then remembered.
        _ = await fetch(Array(places[..<6]), from: forecaster)
        #expect(await fetch(Array(places[..<6]), from: forecaster).count == 1)
    }

    /// A favourite that has been removed says nothing of the provider.
    @Test func refusalOfTheOnlyPlaceIsOfTheProvider() async throws {
        let places = places(2)
        let (forecaster, store) = forecaster { $0.contains(places[0]) ? Self.refusal : nil }
        try await store.changeSettings(at: Self.now) { (settings) throws(FavouritesError) in
            settings.location = .place(Place(coordinate: places[0]))
            try settings.addFavourite(Place(name: "B", coordinate: places[1]))
        }
        _ = await fetch([places[1]], from: forecaster)
        _ = await fetch([places[0]], from: forecaster)
        #expect(forecaster.backingOff().isEmpty)
        try await store.changeSettings(at: Self.now) { (settings) throws(FavouritesError) in
            try settings.removeFavourite(.name("B"))
        }
        _ = await fetch([places[0]], from: forecaster)
        #expect(forecaster.backingOff().map(\.provider.id) == ["open-meteo"])
    }
}
