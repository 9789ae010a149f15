import HTTP
import WorkerProtocol

extension Transport {
    /// Runs `body` with a transport.
    ///
    /// - Parameters:
    ///   - connectDeadline: the timeout for connecting. Long, since a test's server may be slow on a busy machine; tests of
    ///     the timeout set a short one.
    ///   - readDeadline: the same for a silent server.
    static func running<Outcome>(
        _ settings: NetworkSettings = NetworkSettings(), connectDeadline: Duration = .seconds(30),
        readDeadline: Duration = .seconds(30),
        _ body: (Transport) async throws -> Outcome
    ) async throws -> Outcome {
        try await body(Transport(settings: settings, connectDeadline: connectDeadline, readDeadline: readDeadline))
    }
}
