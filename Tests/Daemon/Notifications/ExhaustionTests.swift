import Foundation
import Platform
import Scratch
import Testing

/// Commands without a free descriptor. The limit is the process's, so each test is a separate process.
@Suite(
    .timeLimit(.minutes(20)),
    .enabled(if: ProcessInfo.processInfo.environment["WEATHERD_EXIT_TESTS"] != nil, "WEATHERD_EXIT_TESTS is not set"))
struct ExhaustionTests {
    private static func run(_ clock: ManualClock, within deadline: Duration) async -> TimedCommand.Outcome {
        await TimedCommand(["true"], environment: ["PATH": "/usr/bin:/bin"], slot: CommandSlot())
            .run(deadline: deadline, clock: clock)
    }

    /// Leaves this many descriptors free; all of them if none is free now.
    private static func leave(_ count: rlim_t) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let first = open("/dev/null", O_RDONLY)
        close(first)
        limit.rlim_cur = first < 0 ? limit.rlim_max : rlim_t(first) + count
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    @Test func oneDescriptorSuffices() async {
        await #expect(processExitsWith: .success) {
            let clock = ManualClock()
            // Opens the descriptors of the runtime.
            try #require(await ExhaustionTests.run(clock, within: .seconds(30)) == .ended(.status(0)))
            ExhaustionTests.leave(1)
            try #require(await ExhaustionTests.run(clock, within: .seconds(30)) == .ended(.status(0)))
        }
    }

    @Test func reasonIsReported() async {
        await #expect(processExitsWith: .success) {
            let clock = ManualClock()
            try #require(await ExhaustionTests.run(clock, within: .seconds(30)) == .ended(.status(0)))
            ExhaustionTests.leave(0)
            try #require(
                await ExhaustionTests.run(clock, within: .zero) == .notStarted(reason: "Too many open files"))
        }
    }

    @Test func commandIsRetried() async {
        await #expect(processExitsWith: .success) {
            let clock = ManualClock()
            var sleeps = clock.sleeps.makeAsyncIterator()
            try #require(await ExhaustionTests.run(ManualClock(), within: .seconds(30)) == .ended(.status(0)))
            ExhaustionTests.leave(0)
            async let outcome = ExhaustionTests.run(clock, within: .seconds(30))
            // The pause before the next attempt.
            try #require(await sleeps.next()?.offset == .seconds(1))
            ExhaustionTests.leave(20)
            clock.advance(by: .seconds(1))
            try #require(await outcome == .ended(.status(0)))
        }
    }
}
