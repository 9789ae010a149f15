import Rendering
import Scratch
import Testing
import Weather

@testable import weatherd

struct ServiceAnswersTests {
    private static let address = "https://service.test"
    private let now = UnixTime(1_795_273_300)
    private var answers = ServiceAnswers<ManualClock.Instant>()

    private func at(_ seconds: Int) -> ManualClock.Instant { ManualClock.Instant(offset: .seconds(seconds)) }

    @Test mutating func answeringServiceIsNotProbedForAMinute() throws {
        #expect(answers.outcome(of: Self.address, at: at(0), now: now) == nil)
        answers.keep(.success(.init(delay: .milliseconds(80), date: now)), of: Self.address, at: at(0))
        let answer = try answers.outcome(of: Self.address, at: at(59), now: now.advanced(by: 59))?.get()
        #expect(answer?.milliseconds == 80)
        #expect(answer?.clockLead == 0)
        #expect(answers.outcome(of: "https://other.test", at: at(1), now: now) == nil)
        #expect(answers.outcome(of: Self.address, at: at(60), now: now) == nil)
    }

    @Test mutating func silentServiceIsProbedAfterFiveSeconds() {
        answers.keep(.failure(.hostNotFound(host: "service.test")), of: Self.address, at: at(0))
        #expect(answers.outcome(of: Self.address, at: at(4), now: now) == .failure(.hostNotFound(host: "service.test")))
        #expect(answers.outcome(of: Self.address, at: at(5), now: now) == nil)
    }

    /// Otherwise `doctor` would report a service that has just failed as healthy.
    @Test mutating func answerBeforeAFailedAttemptDoesNotCount() throws {
        answers.keep(.success(.init(delay: .milliseconds(80), date: now)), of: Self.address, at: at(0))
        let later = now.advanced(by: 30)
        #expect(answers.outcome(of: Self.address, at: at(30), now: later, failedAt: now.advanced(by: 20)) == nil)
        #expect(answers.outcome(of: Self.address, at: at(30), now: later, failedAt: now.advanced(by: -20)) != nil)
        #expect(answers.outcome(of: Self.address, at: at(30), now: later) != nil)
        // A failure is not an answer.
        let failure = FetchFailure.hostNotFound(host: "service.test")
        answers.keep(.failure(failure), of: Self.address, at: at(30))
        let known = answers.outcome(of: Self.address, at: at(31), now: later.advanced(by: 1), failedAt: later)
        #expect(known == .failure(failure))
    }

    /// A clock that was set in the meantime is reported with its current offset.
    @Test mutating func clockOffsetIsAdjustedToNow() throws {
        answers.keep(.success(.init(delay: .zero, date: now.advanced(by: -86_400))), of: Self.address, at: at(0))
        let before = try answers.outcome(of: Self.address, at: at(0), now: now)?.get()
        #expect(before?.clockLead == 86_400)
        #expect(before?.milliseconds == 1, "an answer takes some time")
        let after = try answers.outcome(of: Self.address, at: at(10), now: now.advanced(by: 10 - 86_400))?.get()
        #expect(after?.clockLead == 0)
    }
}
