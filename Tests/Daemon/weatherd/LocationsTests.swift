import Refreshing
import Scratch
import Store
import Testing
import Weather
import WorkerProtocol

@testable import Location

/// Locating the machine by its IP address: what is requested, stored and named.
@Suite(.timeLimit(.minutes(20)))
struct LocationsTests {
    private static let position = Coordinate(latitude: 59.913_869, longitude: 10.752_245) ?? .oslo
    private static let fix = LocationFix(coordinate: position, time: ScriptedWorker.now, source: .ip)
    private static let place = Locality(name: "Oslo", country: "Norway", countryCode: "NO")

    /// Locates until the condition holds.
    private func locate(_ worker: ScriptedWorker, until isDone: (Snapshot) -> Bool) async {
        let settings = PlaceSettings.example()
        let locations = Locations(
            settings: { settings }, store: worker.store, cities: worker.cities(settings), services: worker.services,
            gate: RequestGate(), timeZone: nil, now: { ScriptedWorker.now }, logger: worker.log.logger)
        let locator = locations.locator(clock: ManualClock(), hasNetwork: true, moved: {})
        let changes = worker.store.changes()
        await withTaskGroup { group in
            group.addTask { await locator.run() }
            for await _ in changes where isDone(worker.store.snapshot) { break }
            group.cancelAll()
        }
    }

    /// The failure when the location service's answer is this one.
    private func failure(hasRoute: Bool = true, _ answer: Answer) async throws -> LocationFailure? {
        let worker = try ScriptedWorker(hasRoute: hasRoute) { _ in answer }
        await locate(worker) { $0.locationFailures[.ip] != nil }
        if !hasRoute { #expect(worker.jobs.isEmpty) }
        return worker.store.snapshot.locationFailures[.ip]
    }

    @Test func locatedPositionIsRoundedAndNamed() async throws {
        let worker = try ScriptedWorker { job in
            if case .locate = job { .fix(Self.fix) } else { .locality(Self.place) }
        }
        await locate(worker) { $0.located != nil }
        let located = try #require(worker.store.snapshot.located)
        #expect(located.place == Place(coordinate: Self.position.rounded, locality: Self.place))
        #expect(located.fix.source == .ip)
    }

    @Test func unchangedPositionKeepsItsName() async throws {
        let worker = try ScriptedWorker { job in
            if case .locate = job { .fix(Self.fix) } else { .noGazetteer(ScriptedWorker.noGazetteer) }
        }
        let known = Place(coordinate: Self.position.rounded, locality: Self.place)
        let old = LocationFix(
            coordinate: Self.position, time: ScriptedWorker.now.advanced(by: -7 * 86_400), source: .ip)
        await worker.store.keep(Located(place: known, fix: old), [:], at: ScriptedWorker.now)
        await locate(worker) { $0.located?.fix.time == ScriptedWorker.now }
        #expect(worker.store.snapshot.located?.place == known)
        #expect(worker.jobs.count == 1, "no reverse geocoding")
    }

    @Test func withoutRouteNothingIsRequested() async throws {
        #expect(try await failure(hasRoute: false, .fix(Self.fix)) == .network(.noNetwork))
    }

    @Test func failureOfServiceIsReported() async throws {
        let limit = FetchFailure.rateLimited(host: "ip.test", reason: nil, retryAfter: 60)
        #expect(try await failure(.failed(limit)) == .network(limit))
        #expect(try await failure(.notLocated(.notInstalled)) == .notInstalled)
    }

    @Test(arguments: [true, false])
    func delayOfTheServiceSurvivesARestart(isLocating: Bool) async throws {
        let limit = FetchFailure.rateLimited(host: "ip.test", reason: nil, retryAfter: 3600)
        let worker = try ScriptedWorker { _ in isLocating ? .notLocated(.network(limit)) : .failed(limit) }
        for _ in 0..<10 {
            worker.store.note([:])
            await locate(worker) { $0.locationFailures[.ip] == .network(limit) }
        }
        #expect(worker.jobs.count == 1)
    }

    @Test func mismatchedAnswerIsMalformed() async throws {
        let reason = "an answer that does not match the job"
        #expect(try await failure(.connected) == .network(.worker(.malformed(reason: reason))))
    }
}
