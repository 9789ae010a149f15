import Testing
import Weather

@testable import HTTP

struct HTTPDateTests {
    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Wed, 29 Feb 2028 12:00:00 GMT", 1_835_438_400),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Mon, 01 Jan 1601 00:00:00 GMT", -11_644_473_600),
    ])
    func dateFormat(text: String, seconds: Int) {
        #expect(UnixTime(httpDate: text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "0", "Sun, 6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, ０６ Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov +994 08:49:37 GMT",
    ])
    func otherDateFormatsAreRejected(text: String) {
        #expect(UnixTime(httpDate: text) == nil)
    }
}
