import HTTP
import Testing
import Weather

struct RetryAfterTests {
    /// 2026-11-21 15:00 UTC.
    private let now = UnixTime(1_795_273_200)

    @Test(
        arguments: [
            ("0", 0), ("7", 7), (" 120 ", 120), ("-1", nil), ("soon", nil), ("1.5", nil),
            ("Sat, 21 Nov 2026 15:01:30 GMT", 90), ("Sat, 21 Nov 2026 14:00:00 GMT", 0),
            // A month, so that no sum overflows.
            ("9223372036854775807", 2_592_000), ("99999999999999999999", 2_592_000), ("1e9", nil),
            ("Sat, 21 Nov 9999 15:00:00 GMT", 2_592_000),
        ] as [(String, Int?)])
    func retryAfterIsSecondsOrDate(value: String, seconds: Int?) {
        let answer = HTTPAnswer(status: 503, headers: [("Retry-After", value)])
        #expect(answer.retryAfter(at: now) == seconds)
    }

    /// By the server's clock, since this machine's may be wrong.
    @Test(arguments: [-7200, 0, 7200, 86_400])
    func dateIsRelativeToTheServersClock(error: Int) {
        let answer = HTTPAnswer(
            status: 503,
            headers: [("Date", "Sat, 21 Nov 2026 15:00:00 GMT"), ("Retry-After", "Sat, 21 Nov 2026 15:10:00 GMT")])
        #expect(answer.retryAfter(at: now.advanced(by: error)) == 600)
    }

    /// A server whose clock is two hours behind, and one that never has anything new.
    @Test(arguments: [
        ("Sat, 21 Nov 2026 13:00:00 GMT", "Sat, 21 Nov 2026 15:31:00 GMT"),
        ("Sat, 21 Nov 2026 15:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func lifetimeIsShorterThanAnHour(date: String, expires: String) {
        let answer = HTTPAnswer(status: 200, headers: [("Date", date), ("Expires", expires)])
        #expect(answer.httpFreshness(at: now)?.expires == now.advanced(by: 2700))
    }
}
