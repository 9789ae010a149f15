import Gazetteer
import HTTP
import Refreshing
import Scratch
import Session
import Synchronization
import Weather
import WorkerProtocol

@testable import Configuration

/// A worker in this process. Jobs and answers are encoded nevertheless.
struct WorkerInProcess: Sendable {
    private let performer: JobPerformer

    /// - Parameters:
    ///   - gazetteer: the path of the gazetteer.
    ///   - cities: the path of the city list.
    ///   - exchange: the answers of the network.
    init(
        gazetteer: String = "/nowhere", cities: String? = nil,
        exchange: @escaping HTTPExchange = { query async throws(FetchFailure) in throw .noNetwork }
    ) {
        self.init(gazetteer: gazetteer, cities: cities, network: { _ in exchange })
    }

    /// - Parameter network: the exchange for a User-Agent.
    init(
        gazetteer: String = "/nowhere", cities: String? = nil,
        network: @escaping @Sendable (_ userAgent: String) -> HTTPExchange
    ) {
        performer = JobPerformer(
            gazetteer: Gazetteer(GazetteerFiles(installed: gazetteer, cities: cities)),
            network: { _ in
                JobPerformer.Network(
                    exchange: { agent, _ in network(agent) },
                    connect: { url, _, _ throws(FetchFailure) in _ = try await network("")(HTTPQuery(url: url)) })
            })
    }

    /// `RunJob`.
    @Sendable func run(
        _ job: Job, _ seconds: Int, _ take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(WorkerFailure) -> Int {
        let answers = Mutex<[Answer]>([])
        do throws(Malformed) {
            let requests = await performer.perform(try Job(packed: job.packed)) { answer in
                answers.withLock { $0.append(answer) }
            }
            for answer in answers.withLock({ $0 }) { try take(try Answer(packed: answer.packed)) }
            return requests
        } catch {
            throw .malformed(reason: error.reason)
        }
    }

    /// `CityLookup`.
    @Sendable static func lookUp(in installed: String) -> CityLookup {
        { query, language, keeping, gazetteer throws(GazetteerError) in
            try Gazetteer(GazetteerFiles(installed: installed).naming(gazetteer))
                .resolveCorrecting(query, language: language, keeping: keeping)
        }
    }
}

extension ConfigurationSource {
    /// Without a gazetteer, and without the machine's files.
    convenience init(in directory: TemporaryDirectory, environment: [String: String] = [:]) throws(ConfigurationError) {
        try self.init(
            files: ConfigurationFiles(user: directory.path, system: nil), environment: environment,
            lookup: WorkerInProcess.lookUp(in: "/nowhere"))
    }
}
