import LoopbackHTTP
import Testing

/// A kind of outage.
struct Outage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The answer; nil for a closed port.
    var handler: LoopbackServer.Handler?
    /// `status` shows this text after the service's name.
    var words: String

    func apply(_ service: WeatherService) async {
        if let handler { service.respond(with: handler) } else { await service.stop() }
    }

    static let all = [
        Outage(
            testDescription: "503", handler: { _ in .answer(status: 503, body: []) },
            words: "returned HTTP 503"),
        Outage(testDescription: "connection refused", words: "cannot be reached"),
        Outage(
            testDescription: "a web page", handler: { _ in .json("<!DOCTYPE html><html>Sign in</html>") },
            words: "the response is a web page"),
        Outage(
            testDescription: "a rejected key",
            handler: { _ in .json(#"{"cod":401,"message":"Invalid API key."}"#, status: 401) }, words: "rejected the"),
        Outage(
            testDescription: "429 with Retry-After",
            handler: { _ in .answer(status: 429, headers: ["Retry-After": "7200"], body: []) },
            words: "rate-limited the request"),
    ]
}
