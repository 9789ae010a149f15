import Refreshing
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Location

/// Which stored places are reverse geocoded.
@Suite(.timeLimit(.minutes(20)))
struct PlaceNamingTests {
    /// A worker with a gazetteer that gives every place this name, once it is available.
    private final class NamingWorker: Sendable {
        let isAvailable = Mutex(true)

        func answer(_ job: Job) -> Answer {
            guard isAvailable.withLock({ $0 }) else { return .noGazetteer(ScriptedWorker.noGazetteer) }
            return switch job {
            case .gazetteer(.locality(_, let language, _)): .locality(Locality(name: "New name", language: language))
            default: .locality(nil)
            }
        }
    }

    private let namingWorker = NamingWorker()
    private let worker: ScriptedWorker

    init() throws {
        worker = try ScriptedWorker { [namingWorker] job in namingWorker.answer(job) }
    }

    private func namer(_ favourites: [Place]) async throws -> PlaceNamer {
        try await worker.store.changeSettings(at: ScriptedWorker.now) { $0.favourites = favourites }
        return PlaceNamer(
            store: worker.store, cities: worker.cities(.example()), language: { "en" }, now: { ScriptedWorker.now },
            logger: worker.log.logger)
    }

    private var names: [String?] { worker.store.snapshot.settings.favourites.map { $0.locality?.name } }

    /// Runs the service until the condition holds.
    private func run(_ namer: PlaceNamer, until isDone: ([String?]) -> Bool, meanwhile: () async -> Void = {}) async {
        let changes = worker.store.changes()
        await withTaskGroup { group in
            group.addTask { await namer.run() }
            await meanwhile()
            for await _ in changes where isDone(names) { break }
            group.cancelAll()
        }
    }

    @Test func onlyPlacesWithoutCurrentNameAreLookedUp() async throws {
        let unnamed = Place(coordinate: .oslo)
        var locality = Locality(name: "Old name", language: "en")
        locality.translations = Locality.Translations()
        let named = Place(coordinate: .montevideo, locality: locality)
        await run(try await namer([named, unnamed])) { $0.contains("New name") }
        #expect(names == ["Old name", "New name"])
        #expect(worker.jobs == [.gazetteer(.locality(.oslo, language: "en", keeping: ["en"]))])
    }

    /// Without a gazetteer every lookup fails, and each would be logged.
    @Test func failedLookupEndsThePass() async throws {
        namingWorker.isAvailable.withLock { $0 = false }
        let namer = try await namer([Place(coordinate: .oslo), Place(coordinate: .montevideo)])
        var lines = worker.log.lines.makeAsyncIterator()
        await run(namer) {
            $0 == ["New name", "New name"]
        } meanwhile: {
            #expect(await lines.next()?.hasPrefix("reverse geocoding failed: ") == true)
            namingWorker.isAvailable.withLock { $0 = true }
            namer.again()
        }
        #expect(names == ["New name", "New name"])
        #expect(worker.jobs.count == 3, "one lookup that failed, and one for each place after that")
    }
}
