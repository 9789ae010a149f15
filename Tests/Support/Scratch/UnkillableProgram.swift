import Foundation
import Glibc

/// A program that joins the test's process group. Signals to its former group do not end it, as no signal ends one that waits
/// for a device.
public struct UnkillableProgram: Sendable {
    public let words: [String]
    private let ready: NamedPipe
    private let ending: String

    /// - Parameter directory: for its pipes.
    public init(in directory: TemporaryDirectory) throws {
        ready = try NamedPipe(directory.file("unkillable.ready"))
        ending = directory.file("unkillable.end")
        guard mkfifo(ending, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let text = #"""
            setpgrp(0, getpgrp(getppid())); open(R, ">", $ARGV[0]); syswrite(R, "ready\n"); open(E, "<", $ARGV[1])
            """#
        words = ["perl", "-e", text, ready.path, ending]
    }

    /// Waits until it has left its group.
    public func hasStarted() async -> Bool {
        var lines = ready.lines.makeAsyncIterator()
        return await lines.next() == "ready"
    }

    /// Ends the program, which must have started.
    public func end() {
        close(open(ending, O_WRONLY))
    }
}
