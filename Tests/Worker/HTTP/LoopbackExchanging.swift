import HTTP
import LoopbackHTTP
import Testing
import Weather
import WorkerProtocol

/// Suites with the real client and a real server on the loopback interface.
protocol LoopbackExchanging {}

extension LoopbackExchanging {
    /// Sends a request to a server with this response.
    func exchange(
        path: String = "/", deadline: Duration = .seconds(60), readDeadline: Duration = .seconds(30),
        _ response: @escaping LoopbackServer.Handler
    ) async throws -> HTTPAnswer {
        try await LoopbackServer.running(handler: response) { server in
            try await withClient(deadline: deadline, readDeadline: readDeadline) { exchange in
                try await exchange(HTTPQuery(url: server.url + path))
            }
        }
    }

    func withClient<Outcome>(
        deadline: Duration = .seconds(60), readDeadline: Duration = .seconds(30),
        _ body: (@escaping HTTPExchange) async throws -> Outcome
    ) async throws -> Outcome {
        try await Transport.running(readDeadline: readDeadline) {
            try await body($0.exchange(userAgent: "weatherd/test", deadline: deadline))
        }
    }

    /// The failure of a request to such a server, without the host, whose port differs each time.
    func failure(
        deadline: Duration = .seconds(60), readDeadline: Duration = .seconds(30),
        _ response: @escaping LoopbackServer.Handler
    ) async throws -> String {
        let failure = await #expect(throws: FetchFailure.self) {
            try await exchange(deadline: deadline, readDeadline: readDeadline, response)
        }
        return failure?.withoutHost ?? "none"
    }
}
