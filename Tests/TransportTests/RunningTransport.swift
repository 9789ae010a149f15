import Endpoints
import Transport

extension Transport {
    /// Runs `body` with a transport.
    ///
    /// - Parameter readDeadline: for the silence of a server. Long, since on a busy machine a test's server may be late; a test
    ///   of silence itself names a short one.
    static func running<Outcome>(
        _ settings: NetworkSettings = NetworkSettings(), readDeadline: Duration = .seconds(30),
        _ body: (Transport) async throws -> Outcome
    ) async throws -> Outcome {
        try await body(Transport(settings: settings, connectDeadline: .seconds(30), readDeadline: readDeadline))
    }
}
