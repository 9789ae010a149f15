import Endpoints
import Transport

extension Transport {
    /// Runs `body` with a way to the network.
    static func running<Outcome>(
        _ settings: NetworkSettings = NetworkSettings(), _ body: (Transport) async throws -> Outcome
    ) async throws -> Outcome {
        try await body(Transport(settings: settings, readDeadline: .seconds(1)))
    }
}
