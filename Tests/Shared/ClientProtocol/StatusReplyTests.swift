import ClientProtocol
import Testing

struct StatusReplyTests {
    private static let waiting = [
        StatusReply.line(.freshness, StatusReply.noReport), StatusReply.line(.network, StatusReply.up),
        StatusReply.line(.lastErrorCode, nil), StatusReply.line(.lastError, nil), StatusReply.line(.unavailable, "–"),
    ]

    @Test func valuesAreFoundByTheirKey() {
        let reply = StatusReply(Self.waiting)
        #expect(reply[.unavailable] == "–")
        #expect(reply[.lastError] == StatusReply.none)
        #expect(reply[.version] == nil)
        #expect(StatusReply(["age: 2 h: x"])[.age] == "2 h: x")
    }

    @Test func firstWeatherIsBeingFetched() {
        #expect(StatusReply(Self.waiting).awaitsFirstWeather)
        for line in [
            StatusReply.line(.freshness, "stale"), StatusReply.line(.network, StatusReply.down),
            StatusReply.line(.lastErrorCode, "timed-out"),
        ] {
            #expect(!StatusReply([line] + Self.waiting).awaitsFirstWeather)
        }
        // A daemon of a release without codes.
        #expect(!StatusReply(Self.waiting.filter { !$0.contains("code") }).awaitsFirstWeather)
    }
}
