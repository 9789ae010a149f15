import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private typealias Answers = OpenWeatherMapAnswers

@Suite struct OpenWeatherMapAirTests {
    private func report(_ body: String) async throws -> AirReport {
        let exchange = Answers.exchange(["/data/2.5/air_pollution": body])
        return try await OpenWeatherMapAir(
            baseURL: "https://example.org", key: try #require(Answers.key), exchange: exchange
        ).report(for: try #require(Contract.london), at: Answers.now)
    }

    @Test func airQualityIsCurrent() async throws {
        let report = try await report(
            #"""
            {"coord":{},"list":[{"main":{"aqi":2},"components":{"co":201.94,"no":0.02,"no2":0.77,"o3":68,"so2":0.64,
             "pm2_5":0.5,"pm10":0.54,"nh3":-9999},"dt":1795273500}]}
            """#)
        #expect(report.timeZone == nil && report.hours.count == 1)
        let air = try #require(report.air(at: Answers.now))
        #expect(air.openWeatherIndex == 2 && air.europeanIndex == nil && air.usIndex == nil)
        #expect(air.carbonMonoxide == 201.94 && air.nitrogenDioxide == 0.77 && air.ozone == 68)
        #expect(air.sulphurDioxide == 0.64 && air.fineParticles == 0.5 && air.particles == 0.54)
        #expect(air.ammonia == nil)
    }

    @Test func webPageIsReported() async throws {
        await #expect(throws: FetchFailure.webPage(host: "example.org")) { _ = try await report("<html>") }
    }

    @Test(arguments: [
        "{}", "[]", #"{"list":[]}"#, #"{"list":[{"dt":0,"main":{"aqi":2}}]}"#,
        #"{"list":[{"dt":1795273500,"main":{"aqi":9},"components":{"o3":-1,"co":"NaN","no2":1e300}}]}"#,
    ])
    func invalidAirQualityIsMalformed(body: String) async throws {
        let failure = await #expect(throws: FetchFailure.self) { _ = try await report(body) }
        guard case .malformed = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func webPageInsteadOfAirQualityIsNamed() async {
        await #expect(throws: FetchFailure.webPage(host: "example.org")) { _ = try await report("<html>") }
    }
}
