import HTTP
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// Deeply nested answers.
struct DepthTests {
    private static let now = UnixTime(1_795_262_400)
    private static let answers = [
        String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
        String(repeating: #"{"results":["#, count: 50_000) + String(repeating: "]}", count: 50_000),
        #"{"latitude":1,"longitude":2,"a":"# + String(repeating: "[", count: 100_000)
            + String(repeating: "]", count: 100_000) + "}",
    ].map { HTTPAnswer(status: 200, body: Array($0.utf8)) }

    @Test(arguments: answers)
    func deeplyNestedAnswersAreRejected(answer: HTTPAnswer) async throws {
        let exchange: HTTPExchange = { _ async throws(FetchFailure) in answer }
        let query = try SearchQuery("Oslo")
        await #expect(throws: FetchFailure.self) {
            try await OpenMeteoGeocoding(baseURL: "http://service.test", exchange: exchange)
                .search(query, language: "en", at: Self.now)
        }
        let key = try #require(APIKey("0123456789abcdef"))
        await #expect(throws: FetchFailure.self) {
            try await OpenWeatherMapGeocoding(
                baseURL: "http://service.test", key: key, countryName: { _, _ in nil }, exchange: exchange
            )
            .search(query, language: "en", at: Self.now)
        }
        #expect(throws: LocationFailure.self) {
            try IPLocation.coordinate(in: answer, of: "ip.example", at: Self.now)
        }
    }
}
