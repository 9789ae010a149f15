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
            ("9223372036854775807", 2_592_000), ("Sat, 21 Nov 9999 15:00:00 GMT", 2_592_000),
        ] as [(String, Int?)])
    func retryAfterIsSecondsOrDate(value: String, seconds: Int?) {
        let answer = HTTPAnswer(status: 503, headers: [("Retry-After", value)])
        #expect(answer.retryAfter(at: now) == seconds)
    }
}
