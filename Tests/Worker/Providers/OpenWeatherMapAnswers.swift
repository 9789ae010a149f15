import Foundation
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Answers in OpenWeatherMap's documented formats, written for these tests. The current time is 2026-11-21 15:10 UTC.
enum OpenWeatherMapAnswers {
    static let now = UnixTime(1_795_273_800)
    static let key = APIKey("c0ffee00c0ffee00c0ffee00c0ffee00")

    static let present = #"""
        {"coord":{"lon":-0.13,"lat":51.51},"weather":[{"id":500,"main":"Rain","description":"light rain","icon":"10d"}],
         "base":"stations","main":{"temp":8,"feels_like":5.5,"temp_min":7,"temp_max":9,"pressure":1004,"humidity":50,
         "sea_level":1005,"grnd_level":1001},"visibility":9000,"wind":{"speed":4.5,"deg":210,"gust":9.8},
         "rain":{"1h":0.4},"clouds":{"all":90},"dt":1795273500,
         "sys":{"country":"GB","sunrise":1795246200,"sunset":1795276800},"timezone":0,"name":"London","cod":200}
        """#

    /// For 18:00, 21:00 and 24:00.
    static let forecast = #"""
        {"cod":"200","message":0,"cnt":3,"list":[
         {"dt":1795284000,"main":{"temp":7,"humidity":80},"weather":[{"id":804}],"clouds":{"all":95},"wind":{"speed":4},
          "visibility":10000,"pop":0.1},
         {"dt":1795294800,"main":{"temp":4,"humidity":80},"weather":[{"id":501}],"clouds":{"all":5},"wind":{"speed":4},
          "visibility":10000,"pop":0.8,"rain":{"3h":3.6}},
         {"dt":1795305600,"main":{"temp":-2,"humidity":80},"weather":[{"id":800}],"clouds":{"all":0},"wind":{"speed":1},
          "visibility":10000,"pop":0}],
         "city":{"name":"","country":"GB","timezone":0}}
        """#

    /// An exchange that answers each path with the given body, and other paths with 404.
    static func exchange(
        _ answers: [String: String], status: Int = 200, asking: @escaping @Sendable (HTTPQuery) -> Void = { _ in }
    ) -> HTTPExchange {
        { query async throws(FetchFailure) in
            asking(query)
            guard let body = answers[URLComponents(string: query.url)?.path ?? ""] else {
                return HTTPAnswer(status: 404, body: Array(#"{"cod":"404","message":"Internal error"}"#.utf8))
            }
            return HTTPAnswer(status: status, body: Array(body.utf8))
        }
    }

    static func provider(
        zone: String? = "Europe/London", exchange: @escaping HTTPExchange
    ) throws -> OpenWeatherMap {
        OpenWeatherMap(
            baseURL: "https://api.example.org/", key: try #require(key), timeZone: { _ in zone }, exchange: exchange)
    }

    /// The report from two answers.
    static func report(
        _ present: String = present, _ forecast: String = forecast, zone: String? = "Europe/London",
        after previous: Report? = nil, at now: UnixTime = now
    ) async throws -> Report {
        let exchange = exchange(["/data/2.5/weather": present, "/data/2.5/forecast": forecast])
        return try await provider(zone: zone, exchange: exchange)
            .report(for: try #require(Contract.london), at: now, renewing: previous)
    }
}
