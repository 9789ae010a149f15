import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Location

/// City search and reverse geocoding without a gazetteer: which service is used, and which failure is reported.
@Suite(.timeLimit(.minutes(20)))
struct CitySearchTests {
    private static let city = City(coordinate: .oslo, locality: Locality(name: "Oslo"))

    /// No gazetteer; the online services find these cities.
    private func worker(hasRoute: Bool = true, _ found: [Service.Kind: [City]] = [:]) throws -> ScriptedWorker {
        try ScriptedWorker(hasRoute: hasRoute) { job in
            switch job {
            case .gazetteer(.search), .gazetteer(.resolve): .cities([])
            case .gazetteer(.correction): .correction(nil)
            case .gazetteer(.status): .gazetteer(.unusable(ScriptedWorker.noGazetteer))
            case .gazetteer: .noGazetteer(ScriptedWorker.noGazetteer)
            case .geocode(let service, _, _, _): .cities(found[service.kind] ?? [])
            case .reverse: .locality(Self.city.locality)
            default: .connected
            }
        }
    }

    private static var withKey: ServiceSettings {
        var settings = ServiceSettings()
        settings.keys[.openWeatherMap] = APIKey("0123456789abcdef")
        return settings
    }

    private func online(_ worker: ScriptedWorker) -> [Service.Kind] {
        worker.jobs.compactMap { job in
            switch job {
            case .geocode(let service, _, _, _), .reverse(let service, _, _, _): service.kind
            default: nil
            }
        }
    }

    @Test func onlineSearchFallsBackToOpenWeatherMap() async throws {
        let worker = try worker([.openWeatherMap: [Self.city]])
        let cities = worker.cities(.example(services: Self.withKey))
        #expect(try await cities.search("Oslo", language: nil) == [Self.city])
        #expect(online(worker) == [.openMeteo, .openWeatherMap])
    }

    @Test func firstServiceWithResultsEndsTheSearch() async throws {
        let worker = try worker([.openMeteo: [Self.city], .openWeatherMap: []])
        let cities = worker.cities(.example(services: Self.withKey))
        #expect(try await cities.search("Oslo", language: nil) == [Self.city])
        #expect(online(worker) == [.openMeteo])
    }

    /// A damaged gazetteer, which is the reason only if nothing is found online.
    @Test func unusableGazetteerLeavesTheOnlineSearch() async throws {
        let damaged = GazetteerError.damaged(path: "/x", reason: "y")
        let worker = try ScriptedWorker { job in
            if case .geocode(let service, _, _, _) = job {
                return .cities(service.kind == .openWeatherMap ? [Self.city] : [])
            }
            return .noGazetteer(damaged)
        }
        let cities = worker.cities(.example(services: Self.withKey))
        #expect(try await cities.search("Oslo", language: nil) == [Self.city])
        #expect(try await cities.city("Oslo") == Self.city)
        await #expect(throws: SearchFailure.gazetteer(damaged)) {
            try await worker.cities(.example()).search("Oslo", language: nil)
        }
        await #expect(throws: SearchFailure.gazetteer(damaged)) { try await worker.cities(.example()).city("Oslo") }
    }

    /// Also after a restart, but not with another key.
    @Test func searchWaitsAsLongAsTheServiceAsks() async throws {
        let limited = FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: 60)
        let worker = try ScriptedWorker { job in
            if case .geocode(let service, _, _, _) = job, service.kind == .openMeteo { return .failed(limited) }
            if case .geocode = job { return .cities([Self.city]) }
            return .cities([])
        }
        let settings = PlaceSettings.example(services: Self.withKey)
        for _ in 0..<3 { #expect(try await worker.cities(settings).search("Oslo", language: nil) == [Self.city]) }
        #expect(online(worker).filter { $0 == .openMeteo }.count == 1)
        var other = Self.withKey
        other[.openMeteoGeocoding] = "http://other.test"
        _ = try await worker.cities(.example(services: other)).search("Oslo", language: nil)
        #expect(online(worker).filter { $0 == .openMeteo }.count == 2)
    }

    @Test func sampleWeatherSearchesOffline() async throws {
        var settings = Self.withKey
        settings.providers = [.sample]
        let worker = try worker([.openMeteo: [Self.city]])
        await #expect(throws: SearchFailure.notFound("Oslo", online: nil, gazetteer: ScriptedWorker.noGazetteer)) {
            try await worker.cities(.example(services: settings)).search("Oslo", language: nil)
        }
        await #expect(throws: SearchFailure.postalCodeNotLookedUp("10115", nil)) {
            try await worker.cities(.example(services: settings)).search("10115", language: nil)
        }
        #expect(online(worker).isEmpty)
    }

    @Test func withoutRouteNothingIsRequested() async throws {
        let worker = try worker(hasRoute: false, [.openMeteo: [Self.city]])
        let failure = SearchFailure.notFound("Oslo", online: .noNetwork, gazetteer: ScriptedWorker.noGazetteer)
        await #expect(throws: failure) {
            try await worker.cities(.example(services: Self.withKey)).search("Oslo", language: nil)
        }
        #expect(online(worker).isEmpty)
    }

    @Test func reverseGeocodingIsOnlineOnlyWithKey() async throws {
        let keyless = try worker()
        #expect(await keyless.cities(.example()).locality(.oslo) == nil)
        var lines = keyless.log.lines.makeAsyncIterator()
        #expect(await lines.next()?.hasPrefix("reverse geocoding failed: ") == true)
        #expect(online(keyless).isEmpty)
        let worker = try worker()
        #expect(await worker.cities(.example(services: Self.withKey)).locality(.oslo) == Self.city.locality)
        #expect(online(worker) == [.openWeatherMap])
    }

    /// A moving cursor needs many lookups a second.
    @Test func landmarkIsNeverOnline() async throws {
        let worker = try worker()
        #expect(await worker.cities(.example(services: Self.withKey)).landmark(.oslo) == nil)
        #expect(online(worker).isEmpty)
    }
}
