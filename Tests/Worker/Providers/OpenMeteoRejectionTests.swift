import Dialects
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// A server that does not know a variable, and says so in its own way.
struct OpenMeteoRejectionTests {
    private static func forecast(_ query: HTTPQuery) -> HTTPAnswer {
        guard let contract = Contract.openMeteo else { return HTTPAnswer(status: 500) }
        return OpenMeteoDialect().answer(to: query, about: contract.weather())
    }

    /// In several lists, and listed once.
    private static let gap = ReportGap.unknown(UnknownName(parameter: "current", value: "rain"), host: "service.test")

    /// Other servers with the same interface: the form of the answer and its status.
    @Test(arguments: [
        (400, #"{"error":true,"reason":"unknown: rain"}"#), (422, #"{"detail":"unknown: rain"}"#),
        (422, #"{"detail":[{"loc":["query","hourly"],"msg":"rain is not a valid variable name"}]}"#),
        (404, #"{"message":"unknown: rain"}"#), (400, #"{"error":"unknown: rain"}"#), (400, "unknown: rain\n"),
        (200, #"{"error":true,"reason":"unknown: rain"}"#),
    ])
    func rejectionMayHaveAnotherForm(status: Int, body: String) async throws {
        let server = ScriptedService { query in
            query.url.replacing("%2C", with: ",").contains(",rain,")
                ? HTTPAnswer(body, status: status) : Self.forecast(query)
        }
        let report = try await OpenMeteo(baseURL: "http://service.test", exchange: server.exchange)
            .report(for: try #require(Contract.oslo), at: Contract.now)
        #expect(report.current?.temperature != nil)
        #expect(report.missing == [Self.gap])
    }
}
