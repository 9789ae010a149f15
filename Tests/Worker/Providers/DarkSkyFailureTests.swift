import HTTP
import Providers
import Refreshing
import Testing
import Weather
import WorkerProtocol

@Suite struct DarkSkyFailureTests {
    private static let host = "api.pirateweather.net"

    @Test(arguments: [401, 403])
    func rejectedKeyIsAuthorizationFailure(status: Int) async throws {
        let failure = try await DarkSkyAnswers.failure(status, "<html>Kong Error Invalid authentication credentials.")
        guard case .keyRefused(Self.host, let reason?) = failure else {
            Issue.record("\(String(describing: failure)) is not an authorization failure")
            return
        }
        #expect(reason.contains("20 minutes"))
        // Rendering is limited to this length.
        #expect(reason.count <= 160)
        #expect(
            try await DarkSkyAnswers.failure(status, "", baseURL: "http://127.0.0.1:80")
                == .keyRefused(host: "127.0.0.1:80", reason: "check the key in the file set by api-key-file"))
    }

    @Test(arguments: [
        (
            400, #"{"detail":"Invalid Latitude"}"#,
            FetchFailure.refused(host: host, status: 400, reason: "Invalid Latitude")
        ),
        (400, "<html>", .refused(host: host, status: 400, reason: nil)),
        (
            404, #"{"message":"no Route matched with those values"}"#,
            .refused(host: host, status: 404, reason: "no Route matched with those values")
        ),
        (
            404, "<html>",
            .refused(
                host: host, status: 404,
                reason: "there is no Dark Sky API at this URL; check pirate-weather.url")
        ),
        (
            502, #"{"message":"An invalid response was received from the upstream server"}"#,
            .serviceFailed(
                host: host, status: 502, reason: "An invalid response was received from the upstream server",
                retryAfter: nil)
        ),
        (500, "", .serviceFailed(host: host, status: 500, reason: nil, retryAfter: nil)),
        (302, "", .malformed(host: host, reason: "unexpected HTTP status 302")),
    ])
    func statuses(status: Int, body: String, expected: FetchFailure) async throws {
        #expect(try await DarkSkyAnswers.failure(status, body) == expected)
    }

    /// It is 12:00 UTC on 2026-11-21.
    @Test(
        arguments: [
            ([("Retry-After", "120"), ("Ratelimit-Reset", "3000")], 120), ([("Ratelimit-Reset", "3000")], 3000),
            ([("RateLimit-Reset", "864000")], 86_400), ([("X-RateLimit-Reset", "1795266000")], 3600),
            ([("X-RateLimit-Reset", "1795200000")], 0), ([("Ratelimit-Reset", "soon")], nil),
            ([("Ratelimit-Reset", "-5")], nil), ([], nil),
        ] as [([(String, String)], Int?)])
    func exhaustedQuotaIsRateLimit(headers: [(String, String)], wait: Int?) async throws {
        let headers = headers.map { (name: $0.0, value: $0.1) }
        #expect(
            try await DarkSkyAnswers.failure(429, headers: headers, #"{"message":"API rate limit exceeded"}"#)
                == .rateLimited(host: Self.host, reason: "API rate limit exceeded", retryAfter: wait))
        #expect(
            try await DarkSkyAnswers.failure(429, headers: headers, "<html>")
                == .rateLimited(host: Self.host, reason: "the key's quota is used up", retryAfter: wait))
    }

    @Test(arguments: [
        (
            #"{"message":"An unexpected\n error\u001b[31m"}"#,
            FetchFailure.serviceFailed(host: host, status: 200, reason: "An unexpected error[31m", retryAfter: nil)
        ),
        (
            #"{"code":400,"error":"The given location is invalid."}"#,
            .refused(host: host, status: 400, reason: "The given location is invalid.")
        ),
        (#"{"code":429,"error":"daily limit"}"#, .rateLimited(host: host, reason: "daily limit", retryAfter: nil)),
        (
            #"{"code":503,"error":"maintenance"}"#,
            .serviceFailed(host: host, status: 503, reason: "maintenance", retryAfter: nil)
        ),
        (
            #"{"code":7,"error":"odd"}"#, .serviceFailed(host: host, status: 200, reason: "odd", retryAfter: nil)
        ),
    ])
    func errorBodyWithStatus200IsFailure(body: String, expected: FetchFailure) async throws {
        #expect(try await DarkSkyAnswers.failure(200, body) == expected)
    }

    @Test func keyErrorWithStatus200IsAuthorizationFailure() async throws {
        guard case .keyRefused = try await DarkSkyAnswers.failure(200, #"{"code":403,"error":"permission denied"}"#)
        else {
            Issue.record("the rejected key is not reported")
            return
        }
    }

    @Test(arguments: [
        ("", "the response is empty"),
        (#"{"currently":{"temperature":4"#, "the response is truncated or invalid"),
        ("Bad Gateway", "the response is not the expected JSON"), ("[]", "the response contains no weather"),
        ("{}", "the response contains no weather"), ("null", "the response contains no weather"),
        (#"{"currently":{"time":1795262400}}"#, "the response contains no weather"),
        (#"{"currently":null,"hourly":{"data":null},"daily":[]}"#, "the response contains no weather"),
        (
            #"{"hourly":{"data":[{"time":0,"temperature":4},{"temperature":4},null,7]}}"#,
            "the response contains no weather"
        ),
        (#"{"daily":{"data":[{"time":1795219200}]}}"#, "the response contains no weather"),
    ])
    func invalidForecastIsMalformed(body: String, reason: String) async throws {
        #expect(try await DarkSkyAnswers.failure(200, body) == .malformed(host: Self.host, reason: reason))
    }

    @Test func webPageIsReported() async throws {
        #expect(try await DarkSkyAnswers.failure(200, "<!DOCTYPE html>") == .webPage(host: Self.host))
    }

    @Test func invalidValueIsOmittedAlone() async throws {
        let body = #"""
            {"timezone":7,"offset":"x","currently":{"time":"now","temperature":"warm","humidity":1.5,"windSpeed":[],
             "pressure":1e300,"dewPoint":3},"hourly":{"data":[{"time":1795266000,"temperature":4},
             {"time":1795262400,"temperature":5},{"time":1795269600,"temperature":true}]},"daily":7,"minutely":"",
             "alerts":{},"flags":[]}
            """#
        let report = try await DarkSkyAnswers.report(body)
        #expect(report.timeZone == "GMT")
        #expect(report.observedAt == nil)
        var expected = Conditions()
        expected.dewPoint = 3
        #expect(report.current == expected)
        #expect(report.hours.map(\.time.seconds) == [1_795_266_000])
        #expect(report.days.isEmpty)
        #expect(report.precipitation.isEmpty)
    }

    // MARK: - The key

    /// A service that repeats the key in all its texts.
    @Test func keyIsNeverPrinted() async throws {
        let key = DarkSkyAnswers.key
        for status in [200, 301, 400, 401, 403, 404, 429, 500, 503] {
            for body in [
                #"{"message":"the key \#(key) is bad"}"#, #"{"code":403,"error":"\#(key)"}"#, #"{"detail":"\#(key)"}"#,
                key,
            ] {
                let failure = try #require(try await DarkSkyAnswers.failure(status, body))
                #expect(!"\(failure) \(String(reflecting: failure))".contains(key))
            }
        }
        let report = try await DarkSkyAnswers.report(
            #"""
            {"timezone":"\#(key)","currently":{"time":1795262400,"temperature":4,"icon":"\#(key)"},"flags":{"units":"si"},
             "alerts":[{"title":"\#(key)","description":"\#(key)","uri":"https://example.org/\#(key)"}]}
            """#)
        #expect(report.unknownCodes?.count == 1)
        #expect(!"\(report) \(String(reflecting: report))".contains(key))
        let provider = try DarkSkyAnswers.provider(HTTPAnswer(status: 200))
        #expect(!"\(provider) \(String(reflecting: provider)) \(provider.identity)".contains(key))
    }
}
