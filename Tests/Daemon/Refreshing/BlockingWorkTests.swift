import Dispatch
import Scratch
import Testing

@testable import Platform

/// Work that may block.
@Suite(.timeLimit(.minutes(20)))
struct BlockingWorkTests {
    private let clock = ManualClock()
    private let work = BlockingWork()

    @Test func blockedWorkIsLimited() async {
        let release = DispatchSemaphore(value: 0)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        var started = starts.makeAsyncIterator()
        await withTaskGroup(of: Bool?.self) { [work, clock] blocked in
            for _ in 0..<BlockingWork.mostBlocked {
                blocked.addTask {
                    await work.result(within: .seconds(10), clock) {
                        start.yield()
                        release.wait()
                        return true
                    }
                }
                await started.next()
            }
            #expect(await work.result(within: .seconds(10), clock) { true } == nil)
            release.signal()
            #expect(await blocked.next() == true)
            #expect(await work.result(within: .seconds(10), clock) { true } == true)
            for _ in 1..<BlockingWork.mostBlocked { release.signal() }
            for await result in blocked { #expect(result == true) }
        }
    }

    /// It continues, and counts until it ends.
    @Test func overdueWorkIsLimited() async {
        let release = DispatchSemaphore(value: 0)
        var sleeps = clock.sleeps.makeAsyncIterator()
        for _ in 0..<BlockingWork.mostBlocked {
            async let result = work.result(within: .seconds(10), clock) { release.wait() }
            _ = await sleeps.next()
            clock.advance(by: .seconds(10))
            #expect(await result == nil)
        }
        #expect(await work.result(within: .seconds(10), clock) { true } == nil)
        for _ in 0..<BlockingWork.mostBlocked { release.signal() }
    }
}
