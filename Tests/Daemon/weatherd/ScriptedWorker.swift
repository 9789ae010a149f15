import Logging
import Refreshing
import Scratch
import Store
import Synchronization
import Weather
import WorkerProtocol

@testable import Location

/// A worker with scripted answers, with the services, the store and the search that use it.
final class ScriptedWorker: Sendable {
    typealias Answering = @Sendable (Job) throws(WorkerFailure) -> Answer

    static let now = UnixTime(1_795_273_200)
    static let noGazetteer = GazetteerError.notInstalled(path: "/nowhere")

    let store: Store
    let log = LogLines()
    private let directory: TemporaryDirectory
    private let hasRoute: Bool
    private let answering: Answering
    private let history = Mutex<[Job]>([])

    init(hasRoute: Bool = true, defaults: Defaults = Defaults(), _ answering: @escaping Answering) throws {
        directory = try TemporaryDirectory()
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: defaults, now: Self.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        self.hasRoute = hasRoute
        self.answering = answering
    }

    /// The jobs so far.
    var jobs: [Job] { history.withLock { $0 } }

    /// `RunJob`.
    @Sendable func run(
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int {
        history.withLock { $0.append(job) }
        let answer = try answering(job)
        do throws(Malformed) {
            try take(answer)
        } catch {
            throw .malformed(reason: error.reason)
        }
        return 1
    }

    var services: Services {
        Services(store: store, run: run, now: { Self.now }, hasRoute: { [hasRoute] _ in hasRoute })
    }

    func cities(_ settings: PlaceSettings) -> Cities {
        Cities(
            gazetteer: RemoteGazetteer(run: run, languages: { ["en"] }), settings: { settings }, services: services,
            gate: RequestGate(), logger: log.logger)
    }
}

extension PlaceSettings {
    static func example(language: String = "en", services: ServiceSettings = ServiceSettings()) -> PlaceSettings {
        PlaceSettings(language: language, sources: [.ip], services: services)
    }
}
