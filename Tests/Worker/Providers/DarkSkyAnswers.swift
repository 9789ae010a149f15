import HTTP
import Providers
import Refreshing
import Testing
import Weather
import WorkerProtocol

/// Requests to a Dark Sky host, and answers in its documented format.
enum DarkSkyAnswers {
    static let key = "abcdefghijklmnop0123456789"

    /// Like the transport, it redacts the query's key in the answer.
    static func provider(
        _ answer: HTTPAnswer, baseURL: String = "https://api.pirateweather.net",
        onQuery: @escaping @Sendable (HTTPQuery) -> Void = { _ in }
    ) throws -> DarkSky {
        DarkSky(baseURL: baseURL, key: try #require(APIKey(key))) { query in
            onQuery(query)
            return answer.redacted(query.key)
        }
    }

    static func report(_ json: String, at now: UnixTime = Fixtures.now) async throws -> Report {
        let answer = HTTPAnswer(status: 200, body: Array(json.utf8))
        return try await provider(answer).report(for: #require(berlin), at: now)
    }

    static func failure(
        _ status: Int, headers: [(name: String, value: String)] = [], _ body: String,
        baseURL: String = "https://api.pirateweather.net"
    ) async throws -> FetchFailure? {
        let answer = HTTPAnswer(status: status, headers: headers, body: Array(body.utf8))
        let provider = try provider(answer, baseURL: baseURL)
        let coordinate = try #require(berlin)
        do throws(FetchFailure) {
            _ = try await provider.report(for: coordinate, at: Fixtures.now)
            return nil
        } catch {
            return error
        }
    }

    /// An answer with these current values, in these units.
    static func current(_ values: String, units: String = "si", version: String? = nil) -> String {
        let version = version.map { #","version":"\#($0)""# } ?? ""
        return
            #"{"timezone":"GMT","currently":{"time":1795262400,\#(values)},"flags":{"units":"\#(units)"\#(version)}}"#
    }

    /// One day of a place, 2026-11-21, beginning at the time of its midnight.
    static func day(_ values: String, midnight: Int = 1_795_219_200, zone: String = #""timezone":"GMT""#) -> String {
        #"{\#(zone),"daily":{"data":[{"time":\#(midnight),\#(values)}]},"flags":{"units":"si"}}"#
    }
}
