import Configuration
import Foundation
import HTTP
import Logging
import Refreshing
import Scratch
import Store
import Testing
import Weather
import WorkerProtocol

@testable import Location
@testable import weatherd

/// City search with the gazetteer that `make` has built, and a fake network.
struct BuiltCities {
    static let gazetteer = ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"].map { $0 + "/gazetteer.sqlite" }
    static let list = ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"].map { $0 + "/cities.sqlite" }
    static let absence: Comment = "WEATHERD_PROGRAMS does not name the directory of the built gazetteer"
    static let now = UnixTime(1_795_262_400)

    let directory: TemporaryDirectory
    let source: ConfigurationSource
    let store: Store
    let cities: Cities
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// - Parameter gazetteer: its path.
    init(
        environment: [String: String] = [:], gazetteer: String = BuiltCities.gazetteer ?? "",
        exchange: @escaping HTTPExchange = { query async throws(FetchFailure) in throw .noNetwork }
    ) throws {
        directory = try TemporaryDirectory()
        let source = try ConfigurationSource(
            files: ConfigurationFiles(user: directory.path, system: nil), environment: environment,
            lookup: WorkerInProcess.lookUp(in: gazetteer))
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: Self.now,
            logger: logger)
        let worker = WorkerInProcess(gazetteer: gazetteer, cities: Self.list, exchange: exchange)
        let services = Services(store: store, run: worker.run, now: { Self.now })
        cities = Cities(
            gazetteer: RemoteGazetteer(run: worker.run, languages: { source.configuration.placeLanguages }),
            settings: { source.configuration.places }, services: services, gate: RequestGate(), logger: logger)
        self.source = source
    }
}
