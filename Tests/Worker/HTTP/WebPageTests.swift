import HTTP
import Testing
import Weather

/// Only an answer without verified TLS can be of a captive portal.
struct WebPageTests {
    private func answer(_ status: Int, isVerified: Bool) -> HTTPAnswer {
        var answer = HTTPAnswer(status: status, body: Array("<!DOCTYPE html><html>Maintenance</html>".utf8))
        answer.isVerified = isVerified
        return answer
    }

    @Test func pageOverVerifiedTLSIsOfTheService() {
        let page = FetchFailure.malformed(host: "x", reason: "the response is a web page, not JSON")
        #expect(throws: page) { try JSONValue(answer(200, isVerified: true), from: "x") }
        #expect(throws: FetchFailure.webPage(host: "x")) { try JSONValue(answer(200, isVerified: false), from: "x") }
        #expect(!page.mayBePortal && !page.mayBeRouteFailure, "it is not probed")
        #expect(page.traits.breaker == .always)
    }

    /// RFC 6585, section 6: services must not send it.
    @Test func signInOverVerifiedTLSIsOfTheService() {
        let now = UnixTime(1_795_273_200)
        let service = answer(511, isVerified: true).failure(from: "x", at: now, reason: nil)
        let network = answer(511, isVerified: false).failure(from: "x", at: now, reason: nil)
        #expect(service == .malformed(host: "x", reason: "unexpected HTTP status 511"))
        #expect(network?.code == .signInRequired)
    }
}
