import Endpoints
import Transport

extension Transport {
    /// Runs `body` with a transport.
    ///
    /// - Parameter readDeadline: the timeout for a silent server. Long, since a test's server may be slow on a busy
    /// machine; tests of the timeout set a short one.
    static func running<Outcome>(
        _ settings: NetworkSettings = NetworkSettings(), readDeadline: Duration = .seconds(30),
        _ body: (Transport) async throws -> Outcome
    ) async throws -> Outcome {
        try await body(Transport(settings: settings, connectDeadline: .seconds(30), readDeadline: readDeadline))
    }
}
