import Almanac
import Testing
import Weather

@testable import Rendering

@Suite struct RefreshSentenceTests {
    private func sentence(failure: FetchFailure? = nil, in seconds: Int = 360, by zone: String?) throws -> String {
        let scene = try Montevideo.scene()
        return RefreshAnswer.tooSoon(scene.now.advanced(by: seconds)).sentence(
            for: scene.place, report: scene.report, failure: failure, now: scene.now, readerZone: zone)
    }

    /// It is 15:42 in Montevideo, the place of the weather, and 19:42 in Oslo, where the user is.
    @Test func nextRetryIsInUserTimeZone() throws {
        #expect(
            try sentence(by: "Europe/Oslo")
                == "the weather was updated 4 min ago; the next refresh is possible at 19:48")
        #expect(
            try sentence(failure: timeout, by: "Europe/Oslo")
                == "api.open-meteo.com did not answer within 20 s; backing off until 19:48")
    }

    @Test func missingWeatherIsStated() throws {
        let scene = try Montevideo.scene()
        let sentence = RefreshAnswer.tooSoon(scene.now.advanced(by: 360)).sentence(
            for: scene.place, report: nil, failure: nil, now: scene.now, readerZone: "Europe/Oslo")
        #expect(sentence == "no weather yet; backing off until 19:48")
    }

    /// The date is the user's too.
    @Test func retryAfterMidnightHasDate() throws {
        #expect(try sentence(in: 1380, by: "Asia/Karachi").hasSuffix("possible at 00:05 on Sunday 22 November"))
    }

    @Test func timeZoneDefaultsToSystem() throws {
        let shown = TimeZone.system.civilTime(at: try Montevideo.scene().now.advanced(by: 360).seconds)
        let digits = [shown.hour, shown.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        #expect(try sentence(by: nil).contains("possible at \(digits)"))
    }
}
