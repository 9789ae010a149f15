import ClientProtocol
import Testing

@testable import Server

struct WatchAdmissionTests {
    private func reading(_ width: Int) -> ViewRequest {
        var reading = ViewRequest(.daily(days: nil))
        reading.width = width
        return reading
    }

    /// Whether each is admitted, in order: the width of the reply, and the process.
    private func admit(_ watches: [(width: Int, process: Int32)], by admission: inout WatchAdmission) -> [Bool] {
        watches.map { admission.admit(reading($0.width), of: $0.process) }
    }

    @Test func sharedReplyCountsOnce() {
        var admission = WatchAdmission(limitForProcess: 2, limit: 3)
        let same = admit(Array(repeating: (1, 1), count: 1000), by: &admission)
        #expect(!same.contains(false))
        #expect(admit([(2, 1)], by: &admission) == [true])
    }

    @Test func limitsApplyPerProcessAndInTotal() {
        var admission = WatchAdmission(limitForProcess: 2, limit: 3)
        #expect(admit([(1, 1), (2, 1), (3, 1)], by: &admission) == [true, true, false], "one process")
        #expect(admit([(3, 2), (4, 2)], by: &admission) == [true, false], "all together")
        #expect(admit([(1, 2)], by: &admission) == [true], "an already watched reply costs nothing")
    }

    @Test func endedWatchFreesRoom() {
        var admission = WatchAdmission(limitForProcess: 1, limit: 1)
        #expect(admit([(1, 1), (1, 1)], by: &admission) == [true, true])
        admission.release(reading(1), of: 1)
        #expect(admit([(2, 1)], by: &admission) == [false], "another connection still watches it")
        admission.release(reading(1), of: 1)
        #expect(admit([(2, 1)], by: &admission) == [true])
    }
}
