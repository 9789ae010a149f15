import ManualLoop
import Testing

@testable import Platform

@EventLoopActor
struct TimerHeapTests {
    private func timer(_ nanoseconds: Int64) -> Timer {
        Timer(deadline: MonotonicTime(nanoseconds: nanoseconds)) {}
    }

    /// The deadlines in the order in which the heap returns them.
    private func drained(_ heap: inout TimerHeap) -> [Int64] {
        var deadlines: [Int64] = []
        while let next = heap.nextDeadline {
            deadlines.append(next.nanoseconds)
            #expect(heap.popDue(at: MonotonicTime(nanoseconds: next.nanoseconds - 1)) == nil)
            #expect(heap.popDue(at: next) != nil)
        }
        return deadlines
    }

    @Test func timersFireInOrder() {
        var heap = TimerHeap()
        // Each number below 101 once, since 37 and 101 are coprime.
        for index in 0..<101 { heap.add(timer(Int64(index * 37 % 101))) }
        #expect(drained(&heap) == Array(0..<101))
    }

    @Test(arguments: 0..<50)
    func cancelledTimerDoesNotFire(cancelled: Int) {
        var heap = TimerHeap()
        let timers = (0..<50).map { timer(Int64($0 * 37 % 50)) }
        for timer in timers { heap.add(timer) }
        heap.remove(timers[cancelled])
        heap.remove(timers[cancelled])
        #expect(drained(&heap) == (0..<50).filter { $0 != timers[cancelled].deadline.nanoseconds })
    }

    @Test func dueTimersFireOnceAndInOrder() {
        let clock = LoopClock()
        var done: [String] = []
        let timers = [("b", 20), ("a", 10), ("c", 30), ("d", 40)].map { name, seconds in
            clock.loop.schedule(in: .seconds(seconds)) { done.append(name) }
        }
        clock.loop.cancel(timers[2])
        clock.advance(by: .seconds(15))
        #expect(done == ["a"])
        clock.loop.cancel(timers[1])
        clock.advance(by: .seconds(25))
        #expect(done == ["a", "b", "d"])
        #expect(clock.loop.nextDeadline == nil)
    }

    /// The nanoseconds to the last moment of the year 9999 do not fit 64 bits.
    @Test func distantDeadlineDoesNotFire() {
        let clock = LoopClock()
        var isDone = false
        let timer = clock.loop.schedule(in: .seconds(253_402_128_000)) { isDone = true }
        clock.advance(by: .seconds(86_400))
        #expect(!isDone)
        #expect(clock.loop.nextDeadline == timer.deadline)
    }

    @Test func timerCanArmAnotherTimer() {
        let clock = LoopClock()
        var count = 0
        func tick() {
            count += 1
            _ = clock.loop.schedule(in: .seconds(1), tick)
        }
        tick()
        clock.advance(by: .seconds(10))
        #expect(count == 11)
    }
}
