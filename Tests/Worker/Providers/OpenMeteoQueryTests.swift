import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

@Suite struct OpenMeteoQueryTests {
    private func query(_ latitude: Double, _ longitude: Double) throws -> HTTPQuery {
        OpenMeteo.query(
            for: [try #require(Coordinate(latitude: latitude, longitude: longitude))], baseURL: "https://example.org")
    }

    @Test(arguments: [
        (-34.90123456, -56.2, "latitude=-34.9012&longitude=-56.2&"), (0, -0.00001, "latitude=0.0&longitude=0.0&"),
        (0.0001, 180, "latitude=0.0001&longitude=180.0&"), (90, -179.99999, "latitude=90.0&longitude=-180.0&"),
    ])
    func positionsHaveAtMostFourDecimals(latitude: Double, longitude: Double, expected: String) throws {
        #expect(try query(latitude, longitude).url.contains("?" + expected))
    }

    @Test func oneRequestFetchesEverything() throws {
        let url = try query(52.52, 13.41).url
        #expect(url.hasPrefix("https://example.org/v1/forecast?"))
        for part in [
            "&current=temperature_2m,", "&hourly=temperature_2m,", ",precipitation_probability&daily=weather_code,",
            ",cloud_cover_mean,", "&minutely_15=precipitation&", "&past_days=1&", "&forecast_days=9&",
            "&timezone=auto&", "&timeformat=unixtime&", "&temperature_unit=celsius&", "&wind_speed_unit=ms&",
            "&precipitation_unit=mm",
        ] {
            #expect(url.contains(part), "\(part)")
        }
        #expect(!url.contains("surface_pressure"))
        // The quarter hours cover the same days as the rest.
        #expect(!url.contains("forecast_minutely_15"))
    }

    @Test func answerOfOnePlaceHasTheCommonLimit() throws {
        #expect(try query(52.52, 13.41).answerLimit == HTTPQuery.commonAnswerLimit)
        let two = OpenMeteo.query(for: [try #require(berlin), try #require(berlin)], baseURL: "https://example.org")
        #expect(two.answerLimit > HTTPQuery.commonAnswerLimit)
    }

    /// A place counts as one call per ten variables; 600 calls a minute and 10,000 a day are allowed.
    @Test func variablesAreWithinLimits() throws {
        let lists = try query(52.52, 13.41).url.split(separator: "&").filter { parameter in
            ["current=", "hourly=", "daily=", "minutely_15="].contains { parameter.hasPrefix($0) }
        }
        #expect(lists.count == 4)
        let variables = lists.flatMap { $0.split(separator: ",") }
        #expect(variables.count == ProviderFacts.openMeteoVariables)
        let calls = Double(variables.count) / 10
        let limits = ProviderFacts.openMeteo.limits
        #expect(calls * Double(limits.placesAMinute) <= 600)
        #expect(calls * Double(limits.placesADay) <= 10_000, "\(variables.count) variables")
    }

    @Test func answerBecomesReport() async throws {
        let provider = OpenMeteo(baseURL: "http://localhost:1/base//") { query throws(FetchFailure) in
            guard query.url.hasPrefix("http://localhost:1/base/v1/forecast?"), query.host == "localhost:1" else {
                throw .hostNotFound(host: query.host)
            }
            return HTTPAnswer(status: 200, body: Array(Fixtures.whole.utf8))
        }
        let report = try await provider.report(for: #require(berlin), at: Fixtures.now)
        #expect(report.provider.attribution == "Weather data by Open-Meteo.com")
        #expect(report.days.count == 2)
    }

    @Test(arguments: [
        ("https://api.open-meteo.com/v1?x=1", "api.open-meteo.com"), ("http://127.0.0.1:8080", "127.0.0.1:8080"),
        ("https://user:secret@example.org/", "example.org"), ("nonsense", "nonsense"),
    ])
    func failuresNameHostWithoutPassword(url: String, host: String) {
        #expect(HTTPQuery(url: url).host == host)
    }
}
