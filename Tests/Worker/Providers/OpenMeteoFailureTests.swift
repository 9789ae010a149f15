import HTTP
import Testing
import Weather

@testable import Providers

@Suite struct OpenMeteoFailureTests {
    @Test(arguments: [
        ("", "the response is empty"), (" \r\n", "the response is empty"),
        (#"{"current":{"time":1795262400,"temperature_2m":4"#, "the response is truncated or invalid"),
        (
            #"{"current":{"temperature_2m":4}}Unexpected error while streaming data"#,
            "the response is truncated or invalid"
        ),
        ("Bad Gateway", "the response is not the expected JSON"), ("[]", "the response is not the expected JSON"),
        (#"{"current":{}}"#, "the response contains no weather"),
    ])
    func invalidForecastIsMalformed(body: String, reason: String) throws {
        #expect(try failure(body) == .malformed(host: "example.org", reason: reason))
    }

    @Test func webPageIsReported() throws {
        #expect(try failure("<!DOCTYPE html><html></html>") == .webPage(host: "example.org"))
    }

    /// As the same error with a status of its own.
    @Test func errorBodyWithStatus200IsRefusal() throws {
        #expect(
            try failure(#"{"error":true,"reason":"No data\u001b[31m is available\n for this location"}"#)
                == .refused(
                    host: "example.org", status: 200, reason: "No data[31m is available for this location"))
        #expect(
            try failure(#"{"error":true}"#)
                == .refused(host: "example.org", status: 200, reason: "no reason given"))
        #expect(
            try failure(#"{"error":true,"reason":"Minutely API request limit exceeded."}"#)
                == .rateLimited(
                    host: "example.org", reason: "Minutely API request limit exceeded.", retryAfter: 60))
    }

    @Test func badRequestHasServiceReason() throws {
        #expect(
            try failure(status: 400, #"{"error":true,"reason":"Latitude must be in range of -90 to 90°."}"#)
                == .refused(
                    host: "example.org", status: 400, reason: "Latitude must be in range of -90 to 90°."))
        #expect(
            try failure(status: 404, "<html>") == .refused(host: "example.org", status: 404, reason: nil))
    }

    // It is 12:00 UTC.
    @Test(arguments: [
        ("Minutely API request limit exceeded. Please try again in one minute.", 60),
        ("Hourly API request limit exceeded. Please try again in the next hour.", 3600),
        ("Daily API request limit exceeded. Please try again tomorrow.", 43_200),
        ("Too many concurrent requests", nil),
    ])
    func exhaustedLimitStatesWait(reason: String, wait: Int?) throws {
        #expect(
            try failure(status: 429, #"{"reason":"\#(reason)","error":true}"#)
                == .rateLimited(host: "example.org", reason: reason, retryAfter: wait))
    }

    @Test func retryAfterOverridesReasonText() throws {
        let headers = [(name: "retry-after", value: "17")]
        #expect(
            try failure(status: 429, headers: headers, #"{"error":true,"reason":"Daily API request limit exceeded."}"#)
                == .rateLimited(
                    host: "example.org", reason: "Daily API request limit exceeded.", retryAfter: 17))
    }

    @Test(arguments: [500, 502, 503, 504, 408])
    func serverErrorIsServiceFailure(status: Int) throws {
        #expect(
            try failure(status: status, headers: [("Retry-After", "Sat, 21 Nov 2026 12:02:00 GMT")], "<html>")
                == .serviceFailed(host: "example.org", status: status, reason: nil, retryAfter: 120))
    }

    @Test func otherStatusesAreUnexpected() throws {
        #expect(
            try failure(status: 304, "") == .malformed(host: "example.org", reason: "unexpected HTTP status 304"))
    }
}

@Suite struct RetryAfterTests {
    @Test(arguments: [
        ("120", 120), (" 5 ", 5), ("0", 0), ("-5", nil), ("soon", nil), ("", nil), ("1.5", nil),
        ("99999999999999999999", 2_592_000), ("Sat, 21 Nov 2026 12:00:30 GMT", 30),
        ("Sat, 21 Nov 2026 11:00:00 GMT", 0),
        ("Sun, 22 Nov 2026 00:00:00 GMT", 43_200), ("2026-11-21T12:00:30Z", nil),
    ])
    func secondsAndDates(value: String, seconds: Int?) {
        let answer = HTTPAnswer(status: 429, headers: [("Retry-After", value)])
        #expect(answer.retryAfter(at: Fixtures.now) == seconds)
    }

    @Test func absent() {
        #expect(HTTPAnswer(status: 429).retryAfter(at: Fixtures.now) == nil)
    }
}
