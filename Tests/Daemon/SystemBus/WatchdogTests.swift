import Glibc
import Scratch
import Testing

@testable import SystemBus

/// The watchdog's interval comes from the environment, so each test is a separate process.
@Suite(.timeLimit(.minutes(20)), .enabled(if: ExitTests.areEnabled, "\(ExitTests.absence)"))
struct WatchdogTests {
    /// Feeds a watchdog of 20 seconds twice, and returns what the service manager received each time.
    private static func messages(checks: [@Sendable () async -> Void]) async throws -> [String?] {
        let manager = try ServiceManagerSocket(SOCK_DGRAM)
        setenv("NOTIFY_SOCKET", manager.name, 1)
        setenv("WATCHDOG_PID", "\(getpid())", 1)
        setenv("WATCHDOG_USEC", "20000000", 1)
        let clock = ManualClock()
        let (beats, beat) = AsyncStream.makeStream(of: Void.self)
        let watchdog = Watchdog(notifier: Notifier(), clock: clock, checks: checks) { beat.yield() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watchdog.run() }
            var sleeps = clock.sleeps.makeAsyncIterator()
            var beaten = beats.makeAsyncIterator()
            var messages: [String?] = []
            for round in 1...2 {
                try #require(await sleeps.next()?.offset == .seconds(10 * round), "half the interval")
                clock.advance(by: .seconds(10))
                _ = await beaten.next()
                messages.append(manager.message())
            }
            group.cancelAll()
            return messages
        }
    }

    @Test func liveServicesFeedTheWatchdog() async {
        await #expect(processExitsWith: .success) {
            let messages = try await WatchdogTests.messages(checks: [{}, {}])
            try #require(messages == ["WATCHDOG=1", "WATCHDOG=1"])
        }
    }

    @Test func hangingServiceStarvesTheWatchdog() async {
        await #expect(processExitsWith: .success) {
            let manager = try ServiceManagerSocket(SOCK_DGRAM)
            setenv("NOTIFY_SOCKET", manager.name, 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            setenv("WATCHDOG_USEC", "20000000", 1)
            let clock = ManualClock()
            let (hangs, hang) = AsyncStream.makeStream(of: Void.self)
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let watchdog = Watchdog(
                notifier: Notifier(), clock: clock,
                checks: [
                    {
                        hang.yield()
                        for await _ in never {}
                    }
                ])
            let task = Task { try await watchdog.run() }
            var sleeps = clock.sleeps.makeAsyncIterator()
            _ = await sleeps.next()
            clock.advance(by: .seconds(3600))
            var hanging = hangs.makeAsyncIterator()
            _ = await hanging.next()
            try #require(manager.message() == nil)
            task.cancel()
            end.finish()
        }
    }

    @Test func withoutWatchdogNothingIsSent() async {
        await #expect(processExitsWith: .success) {
            let manager = try ServiceManagerSocket(SOCK_DGRAM)
            setenv("NOTIFY_SOCKET", manager.name, 1)
            unsetenv("WATCHDOG_USEC")
            let clock = ManualClock()
            let watchdog = Watchdog(notifier: Notifier(), clock: clock, checks: [])
            let task = Task { try await watchdog.run() }
            task.cancel()
            try await task.value
            try #require(clock.sleepers == 0 && manager.message() == nil)
        }
    }
}
