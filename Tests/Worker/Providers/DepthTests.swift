import Foundation
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Deeply nested answers, which would exhaust the stack of a recursive reader.
struct DepthTests {
    /// The body that replaces a service's answer.
    enum Shape: String, CaseIterable, Sendable {
        case lists, objects, open, both, deepValue

        func corrupt(_ answer: HTTPAnswer) -> HTTPAnswer {
            let depth = 100_000
            let text =
                switch self {
                case .lists: String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                case .objects: String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
                case .open: String(repeating: "[", count: depth)
                case .both: String(repeating: #"[{"a":"#, count: depth / 2) + String(repeating: "}]", count: depth / 2)
                // An otherwise valid answer.
                case .deepValue:
                    String(decoding: answer.body, as: UTF8.self).replacing(
                        "{", with: #"{"a":"# + Shape.lists.text + ",", maxReplacements: 1)
                }
            var corrupted = answer
            corrupted.body = Array(text.utf8)
            return corrupted
        }

        private var text: String {
            String(decoding: corrupt(HTTPAnswer(status: 200)).body, as: UTF8.self)
        }
    }

    @Test(arguments: Contract.all, Shape.allCases)
    func deeplyNestedForecastIsMalformed(contract: Contract, shape: Shape) async throws {
        let failure = await #expect(throws: FetchFailure.self) {
            try await contract.report(of: contract.weather(), corrupt: shape.corrupt)
        }
        guard case .malformed? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test(arguments: Shape.allCases)
    func deeplyNestedWarningsAndAirAreMalformed(shape: Shape) async throws {
        let coordinate = try #require(Contract.oslo)
        let exchange: HTTPExchange = { _ async throws(FetchFailure) in
            shape.corrupt(HTTPAnswer(status: 200, body: Array("{}".utf8)))
        }
        let key = try #require(APIKey("0123456789abcdef"))
        let (url, now) = ("http://service.test", Contract.now)
        await #expect(throws: FetchFailure.self) {
            try await METAlerts(baseURL: url, exchange: exchange).report(for: coordinate, at: now)
        }
        await #expect(throws: FetchFailure.self) {
            try await NWSAlerts(baseURL: url, exchange: exchange).report(for: try #require(Contract.newYork), at: now)
        }
        await #expect(throws: FetchFailure.self) {
            try await OpenMeteoAir(baseURL: url, exchange: exchange).report(for: coordinate, at: now)
        }
        await #expect(throws: FetchFailure.self) {
            try await OpenMeteoArchive(baseURL: url, exchange: exchange).report(for: coordinate, at: now)
        }
        await #expect(throws: FetchFailure.self) {
            try await OpenMeteoEnsemble(baseURL: url, exchange: exchange).report(for: coordinate, at: now)
        }
        await #expect(throws: FetchFailure.self) {
            try await OpenWeatherMapAir(baseURL: url, key: key, exchange: exchange).report(for: coordinate, at: now)
        }
    }
}
