import Platform
import Testing

struct BootTimeClockTests {
    private let clock = BootTimeClock()

    @Test func sleepLastsUntilTheDeadline() async throws {
        let deadline = clock.now.advanced(by: .milliseconds(20))
        try await clock.sleep(until: deadline, tolerance: nil)
        #expect(clock.now >= deadline)
    }

    @Test func passedDeadlineReturnsImmediately() async throws {
        try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)), tolerance: nil)
    }

    @Test func cancellationEndsSleep() async {
        await withTaskGroup { group in
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    try await clock.sleep(until: clock.now.advanced(by: .seconds(1000)), tolerance: nil)
                }
            }
            group.cancelAll()
        }
    }
}
