import Testing

@testable import Client
@testable import weatherctl_tools

/// Waiting for them has a deadline.
@Suite("Child processes of doctor")
struct ChildProcessTests {
    @Test("A child process has a deadline")
    func children() throws {
        let outcome = try ChildProcess.run(
            ["sh", "-c", "echo out; echo err >&2; exit 3"], by: MonotonicDeadline(milliseconds: 20_000))
        #expect(outcome == .init(status: 3, output: "out\n", errors: "err\n"))
        #expect(throws: ChildProcess.Failure.overdue) {
            try ChildProcess.run(["sleep", "1000"], by: MonotonicDeadline(milliseconds: 10))
        }
        #expect(throws: ChildProcess.Failure.notFound) {
            try ChildProcess.run(["weatherd-is-not-here"], by: MonotonicDeadline(milliseconds: 20_000))
        }
    }
}
