import Dispatch
import Synchronization
import Testing

@testable import Almanac

/// A time zone's file on a file system that does not answer.
@Suite(.timeLimit(.minutes(20)))
struct LocalTimeReaderTests {
    @Test func blockedReadDelaysOneCaller() {
        // Open while it has a value.
        let gate = DispatchSemaphore(value: 0)
        let reads = Reads()
        let reader = LocalTimeReader(within: 10) { time in
            reads.number.withLock { $0 += 1 }
            gate.wait()
            gate.signal()
            return TimeZone.Period(offset: 3600, abbreviation: "CET", start: time, end: time)
        }
        for time in 0..<100 { #expect(reader.period(at: time).abbreviation == "UTC") }
        #expect(reads.number.withLock { $0 } <= 1, "later callers do not wait for another read")
        gate.signal()
        while reader.period(at: 0) != TimeZone.Period(offset: 3600, abbreviation: "CET", start: 0, end: 0) {}
        gate.wait()
        // The last known offset, though not for that moment.
        for time in 7..<100 {
            let period = reader.period(at: time)
            #expect(period.offset == 3600 && period.abbreviation == "CET")
            #expect(period.start < time && period.end > time)
        }
        gate.signal()
    }

    private final class Reads: Sendable {
        let number = Mutex(0)
    }

    @Test func callersOnManyThreadsGetTheirOwnPeriod() async {
        let reader = LocalTimeReader(within: 60_000) {
            TimeZone.Period(offset: $0, abbreviation: "X", start: $0, end: $0)
        }
        await withTaskGroup { tasks in
            for time in 0..<200 { tasks.addTask { #expect(reader.period(at: time).offset == time) } }
        }
    }
}
