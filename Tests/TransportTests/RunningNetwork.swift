import Endpoints
import HTTP
import NIOPosix
import Weather

extension Network {
    /// 2026-11-21 15:00 UTC.
    static let now = UnixTime(1_795_273_200)

    /// Runs `body` with a way to the network.
    static func running<Outcome>(
        _ settings: NetworkSettings = NetworkSettings(), readDeadline: Duration = .seconds(10),
        _ body: (Network) async throws -> Outcome
    ) async throws -> Outcome {
        try await body(
            Network(
                eventLoops: MultiThreadedEventLoopGroup.singleton, settings: settings, now: { now },
                readDeadline: readDeadline))
    }
}
