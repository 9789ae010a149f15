import HTTP
import Testing
import Weather

/// The freshness lifetime of an answer that may come from a cache, with values of RFC 9111.
struct HTTPFreshnessTests {
    /// Any time: the lifetime does not depend on this machine's clock.
    private let now = UnixTime(1_795_273_200)

    /// Seconds; nil when the answer has none.
    private func lifetime(_ headers: [(name: String, value: String)]) -> Int? {
        HTTPAnswer(status: 200, headers: headers).httpFreshness(at: now)?.expires?.seconds(since: now)
    }

    /// The date of section 5.3, and the Date of RFC 9110, 6.6.1.
    private static let expires = "Thu, 01 Dec 1994 16:00:00 GMT"

    @Test(arguments: [
        ("Thu, 01 Dec 1994 15:30:00 GMT", 1800), ("Thu, 01 Dec 1994 16:00:00 GMT", 0),
        ("Tue, 15 Nov 1994 08:12:31 GMT", HTTPFreshness.longest), ("Thu, 01 Dec 1994 17:00:00 GMT", 0),
    ])
    func expiresIsRelativeToDate(date: String, seconds: Int) {
        #expect(lifetime([("Date", date), ("Expires", Self.expires)]) == seconds)
    }

    /// 5.3: an invalid date, especially 0, is in the past.
    @Test(arguments: ["0", "-1", "", "soon"])
    func invalidExpiresHasExpired(value: String) {
        #expect(lifetime([("Expires", value)]) == 0)
    }

    /// 5.2.2.1, with the arguments' forms of 5.2.
    @Test(
        arguments: [
            ("max-age=600", 600), ("MAX-AGE=600", 600), ("public, max-age=600, s-maxage=3600", 600),
            ("max-age=\"600\"", 600), ("max-age=0, must-revalidate", 0), ("s-maxage=600", nil), ("max-age=x", nil),
            ("private", nil), ("no-cache", 0), ("no-store, max-age=600", 0),
            ("no-cache=\"Set-Cookie\", max-age=600", 600),
            // 1.2.2: as 2^31 or any larger number.
            ("max-age=2147483648", HTTPFreshness.longest), ("max-age=99999999999999999999", HTTPFreshness.longest),
        ] as [(String, Int?)])
    func maximumAgeIsRead(value: String, seconds: Int?) {
        #expect(lifetime([("Cache-Control", value)]) == seconds)
    }

    /// 5.3: Expires is ignored if there is a max-age.
    @Test func maximumAgeWins() {
        let dates = [("Date", "Thu, 01 Dec 1994 15:30:00 GMT"), ("Expires", Self.expires)]
        #expect(lifetime(dates + [("Cache-Control", "max-age=600")]) == 600)
        #expect(lifetime(dates + [("Cache-Control", "max-age=x")]) == 1800)
    }

    /// 4.2.3 and 5.1: the time in caches is part of the age.
    @Test(
        arguments: [
            ("0", 600), ("250", 350), ("600", 0), ("900", 0), ("99999999999999999999", 0), (" 250 ", 350), ("-1", 600),
            ("1.5", 600), ("250, 251", 600), ("", 600),
        ])
    func ageShortensTheLifetime(age: String, seconds: Int) {
        #expect(lifetime([("Cache-Control", "max-age=600"), ("Age", age)]) == seconds)
        #expect(
            lifetime([("Date", "Thu, 01 Dec 1994 15:50:00 GMT"), ("Expires", Self.expires), ("Age", age)]) == seconds)
        #expect(lifetime([("Age", age)]) == nil)
    }

    /// nginx sends no Age, but a Date of its own and the service's Expires: what is left follows from both.
    @Test func cacheWithoutAgeHasItsOwnDate() {
        #expect(lifetime([("Date", "Thu, 01 Dec 1994 15:58:30 GMT"), ("Expires", Self.expires)]) == 90)
    }

    /// A stale answer of a cache is older than the request; a fresh one is as good as the service's own.
    @Test(
        arguments: [
            (nil, nil, 0), (nil, "3600", 3600), ("max-age=900", "600", 0), ("max-age=900", "3600", 2700),
            ("no-cache", "60", 60),
            // A month, so that no sum overflows.
            (nil, "99999999999999999999", 2_592_000),
        ] as [(String?, String?, Int)])
    func timeAfterTheLifetimeIsOverdue(control: String?, age: String?, seconds: Int) {
        let headers = [("Cache-Control", control), ("Age", age)].compactMap { name, value in value.map { (name, $0) } }
        #expect(HTTPAnswer(status: 200, headers: headers).overdue(at: now) == seconds)
    }
}
