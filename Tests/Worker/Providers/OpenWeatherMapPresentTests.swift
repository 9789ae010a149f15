import Foundation
import Testing
import Weather

@testable import Providers

private typealias Answers = OpenWeatherMapAnswers

/// What the current weather of OpenWeatherMap lacks.
struct OpenWeatherMapPresentTests {
    /// Without a present temperature, that of the first step stands until then, and for the present.
    @Test func missingPresentIsTheFirstSteps() async throws {
        let present = Answers.present.replacing(#""temp":8,"feels_like":5.5"#, with: #""temp":null,"feels_like":null"#)
            .replacing(#""visibility":9000"#, with: #""visibility":null"#)
        let report = try await Answers.report(present).completed
        #expect(report.hours.prefix(4).map(\.conditions.temperature) == [7, 7, 7, 7])
        #expect(report.current?.temperature == 7 && report.current?.visibility == 10_000)
        // What the present states stays.
        #expect(report.current?.humidity == 50 && report.hours.first?.conditions.humidity == 50)
        #expect(report.hours.first?.conditions.windGust == 9.8)
    }
}
