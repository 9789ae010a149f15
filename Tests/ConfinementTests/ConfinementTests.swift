import Confinement
import Foundation
import Glibc
import Scratch
import Testing

/// What a process that has confined itself is left, tried out by one: `Tests/ConfinementProbe`.
@Suite(.timeLimit(.minutes(2))) struct ConfinementTests {
    private let scratch: TemporaryDirectory

    init() throws {
        scratch = try TemporaryDirectory()
        try scratch.write("secret", to: "settings.json")
    }

    /// What comes of one attempt.
    private func outcome(_ attempt: String, _ path: String? = nil) throws -> String {
        try Probe(attempt, path).output
    }

    @Test func theReport() throws {
        let report = ConfinementReport(files: .inForce(version: 3), systemCalls: .inForce(version: 1))
        #expect(report.description == "landlock 3, seccomp")
        let bare = ConfinementReport(files: .absent(systemError: 38), systemCalls: .absent(systemError: 1))
        #expect(bare.description == "no landlock (error 38), no seccomp (error 1)")
        #expect(try outcome("report").hasSuffix(", seccomp"))
    }

    // MARK: - Files

    /// Where the kernel has Landlock.
    private static let hidesFiles =
        (try? Probe("report").output.hasPrefix("landlock ")) ?? false

    @Test(.enabled(if: hidesFiles, "this kernel has no Landlock")) func filesOfTheUserAreNotRead() throws {
        let path = scratch.file("settings.json")
        #expect(try outcome("read", path) == "EACCES")
        #expect(try outcome("list", scratch.path) == "EACCES")
        #expect(try outcome("read", NSHomeDirectory()) == "EACCES")
        #expect(try outcome("read", "/etc/passwd") == "EACCES")
        #expect(try outcome("read", "/proc/\(getpid())/mem") == "EACCES", "another process's memory")
        #expect(try outcome("read", "/proc/\(getpid())/cwd") == "EACCES", "another process's files")
    }

    @Test func whatIsNamedIsRead() throws {
        #expect(try outcome("readAllowed", scratch.file("settings.json")) == "done")
        #expect(try outcome("readAllowed", scratch.path) == "done")
        #expect(try outcome("read", "/etc/hosts") == "done")
        #expect(try outcome("lookUp") == "done")
    }

    @Test func nothingIsWritten() throws {
        let path = scratch.file("settings.json")
        #expect(try outcome("write", path) == "EACCES")
        #expect(try outcome("write", "/dev/null") == "EACCES")
        #expect(try outcome("create", scratch.file("new")) == "EACCES")
        #expect(try outcome("remove", path) == "EPERM")
        #expect(try outcome("changeMode", path) == "EPERM")
        #expect(try scratch.read("settings.json") == Data("secret".utf8))
    }

    // MARK: - Programs, processes and the kernel

    @Test(arguments: [
        ("execute", "EPERM"), ("fork", "EPERM"), ("trace", "EPERM"), ("readMemory", "EPERM"), ("signalParent", "EPERM"),
        ("openParent", "EPERM"), ("otherLimits", "EPERM"), ("unshare", "EPERM"), ("mount", "EPERM"),
        ("undump", "EPERM"), ("unknownCall", "ENOSYS"), ("thread", "done"),
    ])
    func programsAndProcesses(attempt: String, expected: String) throws {
        #expect(try outcome(attempt, "/bin/true") == expected)
    }

    /// By a socket of the file system it could have the session start programs outside.
    @Test(arguments: [
        ("localSocket", "EAFNOSUPPORT"), ("rawSocket", "EAFNOSUPPORT"), ("listen", "EPERM"), ("internetSocket", "done"),
        ("netlinkSocket", "done"), ("streamPair", "done"), ("datagramPair", "EACCES"),
    ])
    func sockets(attempt: String, expected: String) throws {
        #expect(try outcome(attempt) == expected)
    }

    // MARK: - Limits

    @Test func memoryAndFilesEnd() throws {
        #expect(try outcome("memory") == "ENOMEM")
        #expect(try outcome("descriptors") == "EMFILE")
    }

    @Test func processorTimeEnds() throws {
        let probe = try Probe("processorTime")
        #expect(probe.output == "")
        #expect(probe.signal == SIGKILL || probe.signal == SIGXCPU)
    }

    // MARK: - Parents and threads

    /// A shell starts the probe and is killed; the end of the pipe says that the probe is gone as well.
    @Test func itDiesWithItsParent() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\"$0\" wait & wait", Probe.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading
        #expect(try output.read(upToCount: 8) == Data("waiting\n".utf8))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try output.readToEnd() ?? Data() == Data())
    }

    @Test func whatCannotHoldIsRefused() throws {
        #expect(try outcome("confineForAnother") == "parentIsGone")
        #expect(try outcome("confineWithThreads") == "hasThreads")
    }
}
