import Foundation
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

/// A worker that is a shell script: the test defines its behaviour and its answers.
struct FakeWorker {
    static let version = "1.0.0"
    static let sandbox = WorkerSandbox(landlock: .inForce(version: 3), seccomp: .inForce(version: 1))

    let directory: TemporaryDirectory
    let program: WorkerProgram

    /// - Parameters:
    ///   - script: for sh, runs after the setup is read: `greet` sends the greeting, `receive` reads a job, `finish`
    /// ends it.
    ///   - sandboxed: receives the sandbox of its greeting.
    init(
        _ script: String, version: String = Self.version,
        sandboxed: @escaping @Sendable (WorkerSandbox) -> Void = { _ in }
    ) throws {
        directory = try TemporaryDirectory()
        let text = """
            #!/bin/sh
            greet() { printf '\(Self.escaped(Greeting(version: version, sandbox: Self.sandbox)))' >&3; }
            finish() { printf '\(Self.escaped(Answer.done(requests: 1)))' >&3; }
            reject() { printf '\(Self.escaped(Answer.rejected(reason: "a long text")))' >&3; }
            unconfined() { printf '\(Self.escaped(Greeting(version: version)))' >&3; }
            unsandboxed() { printf '\(Self.escaped(Greeting(version: version, sandboxProblem: "no such call")))' >&3; }
            answer() { printf '\(Self.escaped(Answer.connected))' >&3; }
            # Reads a message: the setup, and then a job.
            receive() {
                length=$(dd bs=1 count=4 <&3 2>/dev/null | od -An -tu4 | tr -d ' ')
                [ -n "$length" ] && dd bs=1 count="$length" <&3 >/dev/null 2>&1
            }
            receive
            \(script)
            """
        program = WorkerProgram(
            path: try directory.writeProgram(text, to: "weatherd-worker"), version: Self.version,
            environment: ["PATH": "/usr/bin:/bin"],
            gazetteer: { GazetteerFiles(installed: "/nowhere") }, sandboxed: sandboxed)
    }

    /// Escaped for printf(1).
    private static func escaped(_ message: some Message) -> String {
        Frame.bytes(of: message).map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}
