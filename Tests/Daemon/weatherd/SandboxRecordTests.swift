import Logging
import Scratch
import Testing
import Weather

@testable import weatherd

/// The sandbox that workers report: stored for `doctor`, and logged once.
@Suite(.timeLimit(.minutes(20))) struct SandboxRecordTests {
    @Test func missingRestrictionIsLoggedOnce() async {
        let log = LogLines()
        let record = SandboxRecord(logger: log.logger)
        #expect(record.sandbox == nil)
        let whole = WorkerSandbox(landlock: .inForce(version: 4), seccomp: .inForce(version: 1))
        let bare = WorkerSandbox(landlock: .unavailable(systemError: 38), seccomp: .inForce(version: 1))
        // Full enforcement is only logged at debug level.
        for sandbox in [whole, bare, bare, whole] { record.record(sandbox) }
        #expect(record.sandbox == whole)
        log.logger.notice("the end")
        var lines = log.lines.makeAsyncIterator()
        #expect(await lines.next() == "worker sandbox: seccomp only: this kernel has no Landlock")
        #expect(await lines.next() == "the end")
    }
}
